// In charge of how many addresses a set of ranges holds: those of a network that somebody can vouch for, or of nearly everybody.

import type { Range } from './address.ts';

/** No holder of addresses has a sixteenth of them: so many are nobody's network. */
const NEARLY_EVERYBODY = 1 / 16;

/** What says plainly that everybody is meant. */
export const EVERYONE = 'everyone';
export const EVERYBODY: Range = { family: 6, value: 0n, prefix: 0 };

/** Those that callers can have; of IPv6 that is an eighth. */
const SPACES: [string, Range][] = [
  ['IPv4', { family: 4, value: 0n, prefix: 0 }],
  ['IPv6', { family: 6, value: 0x2000n << 112n, prefix: 3 }],
];

/** The share of a space that ranges hold between them, from 0 to 1. */
export function shareOf(space: Range, ranges: readonly Range[]): number {
  const { first, last } = stretchOf(space);
  let [next, held] = [first, 0n];
  for (const stretch of ranges.map(stretchOf).sort((a, b) => (a.first < b.first ? -1 : 1))) {
    const from = stretch.first > next ? stretch.first : next;
    const to = stretch.last < last ? stretch.last : last;
    if (from > to) continue;
    held += to - from + 1n;
    next = to + 1n;
  }
  return Number(held) / Number(last - first + 1n);
}

/** Which part of all addresses ranges hold, such as `50 % of all IPv4 addresses`, where that is nearly everybody. */
export function everybodyIn(ranges: readonly Range[]): string | undefined {
  const shares = SPACES.map(([name, space]) => ({ name, share: shareOf(space, ranges) }));
  const large = shares.filter(({ share }) => share >= NEARLY_EVERYBODY);
  const parts = large.map(
    ({ name, share }) => `${share === 1 ? '' : `${Math.floor(share * 100)} % of `}all ${name} addresses`,
  );
  return parts.length === 0 ? undefined : parts.join(' and ');
}

/** What an allowlist means, where it lets nearly everybody in. */
export function openTo(allowlist: readonly Range[]): string | undefined {
  const everybody = everybodyIn(allowlist);
  return everybody && `The allowlist lets ${everybody} call without a key.`;
}

export function overlap(one: Range, other: Range): boolean {
  const [a, b] = [stretchOf(one), stretchOf(other)];
  return a.first <= b.last && b.first <= a.last;
}

/** All addresses on one line, IPv4 where it is mapped into IPv6: a range around that place, such as `::/80`, holds it too. */
function stretchOf({ family, value, prefix }: Range): { first: bigint; last: bigint } {
  const first = family === 4 ? (0xffffn << 32n) | value : value;
  return { first, last: first + (1n << BigInt((family === 4 ? 32 : 128) - prefix)) - 1n };
}
