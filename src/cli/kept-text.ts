// In charge of texts that are kept and shown later: names, contacts, notes.

import { unshowableIn } from '../shown.ts';
import { type Input, UsageError } from './command.ts';

/** The text of a flag, or null; one with a character in it that could not be shown is refused. */
export function keptText({ flag }: Pick<Input, 'flag'>, name: string): string | null {
  const text = flag(name) ?? null;
  const character = text && unshowableIn(text);
  if (character) throw new UsageError(`--${name} has the character ${character}, which cannot be shown: leave it out.`);
  return text;
}
