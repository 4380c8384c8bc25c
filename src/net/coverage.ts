// Measures the share of all addresses that a set of ranges holds.

import type { Range } from './address.ts';

/** A sixteenth of all addresses belongs to no single network. */
const NEARLY_EVERYBODY = 1 / 16;

export const EVERYONE = 'everyone';
export const EVERYBODY: Range = { family: 6, value: 0n, prefix: 0 };

/** The addresses that clients can have: an eighth of IPv6. */
const SPACES: [string, Range][] = [
  ['IPv4', { family: 4, value: 0n, prefix: 0 }],
  ['IPv6', { family: 6, value: 0x2000n << 112n, prefix: 3 }],
];

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

/** Such as `50 % of all IPv4 addresses`; undefined if it is far from everybody. */
export function everybodyIn(ranges: readonly Range[]): string | undefined {
  const parts = SPACES.flatMap(([name, space]) => {
    const share = shareOf(space, ranges);
    if (share < NEARLY_EVERYBODY) return [];
    return `${share === 1 ? '' : `${Math.floor(share * 100)} % of `}all ${name} addresses`;
  });
  return parts.length === 0 ? undefined : parts.join(' and ');
}

/** A sentence, if an allowlist lets nearly everybody in. */
export function openTo(allowlist: readonly Range[]): string | undefined {
  const everybody = everybodyIn(allowlist);
  return everybody && `The allowlist lets ${everybody} call without a key.`;
}

export function overlap(one: Range, other: Range): boolean {
  const [a, b] = [stretchOf(one), stretchOf(other)];
  return a.first <= b.last && b.first <= a.last;
}

/** Maps IPv4 into IPv6, so that a range around the mapped addresses, such as `::/80`, includes it. */
function stretchOf({ family, value, prefix }: Range): { first: bigint; last: bigint } {
  const first = family === 4 ? (0xffffn << 32n) | value : value;
  return { first, last: first + (1n << BigInt((family === 4 ? 32 : 128) - prefix)) - 1n };
}
