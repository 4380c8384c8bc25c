import { editDistance } from './edit-distance.ts';

/** The name in `known` that is closest to a mistyped one, if it is close enough. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  const furthest = wanted.length < 5 ? 1 : 2;
  let best: string | undefined;
  let bestDistance = furthest + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase(), furthest);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
