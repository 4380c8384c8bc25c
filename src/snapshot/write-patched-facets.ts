// In charge of writing the filters' values where most trees are as they were: bitmaps follow from those before.

import { FILTERS, type Filter } from '../domain/questions.ts';
import type { Base, FreshTrees } from './base.ts';
import { addTrees, bitmapsOf, mostListed } from './facet-bitmaps.ts';
import { NO_BITMAP, type Thresholds } from './layout.ts';
import { type ConcatenatedLists, NO_NUMBER } from './lists.ts';
import { MovedBits } from './moved-bits.ts';
import type { PatchedFacet, PatchedFacets } from './patch-facets.ts';
import type { SectionsToWrite } from './snapshot-writer.ts';
import { eachFilter, facetSections } from './write-facets.ts';

/** The same as of all trees. */
export function writePatchedFacets(
  facets: PatchedFacets,
  fresh: FreshTrees,
  base: Base,
  ranks: Uint32Array,
  thresholds: Thresholds,
): SectionsToWrite {
  const most = mostListed(base.trees, thresholds);
  const withBitmaps: SetOfTrees[] = [];
  const sections: SectionsToWrite = {};
  for (const filter of FILTERS) {
    const facet = facets[filter];
    const bitmapNumbers = Uint32Array.from(facet.counts, (count, key) =>
      count > most ? withBitmaps.push({ filter, key }) - 1 : NO_BITMAP,
    );
    const lists = listsOf(facet, (key) => bitmapNumbers[key] === NO_BITMAP);
    Object.assign(sections, facetSections(filter, { ...facet, bitmapNumbers, lists }));
  }
  const bitmaps = new PatchedBitmaps(facets, fresh, base, ranks, withBitmaps);
  return { ...sections, bitmaps: bitmapsOf(withBitmaps, base.trees, (set, into) => bitmaps.write(set, into)) };
}

/** The trees that have a value. */
interface SetOfTrees {
  filter: Filter;
  key: number;
}

class PatchedBitmaps {
  readonly #facets: PatchedFacets;
  readonly #fresh: number[];
  readonly #base: Base;
  readonly #ranks: Uint32Array;
  readonly #moved: MovedBits;
  /** The trees of each value whose bits do not follow from those before. */
  readonly #others: Record<Filter, ConcatenatedLists>;

  constructor(facets: PatchedFacets, fresh: FreshTrees, base: Base, ranks: Uint32Array, withBitmaps: SetOfTrees[]) {
    this.#facets = facets;
    this.#fresh = [...fresh.keys()];
    this.#base = base;
    this.#ranks = ranks;
    this.#moved = new MovedBits(base, ranks);
    const others = withBitmaps.filter((set) => this.#before(set) === NO_BITMAP);
    this.#others = eachFilter((filter) => {
      const keys = new Set(others.filter((set) => set.filter === filter).map(({ key }) => key));
      return listsOf(facets[filter], (key) => keys.has(key));
    });
  }

  write(set: SetOfTrees, into: Uint32Array): void {
    const { filter, key } = set;
    const before = this.#before(set);
    if (before !== NO_BITMAP) this.#moved.copy(before, into);
    const { offsets, items } = this.#others[filter];
    const trees =
      before === NO_BITMAP
        ? items.subarray(offsets[key], offsets[key + 1])
        : this.#fresh.filter((tree) => has(tree, key, this.#facets[filter]));
    addTrees(trees, this.#ranks, this.#base.trees, into);
  }

  /** The number of the bitmaps that those of a value follow from. Where much has moved, they are as soon made. */
  #before({ filter, key }: SetOfTrees): number {
    const before = this.#facets[filter].before[key];
    const isKnown = before !== NO_NUMBER && this.#moved.isShort;
    return isKnown ? this.#base.snapshot.facets[filter].bitmapNumbers[before] : NO_BITMAP;
  }
}

/** The trees of each value that is asked for, and none of others. */
function listsOf({ counts, values }: PatchedFacet, isAsked: (key: number) => boolean): ConcatenatedLists {
  const asked = Uint8Array.from(counts, (_, key) => Number(isAsked(key)));
  const offsets = new Uint32Array(counts.length + 1);
  for (let key = 0; key < counts.length; key++) offsets[key + 1] = offsets[key] + asked[key] * counts[key];
  const next = offsets.slice();
  const items = new Uint32Array(offsets[counts.length]);
  if (items.length === 0) return { offsets, items };
  for (let tree = 0; tree + 1 < values.offsets.length; tree++) {
    for (let at = values.offsets[tree]; at < values.offsets[tree + 1]; at++) {
      const key = values.items[at];
      if (asked[key] === 1) items[next[key]++] = tree;
    }
  }
  return { offsets, items };
}

function has(tree: number, key: number, { values: { offsets, items } }: PatchedFacet): boolean {
  return items.subarray(offsets[tree], offsets[tree + 1]).includes(key);
}
