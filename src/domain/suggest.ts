// In charge of "did you mean …?": the known name that is nearest to a mistyped one.

import { editDistance } from './edit-distance.ts';

/** The nearest of the known names, if it is near enough to be a slip of the pen. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const furthest = wanted.length < 5 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = furthest + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), furthest);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
