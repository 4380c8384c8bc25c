// In charge of what a command is, and of what it is given: flags, settings and arguments.

import { NO_FILE, readSettingsFile, type SettingsFile } from '../../config/file.ts';
import type { Work } from '../../config/kinds.ts';
import {
  type AllSettings,
  defaultText,
  flagOf,
  type LiveSettings,
  liveOf,
  readSettings,
  type SettingName,
  type Settings,
  SettingsError,
  type Sources,
  settingOf,
  settingsTakenTo,
} from '../../config/settings.ts';
import { unshowableIn } from '../../domain/shown.ts';
import { type Flag, readArguments } from './arguments.ts';
import type { Output } from './output.ts';

export interface Input {
  settings: Settings;
  /** As they were when the command began. */
  live: LiveSettings;
  /** Where the settings come from. */
  sources: Sources;
  /** Reads the settings once more; throws a SettingsError where they are wrong. */
  reread(): AllSettings;
  positionals: string[];
  /** A flag's value; an empty text for a switch that was given. */
  flag(name: string): string | undefined;
  json: boolean;
  /** Says later whether it was written. */
  print: Output['print'];
  /** Prints what was done, as JSON or in words; returns the exit code. */
  tell(json: unknown, words: string): 0;
  /** The same of what was asked for, whose JSON is for people too. */
  show(json: unknown, words: string): 0;
  complain: Output['complain'];
  output: Output;
}

export interface Command {
  /** One word or two, such as `publish` or `keys create`. */
  name: string;
  summary: string;
  /** One in brackets may be left out; one that ends with `…]` may be many. */
  positionals?: string[];
  flags?: Record<string, Flag>;
  /** Which settings it takes follows from it; one that takes none runs however wrong they are. */
  does?: readonly Work[];
  /** A line for each, as a person would type it. */
  example: string;
  /** Returns the exit code. */
  run(input: Input): number | Promise<number>;
}

/** What a command was given is wrong: exit code 2. */
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

export function flagsOf({ flags, does = [] }: Command): Record<string, Flag> {
  const settings = settingsTakenTo(does).map((name): [string, Flag] => [flagOf(name), settingFlag(name)]);
  const config = settings.length > 0 ? { config: CONFIG } : {};
  return { ...flags, ...Object.fromEntries(settings), ...config, ...COMMON_FLAGS };
}

function settingFlag(name: SettingName): Flag {
  const { value, help, choices } = settingOf(name);
  const initial = defaultText(name);
  return { value, help, ...(choices && { choices }), ...(initial !== 'none' && { initial }) };
}

/** The text of a flag that is kept and shown later, or null; one with a character in it that could not be shown is refused. */
export function keptText({ flag }: Pick<Input, 'flag'>, name: string): string | null {
  const text = flag(name) ?? null;
  const character = text && unshowableIn(text);
  if (character) throw new UsageError(`--${name} has the character ${character}, which cannot be shown: leave it out.`);
  return text;
}

/** What a command is given; undefined where it is asked for its help. All that is wrong is reported at once. */
export function readInput(
  command: Command,
  given: string[],
  environment: NodeJS.ProcessEnv,
): Omit<Input, 'print' | 'tell' | 'show' | 'complain' | 'output'> | undefined {
  const { values, positionals, problems } = readArguments(given, flagsOf(command));
  if ('help' in values) return undefined;
  // Words after a flag that does not exist may have been its value.
  if (problems.length === 0) problems.push(...countProblems(command, positionals));
  const sources = sourcesOf(command, values, environment);
  const settings = settingsFrom(sources, problems);
  if (problems.length > 0 || !settings) throw new UsageError(problems.join('\n'));
  return {
    settings,
    live: liveOf(settings),
    sources,
    reread: () => readFrom(sourcesOf(command, values, environment, sources.file)),
    positionals,
    flag: (name) => values[name],
    json: 'json' in values,
  };
}

function sourcesOf(
  command: Command,
  flags: Sources['flags'],
  variables: Sources['variables'],
  before?: SettingsFile,
): Sources {
  if (!command.does) return { flags: {}, variables: {}, file: NO_FILE };
  return { flags, variables, file: readSettingsFile(flags.config || variables.SYLVA_CONFIG || undefined, before) };
}

function countProblems({ positionals: expected = [] }: Command, given: string[]): string[] {
  const missing = expected.slice(given.length).filter((name) => !name.startsWith('['));
  if (missing.length > 0) return [`${missing.join(' and ')} is missing.`];
  const mayBeMany = expected.at(-1)?.endsWith('…]');
  return mayBeMany ? [] : given.slice(expected.length).map((word) => `“${word}” is one word too many.`);
}

function settingsFrom(sources: Sources, problems: string[]): AllSettings | undefined {
  try {
    return readFrom(sources);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(error.message);
    return undefined;
  }
}

function readFrom({ flags, variables, file }: Sources): AllSettings {
  return readSettings(flags, variables, file);
}
