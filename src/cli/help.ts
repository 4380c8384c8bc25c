// In charge of the help: what commands there are, and what each takes.

import { type Command, type Flag, flagsOf, UsageError } from './command.ts';
import { unknownCommand, withPrefix } from './find.ts';
import { heading } from './style.ts';
import { glossary } from './table.ts';

export function overview(commands: Command[]): string {
  const rows = commands.map((command): [string, string] => [usage(command), command.summary]);
  return `Sylva serves a catalogue of trees.\n\n${heading('Commands:')}\n${glossary(rows)}\n\nsylva help COMMAND shows a command’s flags and examples.`;
}

export function helpFor(command: Command): string {
  const flags = Object.entries(flagsOf(command)).map(([name, flag]): [string, string] => [
    signature(name, flag),
    sentence(flag),
  ]);
  const parts = [
    heading(usage(command)),
    command.summary,
    `${heading('Flags:')}\n${glossary(flags)}`,
    `${heading(command.example.includes('\n') ? 'Examples:' : 'Example:')}\n${command.example.replace(/^/gm, '  ')}`,
  ];
  return parts.join('\n\n');
}

/** `sylva help`, with the list of commands that it is itself in. */
export const helpCommand = (commands: () => Command[]): Command => ({
  name: 'help',
  summary: 'show the commands, or what one of them takes',
  positionals: ['[COMMAND…]'],
  flags: {},
  settings: [],
  example: 'sylva help\nsylva help keys create',
  run({ positionals, json, print }) {
    const found = withPrefix(commands(), positionals);
    if (found.length === 0) throw new UsageError(unknownCommand(commands(), positionals));
    const isOne = found.length === 1;
    if (json) print(JSON.stringify(isOne ? described(found[0]) : found.map(described), null, 2));
    else print(isOne ? helpFor(found[0]) : overview(found));
    return 0;
  },
});

export function described(command: Command) {
  const { name, summary, positionals, example } = command;
  const flags = Object.entries(flagsOf(command)).map(([flag, { value, help, choices, initial }]) => ({
    name: flag,
    value: value ?? null,
    choices: choices ?? null,
    default: initial ?? null,
    help,
  }));
  return { name, summary, positionals, flags, examples: example.split('\n') };
}

function usage({ name, positionals }: Command): string {
  return ['sylva', name, ...positionals].join(' ');
}

/** Many choices would leave no room for the sentences: they stand in their flag's. */
const MOST_CHOICES = 3;

function signature(name: string, { value, choices = [] }: Flag): string {
  if (!value) return `--${name}`;
  return `--${name} ${choices.length > MOST_CHOICES ? 'WORD' : value}`;
}

function sentence({ help, choices = [], initial }: Flag): string {
  const words = choices.length > MOST_CHOICES ? `: ${choices.join(', ')}` : '';
  return `${help}${words}${initial === undefined ? '' : ` (${initial})`}`;
}
