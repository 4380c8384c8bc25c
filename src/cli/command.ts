// In charge of what a command is, and of what it is given: flags, settings and arguments.

import { NO_FILE, readSettingsFile } from '../config/file.ts';
import type { Setting } from '../config/kinds.ts';
import { shownValue, type Value } from '../config/show.ts';
import {
  flagOf,
  readSettings,
  SETTINGS,
  type SettingName,
  type Settings,
  SettingsError,
  type Sources,
} from '../config.ts';
import type { Output } from './output.ts';
import { readWords } from './words.ts';

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

export interface Input {
  settings: Settings;
  /** Where the settings come from. */
  sources: Sources;
  /** Reads the settings once more; throws a SettingsError where they are wrong. */
  reread(): Settings;
  positionals: string[];
  /** A flag's value; an empty text for a switch that was given. */
  flag(name: string): string | undefined;
  json: boolean;
  /** Says later whether it was written. */
  print: Output['print'];
  complain: Output['complain'];
  output: Output;
}

export interface Command {
  /** One word or two, such as `publish` or `keys create`. */
  name: string;
  summary: string;
  /** One in brackets may be left out; one that ends with `…]` may be many. */
  positionals: string[];
  flags: Record<string, Flag>;
  /** A command that names none of them runs whatever the others are. */
  settings: SettingName[];
  /** A line for each, as a person would type it. */
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

const CONFIG: Flag = {
  value: 'FILE',
  help: 'the settings file; sylva.toml in the working folder where it is left out',
};

const COMMON_FLAGS: Record<string, Flag> = {
  json: { help: 'print JSON, for scripts' },
  help: { help: 'show this help', short: 'h' },
};

export function flagsOf(command: Command): Record<string, Flag> {
  const settings = command.settings.map((name): [string, Flag] => [flagOf(name), settingFlag(SETTINGS[name])]);
  const config = settings.length > 0 ? { config: CONFIG } : {};
  return { ...command.flags, ...Object.fromEntries(settings), ...config, ...COMMON_FLAGS };
}

function settingFlag({ value, help, choices, ...setting }: Setting<unknown>): Flag {
  const initial = setting.defaultName ?? shownValue(setting.default as Value);
  return { value, help, ...(choices && { choices }), ...(initial !== 'none' && { initial }) };
}

/** What a command is given; undefined where it is asked for its help. All that is wrong is reported at once. */
export function readInput(
  command: Command,
  words: string[],
  environment: NodeJS.ProcessEnv,
): Omit<Input, 'print' | 'complain' | 'output'> | undefined {
  const { values, positionals, problems } = readWords(words, flagsOf(command));
  if ('help' in values) return undefined;
  // Words after a flag that does not exist may have been its value.
  if (problems.length === 0) problems.push(...countProblems(command, positionals));
  const sources = sourcesOf(command, values, environment);
  const settings = settingsFrom(sources, problems);
  if (problems.length > 0 || !settings) throw new UsageError(problems.join('\n'));
  return {
    settings,
    sources,
    reread: () => readFrom(sourcesOf(command, values, environment)),
    positionals,
    flag: (name) => values[name],
    json: 'json' in values,
  };
}

function sourcesOf(command: Command, flags: Sources['flags'], variables: Sources['variables']): Sources {
  if (command.settings.length === 0) return { flags: {}, variables: {}, file: NO_FILE };
  return { flags, variables, file: readSettingsFile(flags.config || variables.SYLVA_CONFIG || undefined) };
}

function countProblems({ positionals: expected }: Command, given: string[]): string[] {
  const missing = expected.slice(given.length).filter((name) => !name.startsWith('['));
  if (missing.length > 0) return [`${missing.join(' and ')} is missing.`];
  const mayBeMany = expected.at(-1)?.endsWith('…]');
  return mayBeMany ? [] : given.slice(expected.length).map((word) => `“${word}” is one word too many.`);
}

function settingsFrom(sources: Sources, problems: string[]): Settings | undefined {
  try {
    return readFrom(sources);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

function readFrom({ flags, variables, file }: Sources): Settings {
  return readSettings(flags, variables, file);
}
