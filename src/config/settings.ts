// Lists the settings. Each is a flag (`--default-locale`), a variable (`SYLVA_DEFAULT_LOCALE`) and a line of the settings
// file (`default-locale = "en"`); the first of these that is given counts.

import { availableParallelism } from 'node:os';
import { MAX_TREE_BYTES } from '../domain/fields/field-types.ts';
import { nearest } from '../domain/names/suggest.ts';
import { DEFAULT_TREE_BYTES } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { type FileEntry, NO_FILE, type SettingsFile } from './file.ts';
import {
  asText,
  baseUrl,
  database,
  imageFile,
  oneOf,
  optionalText,
  origins,
  portOrNone,
  proxies,
  redis,
  type Setting,
  type SettingKind,
  text,
  url,
  type Work,
  wholeNumber,
} from './kinds.ts';
import { locationOf, withoutPassword } from './location.ts';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const SWITCH = ['on', 'off'] as const;

function taken<T>(usedFor: readonly Work[], kind: SettingKind<T>, help: string): Setting<T> {
  return { ...kind, help, usedFor };
}

function served<T>(kind: SettingKind<T>, help: string): Setting<T> {
  return taken(['serve'], kind, help);
}

function live<T>(kind: SettingKind<T>, help: string): Setting<T> & { isLive: true } {
  return { ...served(kind, help), isLive: true };
}

export const SETTINGS = {
  host: served(text('127.0.0.1', 'ADDRESS'), 'the address to listen on'),
  port: taken(['serve', 'preview'], wholeNumber(3000, 0, 65535), 'the port to listen on; 0 picks a free one'),
  threads: {
    ...served(
      wholeNumber(availableParallelism(), 1, 256),
      'threads that serve, sharing the port and one copy of the catalogue',
    ),
    defaultName: 'one per core',
  },
  data: taken(['open-store'], text('./data', 'FOLDER'), 'where the service keeps what it knows'),
  database: {
    ...taken(
      ['open-store'],
      database(),
      'where revisions, keys and allowlist are stored; a SQLite file in --data where it is left out',
    ),
    inForce: locationOf,
  },
  redis: served(
    redis(),
    'where the rate limit is counted for all instances; each counts by itself where it is left out',
  ),
  keepRevisions: taken(['publish'], wholeNumber(10, 0, 10_000), 'old revisions that are kept beside the active one'),
  maxTreeSize: taken(
    ['read-content'],
    wholeNumber(DEFAULT_TREE_BYTES, 10_000, MAX_TREE_BYTES),
    'bytes that a tree may have as it is served',
  ),
  trustProxy: taken(['serve', 'allow'], proxies(), 'proxies whose X-Forwarded-For is believed'),
  rateLimit: live(wholeNumber(100, 1, 1_000_000), 'requests that a client may make in a window'),
  rateWindow: served(wholeNumber(60, 1, 86_400), 'seconds that a window lasts'),
  rateIpv6Prefix: served(wholeNumber(64, 16, 64), 'leading bits that make IPv6 addresses one client'),
  connections: served(wholeNumber(10_000, 1, 1_000_000), 'connections that may be open at once'),
  connectionsPerAddress: served(
    wholeNumber(1024, 1, 1_000_000),
    'connections that one client may have open at once; those of trusted proxies are not counted by address',
  ),
  defaultLocale: taken(
    ['serve', 'read-content'],
    oneOf<Locale>('en', LOCALES),
    'the language of a request that names none; its facts stand where languages differ',
  ),
  publicUrl: taken(['serve', 'export'], baseUrl(), 'the address that clients see, put in front of every link'),
  corsOrigin: live(origins(), 'origins whose web pages may call the service'),
  usagePolicyUrl: taken(['serve', 'export'], url(), 'the usage policy, linked as the licence of every answer'),
  catalogueTitle: taken(
    ['serve', 'export'],
    text('A catalogue of trees', 'TITLE'),
    'what the catalogue is called, in the explorer and in Darwin Core Archives',
  ),
  catalogueContact: taken(
    ['serve', 'export'],
    optionalText('WHO'),
    'who answers for the catalogue and gives keys, in the explorer and in Darwin Core Archives: a name, an address of mail, or “Name <address>”',
  ),
  catalogueAboutEn: served(optionalText('TEXT'), 'a line about the catalogue in English, for the explorer'),
  catalogueAboutEs: served(
    optionalText('TEXT'),
    'the same in Spanish; either stands for the other where one is left out',
  ),
  catalogueLogo: served(imageFile(), 'a picture beside the catalogue’s name in the explorer, in the place of the leaf'),
  docs: served(oneOf('on', SWITCH), 'whether the explorer at /, /docs and /openapi.json are served'),
  drainSeconds: live(
    wholeNumber(0, 0, 300),
    'seconds between saying that it is about to stop, in /readyz, and stopping',
  ),
  metricsPort: served(
    portOrNone(),
    'the port of the metrics, for Prometheus; none where it is left out, and 0 picks a free one',
  ),
  metricsHost: served(text('127.0.0.1', 'ADDRESS'), 'the address that the port of the metrics listens on'),
  logLevel: live(oneOf('info', LOG_LEVELS), 'the least severe messages to log'),
  logFormat: served(
    oneOf('auto', ['auto', 'json', 'pretty']),
    'how lines are logged; auto is pretty on a terminal, JSON elsewhere',
  ),
  logAddresses: served(oneOf('full', ['full', 'short']), 'whether the log shows all of a client’s address'),
  logKeyNames: served(oneOf('on', SWITCH), 'whether the log names keys, beside their ids'),
  actor: taken(
    ['change-store'],
    optionalText('NAME'),
    'who makes a change, for the audit; the user and the machine where it is left out',
  ),
};

