// In charge of the settings: one table of them, each a flag (`--default-locale`) and a variable (`SYLVA_DEFAULT_LOCALE`).

import { availableParallelism } from 'node:os';
import { parseRange, type Range } from './access/address.ts';
import { LOCALES, type Locale } from './vocabulary.ts';

interface Setting<T> {
  default: T;
  /** What stands for the value in the help. */
  value: string;
  help: string;
  /** The value of a text, or undefined where it is none. */
  parse(text: string): T | undefined;
  /** What would be right, for the error. */
  expects: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const SETTINGS = {
  host: text('127.0.0.1', 'ADDRESS', 'the address to listen on'),
  port: wholeNumber(3000, 0, 65535, 'the port to listen on; 0 picks a free one'),
  threads: wholeNumber(availableParallelism(), 1, 256, 'threads that serve; one per core where it is left out'),
  data: text('./data', 'FOLDER', 'where the service keeps what it knows'),
  keepRevisions: wholeNumber(10, 0, 10_000, 'old revisions that are kept beside the active one'),
  trustProxy: ranges('proxies whose X-Forwarded-For is believed'),
  rateLimit: wholeNumber(100, 1, 1_000_000, 'requests that a client may make in a window'),
  rateWindow: wholeNumber(60, 1, 86_400, 'seconds that a window lasts'),
  rateIpv6Prefix: wholeNumber(64, 16, 64, 'leading bits that make IPv6 addresses one client'),
  defaultLocale: oneOf<Locale>('en', LOCALES, 'the language of a request that names none'),
  publicUrl: url('the address that clients see, put in front of every link'),
  corsOrigin: origins('origins whose web pages may call the service'),
  usagePolicyUrl: url('the usage policy, linked as the licence of every answer'),
  logLevel: oneOf<LogLevel>('info', LOG_LEVELS, 'the least severe messages to log'),
};

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [K in SettingName]: (typeof SETTINGS)[K]['default'] };

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

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

/** The settings in force: a flag wins over a variable, a variable over the default. All wrong ones are reported at once. */
export function readSettings(flags: Texts, variables: Texts): Settings {
  const wrong: string[] = [];
  const read = (name: SettingName) => {
    const setting: Setting<unknown> = SETTINGS[name];
    const [source, given] =
      flags[flagOf(name)] === undefined
        ? [variableOf(name), variables[variableOf(name)]]
        : [`--${flagOf(name)}`, flags[flagOf(name)]];
    if (given === undefined || given === '') return setting.default;
    const value = setting.parse(given.trim());
    if (value === undefined) wrong.push(`${source} is “${given}”, but must be ${setting.expects}.`);
    return value;
  };
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, read(name)]));
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'));
  return settings as Settings;
}

function text(initial: string, value: string, help: string): Setting<string> {
  return { default: initial, value, help, parse: (given) => given, expects: 'a text' };
}

function wholeNumber(initial: number, least: number, most: number, help: string): Setting<number> {
  return {
    default: initial,
    value: 'N',
    help,
    parse: (given) =>
      /^\d{1,15}$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
    expects: `a whole number from ${least} to ${most}`,
  };
}

function oneOf<T extends string>(initial: T, allowed: readonly T[], help: string): Setting<T> {
  return {
    default: initial,
    value: allowed.join('|'),
    help,
    parse: (given) => allowed.find((each) => each === given),
    expects: `one of ${allowed.join(', ')}`,
  };
}

function url(help: string): Setting<string | null> {
  return {
    default: null,
    value: 'URL',
    help,
    parse: (given) => (isWebAddress(given) ? given.replace(/\/+$/, '') : undefined),
    expects: 'an address such as https://trees.example.org',
  };
}

function origins(help: string): Setting<string[]> {
  const parse = (given: string) => {
    const each = given.split(',').map((origin) => origin.trim());
    return each.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin) ? each : undefined;
  };
  return { default: [], value: 'ORIGIN,ORIGIN', help, parse, expects: 'origins such as https://www.example.org' };
}

function ranges(help: string): Setting<Range[]> {
  const parse = (given: string) => {
    const each = given.split(',').map((range) => parseRange(range.trim()));
    return each.every((range) => typeof range !== 'string') ? each : undefined;
  };
  return {
    default: [],
    value: 'CIDR,CIDR',
    help,
    parse,
    expects: 'addresses or CIDRs such as 10.0.0.0/8,2001:db8::/32',
  };
}

function isWebAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol) && !/["<>\s]/.test(given);
}
