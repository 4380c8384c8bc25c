// In charge of what a command is, and of reading its words: flags, settings and arguments.

import { parseArgs } from 'node:util';
import { flagOf, readSettings, SETTINGS, type SettingName, type Settings, SettingsError } from '../config.ts';
import { nearest } from '../suggest.ts';

export interface Flag {
  /** What stands for its value in the help; a flag without one is a switch. */
  value?: string;
  help: string;
}

export interface Input {
  settings: Settings;
  positionals: string[];
  /** A flag's value; an empty text for a switch that was given. */
  flag(name: string): string | undefined;
  json: boolean;
  print(text: string): void;
  complain(text: string): void;
}

export interface Command {
  /** One word or two, such as `publish` or `keys create`. */
  name: string;
  summary: string;
  positionals: string[];
  flags: Record<string, Flag>;
  settings: SettingName[];
  example: string;
  /** Returns the exit code. */
  run(input: Input): number | Promise<number>;
}

/** The words of a command are wrong: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command could not do its work, for a reason that a person can act on: exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
}

const COMMON_FLAGS: Record<string, Flag> = {
  json: { help: 'print JSON, for scripts' },
  help: { help: 'show this help' },
};

export function flagsOf(command: Command): Record<string, Flag> {
  const settings = command.settings.map((name): [string, Flag] => [flagOf(name), SETTINGS[name]]);
  return { ...command.flags, ...Object.fromEntries(settings), ...COMMON_FLAGS };
}

export function readInput(
  command: Command,
  words: string[],
  variables: NodeJS.ProcessEnv,
): Omit<Input, 'print' | 'complain'> & { help: boolean } {
  const { values, positionals } = parseWords(command, words);
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === true ? '' : String(value)]),
  );
  if (values.help)
    return { help: true, settings: readSettings({}, {}), positionals, flag: () => undefined, json: false };
  const missing = command.positionals.slice(positionals.length);
  if (missing.length > 0) throw new UsageError(`${missing.join(' and ')} is missing.`);
  if (positionals.length > command.positionals.length) {
    throw new UsageError(`“${positionals[command.positionals.length]}” is one word too many.`);
  }
  return {
    help: false,
    settings: settingsOf(texts, variables),
    positionals,
    flag: (name) => texts[name],
    json: values.json === true,
  };
}

function parseWords(command: Command, words: string[]): { values: Record<string, unknown>; positionals: string[] } {
  const flags = flagsOf(command);
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true, strict: true });
    return { values, positionals };
  } catch (error) {
    const { message } = error as Error;
    const [, unknown] = /Unknown option '--?([^']+)'/.exec(message) ?? [];
    if (unknown === undefined) throw new UsageError(message);
    const near = nearest(unknown, Object.keys(flags));
    throw new UsageError(`There is no flag --${unknown}.${near ? ` Did you mean --${near}?` : ''}`);
  }
}

function settingsOf(flags: Record<string, string>, variables: NodeJS.ProcessEnv): Settings {
  try {
    return readSettings(flags, variables);
  } catch (error) {
    if (error instanceof SettingsError) throw new UsageError(error.message);
    throw error;
  }
}
