// In charge of the filters: the trees that have any of a filter's values, and that for all of the filters.

import { FILTERS, type Filter, NO_TREE, ORDERINGS, wordsFor } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { fold } from '../vocabulary.ts';
import { add, addAll, type Bitmap, count, fillFirst, has, intersect } from './bitmap.ts';
import type { ListQuery } from './query.ts';

/** Bits stand for ranks in one ordering. */
export interface Space {
  ordering: number;
  /** Rank by tree. */
  ranks: Uint32Array;
  /** Tree by rank. */
  order: Uint32Array;
}

export function spacesOf(snapshot: Snapshot): Space[] {
  return Array.from({ length: ORDERINGS }, (_, ordering) => {
    const start = ordering * snapshot.trees;
    const end = start + snapshot.trees;
    return { ordering, ranks: snapshot.ranks.subarray(start, end), order: snapshot.orders.subarray(start, end) };
  });
}

/** Trees by their ranks, and how many they are. The set may be a part of the snapshot: it is only to be read. */
export interface Matches {
  set: Bitmap;
  total: number;
}

/** One value of a filter: its trees as a bitmap in the asked space, or else as a sorted list. */
interface Value {
  size: number;
  bitmap: Bitmap | undefined;
  trees: Uint32Array;
}

/** The values of one filter, and how many trees they have at most. */
interface Wanted {
  values: Value[];
  size: number;
  isSparse: boolean;
}

export class Filters {
  readonly #snapshot: Snapshot;
  readonly #words: number;
  readonly #union: Bitmap;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#words = wordsFor(snapshot.trees);
    this.#union = new Int32Array(this.#words);
  }

  /** The trees that the filters leave, `except` not applied; `spare` is where they are worked out. */
  match(filters: ListQuery['filters'], space: Space, spare: Bitmap, except?: Filter): Matches {
    const [rarest, ...others] = this.#wanted(filters, space, except);
    if (!rarest) {
      fillFirst(spare, this.#snapshot.trees);
      return { set: spare, total: this.#snapshot.trees };
    }
    if (rarest.isSparse) return { set: spare, total: walk(rarest, others, space, spare) };
    const single = singleBitmap(rarest);
    if (single && others.length === 0) return { set: single, total: rarest.size };
    if (!single) unite(rarest, space, spare);
    if (others.length === 0) return { set: spare, total: count(spare) };
    let set = single ?? spare;
    let total = 0;
    for (const other of others) {
      total = intersect(set, this.#setOf(other, space), spare);
      set = spare;
    }
    return { set, total };
  }

  /** A value's bitmap in a space, or undefined where its trees are kept as a list. */
  bitmapOf(facet: Facet, index: number, space: Space): Bitmap | undefined {
    const dense = facet.dense[index];
    if (dense === NO_TREE) return undefined;
    const start = (dense * ORDERINGS + space.ordering) * this.#words;
    return this.#snapshot.bitmaps.subarray(start, start + this.#words);
  }

  /** The rarest first: what it leaves out need not be looked at again. */
  #wanted(filters: ListQuery['filters'], space: Space, except: Filter | undefined): Wanted[] {
    const wanted: Wanted[] = [];
    for (const filter of FILTERS) {
      const texts = filters[filter];
      if (texts && filter !== except) wanted.push(this.#valuesOf(this.#snapshot.facets[filter], texts, space));
    }
    return wanted.sort((a, b) => a.size - b.size);
  }

  #valuesOf(facet: Facet, texts: string[], space: Space): Wanted {
    const indexes = texts.map((text) => facet.keys.find(fold(text))).filter((index) => index !== -1);
    const values = indexes.map((index) => this.#value(facet, index, space));
    const size = values.reduce((sum, value) => sum + value.size, 0);
    return { values, size, isSparse: values.every(({ bitmap }) => bitmap === undefined) };
  }

  #value(facet: Facet, index: number, space: Space): Value {
    const { offsets, numbers } = facet.trees;
    return {
      size: facet.counts[index],
      bitmap: this.bitmapOf(facet, index, space),
      trees: numbers.subarray(offsets[index], offsets[index + 1]),
    };
  }

  #setOf(wanted: Wanted, space: Space): Bitmap {
    const single = singleBitmap(wanted);
    if (!single) unite(wanted, space, this.#union);
    return single ?? this.#union;
  }
}

/** Where there is one value, and it is kept as a bitmap. */
function singleBitmap({ values }: Wanted): Bitmap | undefined {
  return values.length === 1 ? values[0].bitmap : undefined;
}

function unite({ values }: Wanted, space: Space, into: Bitmap): void {
  into.fill(0);
  for (const { bitmap, trees } of values) {
    if (bitmap) addAll(into, bitmap);
    for (const tree of trees) add(into, space.ranks[tree]);
  }
}

/** Looks at the few trees of the rarest filter only, and in lists only for those that the bitmaps leave. */
function walk({ values }: Wanted, others: Wanted[], { ranks }: Space, into: Bitmap): number {
  const bitmapsFirst = others.length < 2 ? others : others.toSorted((a, b) => Number(a.isSparse) - Number(b.isSparse));
  let total = 0;
  into.fill(0);
  for (const { trees } of values) {
    for (let at = 0; at < trees.length; at++) {
      const tree = trees[at];
      const rank = ranks[tree];
      if (has(into, rank) || !isInAll(bitmapsFirst, tree, rank)) continue;
      add(into, rank);
      total++;
    }
  }
  return total;
}

function isInAll(others: Wanted[], tree: number, rank: number): boolean {
  for (let at = 0; at < others.length; at++) if (!isInAny(others[at].values, tree, rank)) return false;
  return true;
}

function isInAny(values: Value[], tree: number, rank: number): boolean {
  for (let at = 0; at < values.length; at++) {
    const { bitmap, trees } = values[at];
    if (bitmap ? has(bitmap, rank) : isListed(trees, tree)) return true;
  }
  return false;
}

function isListed(sorted: Uint32Array, wanted: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && sorted[low] === wanted;
}
