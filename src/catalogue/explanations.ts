// Explains by which name a search found a tree, if its record doesn't show that name.

import { fold, LOCALES, words } from '../domain/vocabulary.ts';
import { readRecord, type Snapshot } from '../snapshot/open.ts';
import type { Explanation } from './query.ts';
import type { ParsedSearch } from './search.ts';

/** The place of a tree's scientific name among its names: after the titles, and before synonyms and common names. */
const SCIENTIFIC_NAME = LOCALES.length;

/** By slug: the trees that a word of the search found by a name which is not in their record. */
export function explain(
  snapshot: Snapshot,
  { text, locale }: ParsedSearch,
  trees: number[],
): Record<string, Explanation> {
  const { keys, byTree } = snapshot.names;
  const wanted = words(text).map((word) => Buffer.from(word));
  const whole = keys.find(fold(text));
  const found = trees.flatMap((tree): [string, Explanation][] => {
    const names = byTree.items.subarray(byTree.offsets[tree], byTree.offsets[tree + 1]);
    const [title, scientificName] = [names[LOCALES.indexOf(locale)], names[SCIENTIFIC_NAME]];
    const missing = wanted.filter(
      (word) => !keys.startsWordOf(title, word) && !keys.startsWordOf(scientificName, word),
    );
    const place = missing.length > 0 ? bestOf(snapshot, names, missing, whole) : -1;
    return place === -1 ? [] : [[snapshot.slugs.get(tree), asWritten(snapshot, tree, place)]];
  });
  return Object.fromEntries(found);
}

/** The place of the name that equals the search, or of the first one with most of the missing words, or -1. */
function bestOf({ names: { keys } }: Snapshot, names: Uint32Array, missing: Uint8Array[], whole: number): number {
  const equal = names.indexOf(whole);
  if (equal !== -1) return equal;
  let best = -1;
  let most = 0;
  for (let place = 0; place < names.length; place++) {
    const held = missing.filter((word) => keys.startsWordOf(names[place], word)).length;
    if (held > most) [best, most] = [place, held];
  }
  return best;
}

function asWritten(snapshot: Snapshot, tree: number, place: number): Explanation {
  if (place < SCIENTIFIC_NAME)
    return { field: 'title', value: readRecord(snapshot.records[LOCALES[place]], tree, 'summary').title };
  const [start, end] = snapshot.otherNames.subarray(tree * 2, tree * 2 + 2);
  const json = snapshot.records[LOCALES[0]].bytes.toString('utf8', start, end);
  const { synonyms, commonNames }: { synonyms: string[]; commonNames: { name: string }[] } = JSON.parse(`{${json}}`);
  const other = place - SCIENTIFIC_NAME - 1;
  return other < synonyms.length
    ? { field: 'synonyms', value: synonyms[other] }
    : { field: 'commonNames', value: commonNames[other - synonyms.length].name };
}
