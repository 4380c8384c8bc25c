// Parses IP addresses and ranges strictly, formats them uniformly (mapped IPv4 as IPv4), and finds a request's client: the
// peer, or the address that a trusted proxy forwards.

import { BlockList, isIP } from 'node:net';

export interface Address {
  family: 4 | 6;
  value: bigint;
  /** In a form that Node accepts. */
  text: string;
}

export interface Range {
  family: 4 | 6;
  value: bigint;
  prefix: number;
}

const BITS = { 4: 32, 6: 128 } as const;
const MAPPED_PREFIX = 96;
const MAPPED = 0xffffn;

/** `::ffff:a.b.c.d` becomes `a.b.c.d`, and a zone such as `%eth0` is dropped. */
export function parseAddress(text: string): Address | undefined {
  const family = isIP(text);
  if (family === 4) return { family, value: parseIPv4(text), text };
  if (family !== 6) return undefined;
  const [plain] = text.split('%');
  const value = parseIPv6(plain);
  if (value >> 32n !== MAPPED) return { family, value, text: plain };
  const unmapped = { family: 4, value: value & 0xffffffffn } as const;
  return { ...unmapped, text: formatAddress(unmapped) };
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

export function formatAddress({ family, value }: Omit<Address, 'text'>): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: 8 }, (_, index) => ((value >> BigInt(112 - index * 16)) & 0xffffn).toString(16));
  // The URL standard shortens zeros in the same way as RFC 5952.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Without the part that identifies a person: the first 24 bits, or 48 of IPv6. */
export function shortened({ family, value }: Address): Omit<Address, 'text'> {
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
  if (length !== undefined && length !== String(Number(length)))
    return `“${text}” writes its prefix length with a 0 in front; did you mean ${start}/${Number(length)}?`;
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

const FAMILIES = { 4: 'ipv4', 6: 'ipv6' } as const;

/** With Node's own list, a thousand ranges are as fast as one. */
export class Ranges {
  readonly #list = new BlockList();

  constructor(ranges: readonly Range[]) {
    for (const range of ranges) this.#list.addSubnet(formatAddress(range), range.prefix, FAMILIES[range.family]);
  }

  /** An IPv6 range around the mapped addresses, such as `::/0`, includes IPv4 too. */
  includes({ family, text }: Address): boolean {
    return this.#list.check(text, FAMILIES[family]);
  }
}

export function firstBits(value: bigint, family: 4 | 6, prefix: number): bigint {
  return value >> BigInt(BITS[family] - prefix);
}

const UNKNOWN: Address = { family: 6, value: 0n, text: '::' };

/** No request passes more proxies; a longer header only costs time. */
const MAX_HOPS = 32;

export class ClientAddresses {
  readonly #trusted: Ranges;

  constructor(trusted: readonly Range[]) {
    this.#trusted = new Ranges(trusted);
  }

  peer(remoteAddress: string | undefined): Address {
    return (remoteAddress && parseAddress(remoteAddress)) || UNKNOWN;
  }

  /** Walks `X-Forwarded-For` from the right past trusted proxies to the first other address, or to an entry that is none. */
  resolve(peer: Address, forwardedFor = ''): Address {
    let client = peer;
    let end = forwardedFor.length;
    for (let hops = 0; hops < MAX_HOPS && end > 0 && this.isTrusted(client); hops++) {
      const comma = forwardedFor.lastIndexOf(',', end - 1);
      const address = parseEntry(forwardedFor.slice(comma + 1, end).trim());
      if (!address) break;
      client = address;
      end = comma;
    }
    return client;
  }

  isTrusted(address: Address): boolean {
    return this.#trusted.includes(address);
  }
}

/** Some proxies append the port. */
function parseEntry(entry: string): Address | undefined {
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  return parseAddress(bracketed ?? plain ?? entry);
}
