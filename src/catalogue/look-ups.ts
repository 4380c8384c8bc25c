// In charge of the filters that name single trees, by slug or by an identifier: each as a condition.

import { keysOfRequest } from '../domain/identifiers.ts';
import { ID_FILTERS, type IdFilter } from '../domain/questions.ts';
import { fold } from '../domain/vocabulary.ts';
import { cellsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Bitmap } from './bitmap.ts';
import { Condition } from './condition.ts';
import type { Ordering } from './ordering.ts';
import type { ListQuery } from './query.ts';

export class LookUps {
  readonly #snapshot: Snapshot;
  readonly #memory: Map<IdFilter, Bitmap>;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
    this.#memory = new Map(ID_FILTERS.map((each) => [each, new Int32Array(cellsFor(snapshot.trees))]));
  }

  /** They hold until the next call. */
  conditions(lookUps: ListQuery['lookUps'] = {}, ordering: Ordering): [IdFilter, Condition][] {
    return ID_FILTERS.flatMap((lookUp): [IdFilter, Condition][] => {
      const texts = lookUps[lookUp];
      if (!texts) return [];
      const find = lookUp === 'slug' ? this.#bySlug : this.#byIdentifier;
      const trees = Uint32Array.from(new Set(texts.flatMap(find, this))).sort();
      const value = { size: trees.length, bitmap: undefined, trees };
      return [[lookUp, new Condition([value], ordering, this.#memory.get(lookUp) as Bitmap)]];
    });
  }

  #bySlug(text: string): number[] {
    const { slugs } = this.#snapshot;
    const exact = slugs.find(text);
    const tree = exact === -1 ? slugs.find(fold(text).replaceAll(' ', '-')) : exact;
    return tree === -1 ? [] : [tree];
  }

  #byIdentifier(text: string): number[] {
    const { keys, trees } = this.#snapshot.identifiers;
    const { whole, start } = keysOfRequest(text);
    const named = whole === undefined ? -1 : keys.find(whole);
    const [first, end] = named === -1 ? keys.findPrefix(start) : [named, named + 1];
    return [...trees.items.subarray(trees.offsets[first], trees.offsets[end])];
  }
}
