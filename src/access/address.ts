// In charge of IP addresses and ranges of them: read strictly, written in one form, IPv4 the same whether mapped or not.

import { isIP } from 'node:net';

export interface Address {
  family: 4 | 6;
  value: bigint;
}

/** A CIDR: the addresses that share its first bits. */
export interface Range {
  family: 4 | 6;
  /** The value of its first address. */
  value: bigint;
  prefix: number;
}

const BITS = { 4: 32, 6: 128 } as const;
const MAPPED_PREFIX = 96;
const MAPPED = 0xffffn;

/** The address of a text, or undefined; `::ffff:a.b.c.d` is `a.b.c.d`, and a zone such as `%eth0` is left off. */
export function parseAddress(text: string): Address | undefined {
  const family = isIP(text);
  if (family === 4) return { family, value: parseIPv4(text) };
  if (family !== 6) return undefined;
  const value = parseIPv6(text.split('%')[0]);
  return value >> 32n === MAPPED ? { family: 4, value: value & 0xffffffffn } : { family, value };
}

function parseIPv4(text: string): bigint {
  return text.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n);
}

function parseIPv6(text: string): bigint {
  const [head, tail] = text.split('::').map(groupsOf);
  const missing = tail ? 8 - head.length - tail.length : 0;
  const groups = [...head, ...new Array<bigint>(missing).fill(0n), ...(tail ?? [])];
  return groups.reduce((value, group) => (value << 16n) | group, 0n);
}

function groupsOf(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const value = parseIPv4(group);
    return [value >> 16n, value & 0xffffn];
  });
}

export function formatAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  const zeros = longestZeros(groups);
  if (zeros.length < 2) return groups.join(':');
  return `${groups.slice(0, zeros.start).join(':')}::${groups.slice(zeros.start + zeros.length).join(':')}`;
}

function longestZeros(groups: string[]): { start: number; length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let length = 0;
    while (groups[start + length] === '0') length++;
    if (length > best.length) best = { start, length };
  }
  return best;
}

/** The network of an address, which tells whose it is and not which person's: its first 24 bits, or 48 of IPv6. */
export function shortened({ family, value }: Address): Address {
  const hidden = BigInt(BITS[family] - (family === 4 ? 24 : 48));
  return { family, value: (value >> hidden) << hidden };
}

/** The range of an address or a CIDR, or a sentence that says what is wrong with it. */
export function parseRange(text: string): Range | string {
  const [, start, length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = start === undefined || start.includes('%') ? undefined : parseAddress(start);
  if (!address) return `“${text}” is neither an address nor a CIDR such as 192.0.2.0/24 or 2001:db8::/32.`;
  const { family, value } = address;
  const isMapped = family === 4 && isIP(start) === 6;
  const prefix = length === undefined ? BITS[family] : Number(length) - (isMapped ? MAPPED_PREFIX : 0);
  if (prefix < 0 || prefix > BITS[family])
    return `“${text}” has a prefix length that an IPv${family} range cannot have.`;
  const first = { family, value: firstBits(value, family, prefix) << BigInt(BITS[family] - prefix), prefix };
  if (first.value !== value) return `“${text}” does not begin its range; did you mean ${formatRange(first)}?`;
  return first;
}

export function formatRange({ family, value, prefix }: Range): string {
  const address = formatAddress({ family, value });
  return prefix === BITS[family] ? address : `${address}/${prefix}`;
}

/** An IPv6 range around the mapped addresses, such as `::/0`, includes IPv4 ones too. */
export function includes(range: Range, { family, value }: Address): boolean {
  if (family === range.family)
    return firstBits(value, family, range.prefix) === firstBits(range.value, family, range.prefix);
  if (family === 6) return false;
  const mapped = (MAPPED << 32n) | value;
  return firstBits(mapped, 6, range.prefix) === firstBits(range.value, 6, range.prefix);
}

/** One of two ranges that share an address always includes the other's first. */
export function overlap(a: Range, b: Range): boolean {
  return includes(a, b) || includes(b, a);
}

export function firstBits(value: bigint, family: 4 | 6, prefix: number): bigint {
  return value >> BigInt(BITS[family] - prefix);
}
