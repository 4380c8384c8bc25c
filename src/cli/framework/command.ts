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
  settingsFor,
} from '../../config/settings.ts';
import { unshowableIn } from '../../domain/shown.ts';
import { type Flag, readArguments } from './arguments.ts';
import { UsageError } from './errors.ts';
import type { Output } from './output.ts';

export interface Input {
  settings: Settings;
  /** As of the start of the command. */
  live: LiveSettings;
  sources: Sources;
  /** Reads the settings again; throws a SettingsError if they are wrong. */
  reread(): AllSettings;
  positionals: string[];
  /** The value of a flag; an empty text for a switch. */
  flag(name: string): string | undefined;
  json: boolean;
  print: Output['print'];
  /** Prints what was done, as JSON or in words; returns the exit code. */
  tell(json: unknown, words: string): 0;
  /** The same with indented JSON, for results that people read too. */
  show(json: unknown, words: string): 0;
  complain: Output['complain'];
  output: Output;
}

export interface Command {
  /** One word or two, such as `publish` or `keys create`. */
  name: string;
  summary: string;
  /** Optional in brackets; repeatable if it ends with `…]`. */
  positionals?: string[];
  flags?: Record<string, Flag>;
  /** Decides which settings it takes. A command without it ignores settings, even wrong ones. */
  does?: readonly Work[];
  /** One per line. */
  example: string;
  /** Returns the exit code. */
  run(input: Input): number | Promise<number>;
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
  const settings = settingsFor(does).map((name): [string, Flag] => [flagOf(name), settingFlag(name)]);
  const config = settings.length > 0 ? { config: CONFIG } : {};
  return { ...flags, ...Object.fromEntries(settings), ...config, ...COMMON_FLAGS };
}

function settingFlag(name: SettingName): Flag {
  const { value, help, choices } = settingOf(name);
  const initial = defaultText(name);
  return { value, help, ...(choices && { choices }), ...(initial !== 'none' && { initial }) };
}

/** The text of a flag that is stored and shown later, or null. A UsageError if it contains a character that cannot be shown. */
export function storedText({ flag }: Pick<Input, 'flag'>, name: string): string | null {
  const text = flag(name) ?? null;
  const character = text && unshowableIn(text);
  if (character) throw new UsageError(`--${name} has the character ${character}, which cannot be shown: leave it out.`);
  return text;
}

/** Undefined if the command is asked for its help. Reports all problems at once. */
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
  let settings: AllSettings | undefined;
  try {
    settings = settingsFrom(sources);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    problems.push(error.message);
  }
  if (problems.length > 0 || !settings) throw new UsageError(problems.join('\n'));
  return {
    settings,
    live: liveOf(settings),
    sources,
    reread: () => settingsFrom(sourcesOf(command, values, environment, sources.file)),
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

function settingsFrom({ flags, variables, file }: Sources): AllSettings {
  return readSettings(flags, variables, file);
}
