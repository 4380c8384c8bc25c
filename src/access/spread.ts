// In charge of spreading clients evenly over a table, in a way that nobody outside can foresee.

import type { ClientKey } from './rate-limit.ts';

/** The finaliser of MurmurHash3. */
export function spread({ family, high, low }: ClientKey, seed: number): number {
  const start = seed + (family === 6 ? 1 : 0);
  let hash = Math.imul(high ^ start, 0xcc9e2d51) ^ Math.imul(low ^ (start >>> 7), 0x1b873593);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
