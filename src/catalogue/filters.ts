import { keysOfRequest } from '../domain/identifiers.ts';
import { FILTERS, type Filter, filterKey, ID_FILTERS, type IdFilter } from '../domain/questions.ts';
import { keysWithin } from '../domain/regions/regions.ts';
import { fold } from '../domain/vocabulary.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { type Matches, type Postings, type QueryScratch, unite } from './matches.ts';
import type { Ordering } from './ordering.ts';
import type { TreesQuery } from './query.ts';

/** The trees that each filter of a query matches. */
export type Conditions = Map<Filter | IdFilter | 'search', Matches>;

export function filterConditions(
  snapshot: Snapshot,
  { filters, lookUps = {} }: TreesQuery,
  ordering: Ordering,
  scratch: QueryScratch,
): Conditions {
  const conditions: Conditions = new Map();
  for (const filter of FILTERS) {
    const texts = filters[filter];
    if (!texts) continue;
    const facet = snapshot.facets[filter];
    const postings = Array.from(valuesOf(facet, filter, texts), (value) => postingsOf(facet, value, ordering));
    conditions.set(filter, unite(postings, scratch, ordering.ranks));
  }
  for (const lookUp of ID_FILTERS) {
    const texts = lookUps[lookUp];
    if (!texts) continue;
    const find = lookUp === 'slug' ? treesBySlug : treesByIdentifier;
    const trees = Uint32Array.from(texts.flatMap((text) => find(snapshot, text)));
    conditions.set(lookUp, unite([{ bitmap: undefined, size: trees.length, trees }], scratch, ordering.ranks));
  }
  return conditions;
}

/** The values that some tree has, each once. A continent that no tree has stands for its regions. */
function valuesOf({ keys }: Facet, filter: Filter, texts: string[]): Set<number> {
  const found = new Set<number>();
  for (const text of texts) {
    const value = keys.find(filterKey(filter, text));
    if (value !== -1) found.add(value);
    else if (filter === 'distribution') for (const key of keysWithin(text)) found.add(keys.find(key));
  }
  found.delete(-1);
  return found;
}

function postingsOf(facet: Facet, value: number, ordering: Ordering): Postings {
  const { offsets, items } = facet.trees;
  return {
    bitmap: ordering.bitmapOf(facet, value),
    size: facet.counts[value],
    trees: items.subarray(offsets[value], offsets[value + 1]),
  };
}

function treesBySlug({ slugs }: Snapshot, text: string): number[] {
  const exact = slugs.find(text);
  const tree = exact === -1 ? slugs.find(fold(text).replaceAll(' ', '-')) : exact;
  return tree === -1 ? [] : [tree];
}

function treesByIdentifier({ identifiers: { keys, trees } }: Snapshot, text: string): number[] {
  const { whole, start } = keysOfRequest(text);
  const named = whole === undefined ? -1 : keys.find(whole);
  const [first, end] = named === -1 ? keys.findPrefix(start) : [named, named + 1];
  return [...trees.items.subarray(trees.offsets[first], trees.offsets[end])];
}
