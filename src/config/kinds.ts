// In charge of what kinds of settings there are: how each is read from a text, and what would be right.

import { parseRange, type Range } from '../access/address.ts';
import { EVERYBODY, EVERYONE, everybodyIn } from '../access/coverage.ts';
import { unshowableIn } from '../shown.ts';
import { type Location, parseLocation } from '../store/location.ts';

export interface Setting<T> {
  default: T;
  /** What stands for the value in the help. */
  value: string;
  help: string;
  /** The value of a text, or undefined where it is none. */
  parse(text: string): T | undefined;
  /** What would be right, for the error. */
  expects: string;
  /** What the default is called where it depends on the machine. */
  defaultName?: string;
  /** All values that it may have, where they are few. */
  choices?: readonly string[];
  /** Whether it takes several values, separated by commas; a list in the settings file. */
  isList?: boolean;
  /** Whether a running server takes a new value over. */
  isLive?: boolean;
}

/** One that a running server takes over on SIGHUP. */
export function live<T>(setting: Setting<T>): Setting<T> {
  return { ...setting, isLive: true };
}

export function text(initial: string, value: string, help: string): Setting<string> {
  return { default: initial, value, help, parse: (given) => given || undefined, expects: 'a text' };
}

export function wholeNumber(initial: number, least: number, most: number, help: string): Setting<number> {
  return {
    default: initial,
    value: 'N',
    help,
    parse: (given) =>
      /^\d{1,15}$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
    expects: `a whole number from ${least} to ${most}`,
  };
}

export function optionalText(value: string, help: string): Setting<string | null> {
  return {
    default: null,
    value,
    help,
    parse: (given) => (given.length <= 200 && !unshowableIn(given) ? given : undefined),
    expects: 'at most 200 characters, none of them invisible',
  };
}

export function portOrNone(help: string): Setting<number | null> {
  return { ...wholeNumber(0, 0, 65535, help), default: null };
}

export function oneOf<T extends string>(initial: T, allowed: readonly T[], help: string): Setting<T> {
  return {
    default: initial,
    value: allowed.join('|'),
    help,
    parse: (given) => allowed.find((each) => each === given),
    expects: `one of ${allowed.join(', ')}`,
    choices: allowed,
  };
}

export function database(help: string): Setting<Location | null> {
  return {
    default: null,
    value: 'ADDRESS',
    help,
    parse: parseLocation,
    expects: 'sqlite:PATH or postgres://USER@HOST/DATABASE',
  };
}

export function redis(help: string): Setting<string | null> {
  return {
    default: null,
    value: 'URL',
    help,
    parse: (given) => (/^rediss?:\/\/[^/]/.test(given) && URL.canParse(given) ? given : undefined),
    expects: 'an address such as redis://HOST:6379, or rediss:// for TLS',
  };
}

export function url(help: string): Setting<string | null> {
  return {
    default: null,
    value: 'URL',
    help,
    // As it is written in headers: letters beyond ASCII in the form that hosts and paths have on the wire.
    parse: (given) => (isWebAddress(given) ? withoutSlashes(new URL(given).href) : undefined),
    expects: 'an address such as https://trees.example.org',
  };
}

/** One that paths are put behind. */
export function baseUrl(help: string): Setting<string | null> {
  const { parse, ...setting } = url(help);
  return {
    ...setting,
    parse: (given) => (/[?#]/.test(given) ? undefined : parse(given)),
    expects: 'an address without a query, such as https://trees.example.org',
  };
}

export function origins(help: string): Setting<string[]> {
  const parse = (given: string) => {
    const each = given.split(',').map((origin) => origin.trim());
    return each.every((origin) => isWebAddress(origin) && new URL(origin).origin === origin) ? each : undefined;
  };
  const expects = 'origins such as https://www.example.org';
  return { default: [], value: 'ORIGIN,ORIGIN', help, parse, expects, isList: true };
}

/** Whoever calls from a trusted address can choose the one that is seen: nobody trusts everyone by mistake. */
export function proxies(help: string): Setting<Range[]> {
  const parse = (given: string) => {
    if (given === EVERYONE) return [EVERYBODY];
    const each = given.split(',').map((range) => parseRange(range.trim()));
    const ranges = each.filter((range) => typeof range !== 'string');
    return ranges.length === each.length && !everybodyIn(ranges) ? ranges : undefined;
  };
  const expects = `addresses or CIDRs of proxies, not of everybody, such as 10.0.0.0/8,2001:db8::/32; or the word ${EVERYONE}, where only proxies can reach the service`;
  return { default: [], value: 'CIDR,CIDR', help, parse, expects, isList: true };
}

/** Without those at its end. */
function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}

function isWebAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol) && !/["<>\s]/.test(given);
}
