// In charge of what can be completed: the words of commands, their flags, and the values of each.

import { type Command, type Flag, flagsOf } from '../command.ts';

export interface Completions {
  /** First words with what they do, such as `keys` and `serve`. */
  first: [string, string][];
  /** Second words with what they do, by first word. */
  second: Map<string, [string, string][]>;
  /** Flags with what they are, by command. */
  flags: Map<string, [string, Flag][]>;
  /** What stands after a command's words: file names, or some words. */
  arguments: Map<string, 'files' | readonly string[]>;
}

export function completionsOf(commands: Command[]): Completions {
  const second = Map.groupBy(
    commands.filter(({ name }) => name.includes(' ')),
    ({ name }) => name.split(' ')[0],
  );
  return {
    first: firstWords(commands),
    second: new Map(
      [...second].map(([word, each]) => [word, each.map(({ name, summary }) => [name.split(' ')[1], summary])]),
    ),
    flags: new Map(commands.map((command) => [command.name, Object.entries(flagsOf(command))])),
    arguments: new Map(commands.flatMap((command) => argumentsOf(command, firstWords(commands)))),
  };
}

/** How a flag's value is completed: file names, some words, or nothing; undefined for a switch. */
export function valuesOf({ value, choices }: Flag): 'files' | readonly string[] | undefined {
  if (!value) return undefined;
  return choices ?? (value === 'FILE' || value === 'FOLDER' ? 'files' : []);
}

function firstWords(commands: Command[]): [string, string][] {
  const words = Map.groupBy(commands, ({ name }) => name.split(' ')[0]);
  return [...words].map(([word, each]) => [
    word,
    each.length > 1 ? each.map(({ name }) => name).join(', ') : each[0].summary,
  ]);
}

function argumentsOf(
  { name, positionals }: Command,
  first: [string, string][],
): [string, 'files' | readonly string[]][] {
  const [argument = ''] = positionals;
  if (argument === 'SOURCE' || argument === 'FILE') return [[name, 'files']];
  if (argument === '[COMMAND…]') return [[name, first.map(([word]) => word)]];
  return /^[a-z|]+$/.test(argument) ? [[name, argument.split('|')]] : [];
}