type Table = typeof SETTINGS;
export type SettingName = keyof Table;
export type AllSettings = { readonly [K in SettingName]: Table[K]['default'] };
type LiveName = { [K in SettingName]: Table[K] extends { isLive: true } ? K : never }[SettingName];

/** Settings that may change while a server runs: read them at each use. */
export type LiveSettings = Pick<AllSettings, LiveName>;
/** Settings that stay as they were at the start. */
export type Settings = Omit<AllSettings, LiveName>;

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const LIVE_NAMES = SETTING_NAMES.filter((name): name is LiveName => settingOf(name).isLive === true);

export function settingOf(name: SettingName): Setting<unknown> {
  return SETTINGS[name];
}

export function liveOf(settings: AllSettings): LiveSettings {
  return Object.fromEntries(LIVE_NAMES.map((name) => [name, settings[name]])) as unknown as LiveSettings;
}

export function settingsFor(does: readonly Work[]): SettingName[] {
  return SETTING_NAMES.filter((name) => settingOf(name).usedFor.some((work) => does.includes(work)));
}

export function defaultText(name: SettingName): string {
  const { defaultName, show, default: initial } = settingOf(name);
  return defaultName ?? asText(show(initial));
}

/** The variable of the settings file, and those of API clients. */
const OTHER_VARIABLES = ['SYLVA_CONFIG', 'SYLVA_KEY', 'SYLVA_PLAIN_HTTP', 'SYLVA_URL'];

export class SettingsError extends Error {
  override name = 'SettingsError';
}

export function flagOf(name: SettingName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export function variableOf(name: SettingName): string {
  return `SYLVA_${flagOf(name).toUpperCase().replaceAll('-', '_')}`;
}

type Texts = Record<string, string | undefined>;

export interface Sources {
  flags: Texts;
  variables: Texts;
  file: SettingsFile;
}

export interface Given {
  source: 'flag' | 'variable' | 'file';
  from: string;
  text: string;
}

/** From the source that counts; undefined if the default applies. */
export function givenFor(name: SettingName, { flags, variables, file }: Sources): Given | undefined {
  const [flag, variable, entry] = [flagOf(name), variableOf(name), file.entries.get(flagOf(name))];
  if (flags[flag]) return { source: 'flag', from: `--${flag}`, text: flags[flag] };
  if (variables[variable]) return { source: 'variable', from: variable, text: variables[variable] };
  if (!entry || !fits(entry, settingOf(name))) return undefined;
  return { source: 'file', from: entry.place, text: entry.text };
}

/** Throws a `SettingsError` that lists all problems. */
export function readSettings(flags: Texts, variables: Texts, file: SettingsFile = NO_FILE): AllSettings {
  const sources = { flags, variables, file };
  const wrong = [...file.problems, ...unknownVariables(variables), ...unfitEntries(file)];
  const read = (name: SettingName) => {
    const setting = settingOf(name);
    const given = givenFor(name, sources);
    if (!given) return setting.default;
    const value = setting.parse(given.text.trim());
    const subject = given.source === 'file' ? `${given.from} ${flagOf(name)}` : given.from;
    if (value === undefined)
      wrong.push(`${subject} is “${withoutPassword(given.text)}”, but must be ${setting.expects}.`);
    return value;
  };
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, read(name)]));
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'));
  return Object.freeze(settings) as AllSettings;
}

/** Doesn't show values, which may be secret. Variables of the tests are the tests' own. */
function unknownVariables(variables: Texts): string[] {
  const known = new Set([...SETTING_NAMES.map(variableOf), ...OTHER_VARIABLES]);
  const unknown = Object.keys(variables).filter((name) => /^SYLVA_(?!TEST_)/.test(name) && !known.has(name));
  return unknown.map((name) => `There is no setting ${name}.${suggestion(name, known)}`);
}

function unfitEntries({ entries }: SettingsFile): string[] {
  const settings = new Map(SETTING_NAMES.map((name) => [flagOf(name), settingOf(name)]));
  return [...entries].flatMap(([name, entry]) => {
    const setting = settings.get(name);
    if (!setting)
      return [`${entry.place} has ${name}, but there is no such setting.${suggestion(name, settings.keys())}`];
    if (fits(entry, setting)) return [];
    return [`${entry.place} ${name} is ${WRONG_KIND[entry.kind]}, but must be ${setting.expects}.`];
  });
}

const WRONG_KIND = { text: 'a text', list: 'a list', other: 'a table, a date or a nested list' };

function fits({ kind }: FileEntry, { isList }: Setting<unknown>): boolean {
  return kind === 'text' || (kind === 'list' && isList === true);
}

function suggestion(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near ? ` Did you mean ${near}?` : '';
}
