// In charge of the filters: each as a condition over the values that the catalogue has.

import { FILTERS, type Filter } from '../domain/questions.ts';
import { fold } from '../domain/vocabulary.ts';
import { cellsFor } from '../snapshot/layout.ts';
import type { Facet, Snapshot } from '../snapshot/open.ts';
import type { Bitmap } from './bitmap.ts';
import { Condition, type ValueTrees } from './condition.ts';
import type { Ordering } from './ordering.ts';
import type { ListQuery } from './query.ts';

export class Filters {
  readonly #facets: Snapshot['facets'];
  readonly #memory: Map<Filter, Bitmap>;

  constructor({ facets, trees }: Snapshot) {
    this.#facets = facets;
    this.#memory = new Map(FILTERS.map((filter) => [filter, new Int32Array(cellsFor(trees))]));
  }

  /** They hold until the next call. */
  conditions(filters: ListQuery['filters'], ordering: Ordering): Map<Filter, Condition> {
    const conditions = new Map<Filter, Condition>();
    for (const filter of FILTERS) {
      const texts = filters[filter];
      if (!texts) continue;
      const values = valuesOf(this.#facets[filter], texts, ordering);
      conditions.set(filter, new Condition(values, ordering, this.#memory.get(filter) as Bitmap));
    }
    return conditions;
  }
}

/** Those that some tree has, each once. */
function valuesOf(facet: Facet, texts: string[], ordering: Ordering): ValueTrees[] {
  const { offsets, items } = facet.trees;
  const found = new Set(texts.map((text) => facet.keys.find(fold(text))));
  found.delete(-1);
  return Array.from(found, (value) => ({
    size: facet.counts[value],
    bitmap: ordering.bitmapOf(facet, value),
    trees: items.subarray(offsets[value], offsets[value + 1]),
  }));
}
