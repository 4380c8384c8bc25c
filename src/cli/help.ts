// In charge of the help: what commands there are, and what each takes.

import { type Command, type Flag, flagsOf } from './command.ts';

export function overview(commands: Command[]): string {
  const width = Math.max(...commands.map((command) => usage(command).length));
  const rows = commands.map((command) => `  ${usage(command).padEnd(width)}  ${command.summary}`);
  return `Sylva serves a catalogue of trees.\n\n${rows.join('\n')}\n\nsylva COMMAND --help shows a command’s flags.\n`;
}

export function helpFor(command: Command): string {
  const flags = Object.entries(flagsOf(command)).map(([name, flag]) => [signature(name, flag), flag.help]);
  const width = Math.max(...flags.map(([left]) => left.length));
  const rows = flags.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
  return `${usage(command)}\n\n${command.summary}\n\n${rows.join('\n')}\n\nExample:\n  ${command.example}\n`;
}

function usage({ name, positionals }: Command): string {
  return ['sylva', name, ...positionals].join(' ');
}

function signature(name: string, { value }: Flag): string {
  return value ? `--${name} ${value}` : `--${name}`;
}
