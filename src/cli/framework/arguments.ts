// In charge of reading the arguments of a command line: flags with their values, and what stands between them. All that is
// wrong with them is told at once.

import { parseArgs } from 'node:util';
import { withoutPassword } from '../../config/location.ts';
import { nearest } from '../../domain/suggest.ts';

export interface Flag {
  /** What stands for its value in the help; a flag without one is a switch. */
  value?: string;
  help: string;
  /** All values that it may have, where they are few. */
  choices?: readonly string[];
  /** One letter that stands for it. */
  short?: string;
  /** What counts where it is left out, as text. */
  initial?: string;
}

interface Arguments {
  /** An empty text for a switch that was given. */
  values: Record<string, string>;
  positionals: string[];
  problems: string[];
}

export function readArguments(given: string[], flags: Record<string, Flag>): Arguments {
  const options = Object.entries(flags).map(([name, { value, short }]) => {
    const type: 'string' | 'boolean' = value ? 'string' : 'boolean';
    return [name, short ? { type, short } : { type }] as const;
  });
  const { tokens, positionals } = parseArgs({
    args: given,
    options: Object.fromEntries(options),
    strict: false,
    tokens: true,
  });
  const read: Arguments = { values: {}, positionals, problems: [] };
  for (const token of tokens) if (token.kind === 'option') take(token, flags, read);
  return read;
}

interface Option {
  name: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function take(option: Option, flags: Record<string, Flag>, { values, problems }: Arguments): void {
  const { name, value = '' } = option;
  const problem = problemOf(option, flags);
  if (problem) problems.push(problem);
  else if (name in values && values[name] !== value)
    problems.push(
      `--${name} is given twice, as “${withoutPassword(values[name])}” and as “${withoutPassword(value)}”.`,
    );
  else values[name] = value;
}

function problemOf({ name, value, inlineValue }: Option, flags: Record<string, Flag>): string | undefined {
  const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
  if (!flag) {
    const near = nearest(name, Object.keys(flags));
    return `There is no flag --${name}.${near ? ` Did you mean --${near}?` : ''}`;
  }
  if (!flag.value) return value === undefined ? undefined : `--${name} takes no value.`;
  // What looks like a flag is one, unless it is tied to this one: --note=--x.
  const isMissing = value === undefined || (!inlineValue && /^-./.test(value));
  return isMissing ? `--${name} needs a value: ${flag.value}.` : undefined;
}
