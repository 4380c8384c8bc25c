// In charge of finding the command that words name, and the nearest one where they name none.

import { nearest } from '../suggest.ts';
import type { Command } from './command.ts';

const partsOf = ({ name }: Command) => name.split(' ');

export function findCommand(commands: Command[], words: string[]): Command | undefined {
  return commands.find((command) => partsOf(command).every((part, index) => words[index] === part));
}

/** All commands that begin with the words, such as those of `keys`. */
export function withPrefix(commands: Command[], words: string[]): Command[] {
  return commands.filter((command) => words.every((word, index) => partsOf(command)[index] === word));
}

const ONE_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** What to say where the words are only what several commands have in common. */
export function missingWord(family: Command[], [first, second]: string[]): string | undefined {
  if (family.length === 0 || (second !== undefined && !second.startsWith('-'))) return undefined;
  return `sylva ${first} needs one more word: ${ONE_OF.format(family.map((command) => partsOf(command)[1]))}.`;
}

export function unknownCommand(commands: Command[], [first, second]: string[]): string {
  const family = withPrefix(commands, [first]).map(({ name }) => name);
  const asked = family.length > 0 && second !== undefined && !second.startsWith('-') ? `${first} ${second}` : first;
  const known = family.length > 0 ? family : commands.flatMap((command) => [command.name, partsOf(command)[0]]);
  const near = nearest(asked, new Set(known));
  const others = family.length > 0 ? ` There are ${family.join(', ')}.` : '';
  return `There is no command “${asked}”.${near ? ` Did you mean ${near}?` : others} sylva help lists them all.`;
}
