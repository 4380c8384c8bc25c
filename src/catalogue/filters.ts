// In charge of the filters: each as a condition over the values that the catalogue has.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { keysWithin } from '../domain/regions.ts';
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
      const found = this.#find(filter, texts);
      const values = Array.from(found, (value) => treesOf(this.#facets[filter], value, ordering));
      conditions.set(filter, new Condition(values, ordering, this.#memory.get(filter) as Bitmap));
    }
    return conditions;
  }

  /** The values that some tree has, each once. A continent that none has stands for its regions. */
  #find(filter: Filter, texts: string[]): Set<number> {
    const { keys } = this.#facets[filter];
    const found = new Set<number>();
    for (const text of texts) {
      const value = keys.find(filterKey(filter, text));
      if (value !== -1) found.add(value);
      else if (filter === 'distribution') for (const key of keysWithin(text)) found.add(keys.find(key));
    }
    found.delete(-1);
    return found;
  }
}

function treesOf(facet: Facet, value: number, ordering: Ordering): ValueTrees {
  const { offsets, items } = facet.trees;
  return {
    size: facet.counts[value],
    bitmap: ordering.bitmapOf(facet, value),
    trees: items.subarray(offsets[value], offsets[value + 1]),
  };
}
