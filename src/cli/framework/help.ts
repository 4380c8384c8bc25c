import { nearest } from '../../domain/names/suggest.ts';
import { glossary } from '../terminal/table.ts';
import { heading } from '../terminal/terminal.ts';
import type { Flag } from './arguments.ts';
import { type Command, flagsOf } from './command.ts';
import { UsageError } from './errors.ts';

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

export const helpCommand = (commands: () => Command[]): Command => ({
  name: 'help',
  summary: 'show the commands, or what one of them takes',
  positionals: ['[COMMAND…]'],
  example: 'sylva help\nsylva help keys create',
  run({ positionals, show }) {
    const found = withPrefix(commands(), positionals);
    if (found.length === 0) throw new UsageError(unknownCommand(commands(), positionals));
    const [one, ...others] = found;
    return others.length === 0 ? show(described(one), helpFor(one)) : show(found.map(described), overview(found));
  },
});

export function described(command: Command) {
  const { name, summary, positionals = [], example } = command;
  const flags = Object.entries(flagsOf(command)).map(([flag, { value, help, choices, initial }]) => ({
    name: flag,
    value: value ?? null,
    choices: choices ?? null,
    default: initial ?? null,
    help,
  }));
  return { name, summary, positionals, flags, examples: example.split('\n') };
}

function usage({ name, positionals = [] }: Command): string {
  return ['sylva', name, ...positionals].join(' ');
}

/** More choices are listed in the sentence of the flag. */
const MAX_CHOICES = 3;

function signature(name: string, { value, choices = [] }: Flag): string {
  if (!value) return `--${name}`;
  return `--${name} ${choices.length > MAX_CHOICES ? 'WORD' : value}`;
}

function sentence({ help, choices = [], initial }: Flag): string {
  const words = choices.length > MAX_CHOICES ? `: ${choices.join(', ')}` : '';
  return `${help}${words}${initial === undefined ? '' : ` (${initial})`}`;
}

const partsOf = ({ name }: Command) => name.split(' ');

/** All commands that begin with the arguments, such as those of `keys`. */
export function withPrefix(commands: Command[], args: string[]): Command[] {
  return commands.filter((command) => args.every((arg, index) => partsOf(command)[index] === arg));
}

/** The problem of arguments that only begin several commands. */
export function missingWord(family: Command[], [first, second]: string[]): string | undefined {
  if (family.length === 0 || (second !== undefined && !second.startsWith('-'))) return undefined;
  const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' });
  return `sylva ${first} needs one more word: ${oneOf.format(family.map((command) => partsOf(command)[1]))}.`;
}

export function unknownCommand(commands: Command[], [first, second]: string[]): string {
  const family = withPrefix(commands, [first]).map(({ name }) => name);
  const asked = family.length > 0 && second !== undefined && !second.startsWith('-') ? `${first} ${second}` : first;
  const known = family.length > 0 ? family : commands.flatMap((command) => [command.name, partsOf(command)[0]]);
  const near = nearest(asked, new Set(known));
  const others = family.length > 0 ? ` There are ${family.join(', ')}.` : '';
  return `There is no command “${asked}”.${near ? ` Did you mean ${near}?` : others} sylva help lists them all.`;
}
