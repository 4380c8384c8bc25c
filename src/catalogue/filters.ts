// In charge of the filters: each as a condition over the values that the catalogue has.

import { FILTERS, type Filter, wordsFor } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import { fold } from '../vocabulary.ts';
import type { Bitmap } from './bitmap.ts';
import { Condition, type Value } from './condition.ts';
import type { ListQuery } from './query.ts';
import type { Space } from './space.ts';

export class Filters {
  readonly #facets: Snapshot['facets'];
  readonly #memory: Map<Filter, Bitmap>;

  constructor({ facets, trees }: Snapshot) {
    this.#facets = facets;
    this.#memory = new Map(FILTERS.map((filter) => [filter, new Int32Array(wordsFor(trees))]));
  }

  /** They hold until the next call. */
  conditions(filters: ListQuery['filters'], space: Space): Map<Filter, Condition> {
    const conditions = new Map<Filter, Condition>();
    for (const filter of FILTERS) {
      const texts = filters[filter];
      if (!texts) continue;
      const values = valuesOf(this.#facets[filter], texts, space);
      conditions.set(filter, new Condition(values, space, this.#memory.get(filter) as Bitmap));
    }
    return conditions;
  }
}

/** Those that some tree has, each once. */
function valuesOf(facet: Facet, texts: string[], space: Space): Value[] {
  const { offsets, numbers } = facet.trees;
  const found = new Set(texts.map((text) => facet.keys.find(fold(text))));
  found.delete(-1);
  return Array.from(found, (value) => ({
    size: facet.counts[value],
    bitmap: space.bitmapOf(facet, value),
    trees: numbers.subarray(offsets[value], offsets[value + 1]),
  }));
}
