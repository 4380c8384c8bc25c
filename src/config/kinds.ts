// Defines what a setting is, and the kinds of settings: how each is parsed, described, and shown without secrets.

import { statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { unshowableIn } from '../domain/shown.ts';
import { formatRange, parseRange, type Range } from '../net/address.ts';
import { EVERYBODY, EVERYONE, everybodyIn } from '../net/coverage.ts';
import { type Location, parseLocation, withoutPassword } from './location.ts';

export type Plain = string | number | null | readonly string[];

export interface SettingKind<T> {
  default: T;
  value: string;
  parse(text: string): T | undefined;
  /** Describes valid values, for the error. */
  expects: string;
  /** The value for people and scripts, without secrets. */
  show(value: T): Plain;
  choices?: readonly string[];
  /** Whether it takes several values, separated by commas; a list in the settings file. */
  isList?: boolean;
}

export const WORK = [
  'serve',
  'open-store',
  'change-store',
  'read-content',
  'publish',
  'preview',
  'export',
  'allow',
] as const;
export type Work = (typeof WORK)[number];

export interface Setting<T> extends SettingKind<T> {
  help: string;
  /** Commands that do one of these take it. */
  usedFor: readonly Work[];
  /** Whether a running server applies a new value on SIGHUP. */
  isLive?: boolean;
  /** Describes a default that depends on the machine. */
  defaultName?: string;
  /** The effective value if it follows from other settings, too. */
  inForce?(settings: { data: string; database: Location | null }): T;
}

export function asText(plain: Plain): string {
  if (plain === null) return 'none';
  if (typeof plain === 'string' || typeof plain === 'number') return String(plain);
  return plain.join(', ') || 'none';
}

function kind<T extends Plain>(
  initial: T,
  value: string,
  expects: string,
  parse: (given: string) => T | undefined,
): SettingKind<T> {
  return { default: initial, value, expects, parse, show: (each) => each };
}

export function text(initial: string, value: string): SettingKind<string> {
  return kind(initial, value, 'a text', (given) => given || undefined);
}

export function wholeNumber(initial: number, min: number, max: number): SettingKind<number> {
  return kind(initial, 'N', `a whole number from ${min} to ${max}`, (given) => {
    const number = /^\d{1,15}$/.test(given) ? Number(given) : NaN;
    return number >= min && number <= max ? number : undefined;
  });
}

export function optionalText(value: string): SettingKind<string | null> {
  const parse = (given: string) => (given.length <= 200 && !unshowableIn(given) ? given : undefined);
  return kind(null, value, 'at most 200 characters, none of them invisible', parse);
}

export const IMAGE_TYPES: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};
const MAX_IMAGE_BYTES = 200_000;

export function imageFile(): SettingKind<string | null> {
  const isImage = (file: string) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return extname(file) in IMAGE_TYPES && found?.isFile() && found.size <= MAX_IMAGE_BYTES;
  };
  const expects = `a file of at most ${MAX_IMAGE_BYTES / 1000} kB that ends in ${Object.keys(IMAGE_TYPES).join(', ')}`;
  return kind(null, 'FILE', expects, (given) => (isImage(given) ? resolve(given) : undefined));
}

export function portOrNone(): SettingKind<number | null> {
  return { ...wholeNumber(0, 0, 65535), default: null, show: (each) => each };
}

export function oneOf<const T extends string>(initial: NoInfer<T>, allowed: readonly T[]): SettingKind<T> {
  const parse = (given: string) => allowed.find((each) => each === given);
  return { ...kind<T>(initial, allowed.join('|'), `one of ${allowed.join(', ')}`, parse), choices: allowed };
}

export function database(): SettingKind<Location | null> {
  return {
    default: null,
    value: 'ADDRESS',
    parse: parseLocation,
    expects: 'sqlite:PATH or postgres://USER@HOST/DATABASE',
    show: (each) => each && (each.kind === 'sqlite' ? `sqlite:${each.path}` : withoutPassword(each.url)),
  };
}

export function redis(): SettingKind<string | null> {
  const expects =
    'an address such as redis://HOST:6379, or rediss:// for TLS; a number may follow, as in redis://HOST:6379/1';
  const isRedis = (given: string) =>
    /^rediss?:\/\/[^/]/.test(given) && /^\/?$|^\/\d{1,5}$/.test(URL.parse(given)?.pathname ?? '?');
  return {
    ...kind<string | null>(null, 'URL', expects, (given) => (isRedis(given) ? given : undefined)),
    show: shownAddress,
  };
}

export function url(): SettingKind<string | null> {
  // As headers contain it: letters beyond ASCII in their form on the wire.
  const parse = (given: string) => (isWebAddress(given) ? withoutSlashes(new URL(given).href) : undefined);
  return {
    ...kind<string | null>(null, 'URL', 'an address such as https://trees.example.org', parse),
    show: shownAddress,
  };
}

/** An address that paths are appended to. */
export function baseUrl(): SettingKind<string | null> {
  const { parse, ...kind } = url();
  return {
    ...kind,
    parse: (given) => (/[?#]/.test(given) ? undefined : parse(given)),
    expects: 'an address without a query, such as https://trees.example.org',
  };
}

export function origins(): SettingKind<readonly string[]> {
  const parse = (given: string) => {
    const each = given.split(',').map((origin) => origin.trim());
    return each.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin) ? each : undefined;
  };
  const expects = 'origins such as https://www.example.org';
  return { ...kind<readonly string[]>([], 'ORIGIN,ORIGIN', expects, parse), isList: true };
}

/** A client at a trusted address can choose the address that is seen: nobody must trust everyone by mistake. */
export function proxies(): SettingKind<readonly Range[]> {
  const parse = (given: string) => {
    if (given === EVERYONE) return [EVERYBODY];
    const each = given.split(',').map((range) => parseRange(range.trim()));
    const ranges = each.filter((range) => typeof range !== 'string');
    return ranges.length === each.length && !everybodyIn(ranges) ? ranges : undefined;
  };
  const expects = `addresses or CIDRs of proxies, not of everybody, such as 10.0.0.0/8,2001:db8::/32; or the word ${EVERYONE}, where only proxies can reach the service`;
  const show = (ranges: readonly Range[]) => ranges.map((each) => (each === EVERYBODY ? EVERYONE : formatRange(each)));
  return { default: [], value: 'CIDR,CIDR', parse, expects, show, isList: true };
}

function shownAddress(address: string | null): string | null {
  return address && withoutPassword(address);
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}

function isWebAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol) && !/["<>\s]/.test(given);
}
