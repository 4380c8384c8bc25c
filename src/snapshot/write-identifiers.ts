// In charge of the table of identifiers: each as it is compared, sorted, with its trees.

import { identifierKey } from '../domain/identifiers.ts';
import type { Tree } from '../domain/tree.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import { type ConcatenatedLists, GrowingLists } from './lists.ts';
import { MergedTable } from './merged-table.ts';
import { Met } from './met.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';
import { renumbered } from './renumbered-lists.ts';
import { writeStrings } from './strings.ts';

export class GatheredIdentifiers {
  readonly #table = new NumberedTexts();
  readonly #met = new Met();
  /** By their numbers, those of each tree. */
  readonly #keys = new GrowingLists();

  add({ identifiers }: Tree): void {
    this.#met.nothing();
    for (const [register, identifier] of Object.entries(identifiers)) {
      if (identifier === null) continue;
      const key = this.#table.numberOf(identifierKey(register, identifier));
      if (this.#met.isNew(key)) this.#keys.add(key);
    }
    this.#keys.endList();
  }

  /** `trees` are those that are left, in the order of their numbers. */
  collected(trees: Uint32Array, numberOf: (place: number) => number): Collected {
    const treesByKey = new Pairs();
    for (let place = 0; place < trees.length; place++)
      for (const key of this.#keys.get(trees[place])) treesByKey.add(key, numberOf(place));
    const isUsed = new Uint8Array(this.#table.length);
    treesByKey.markKeys(isUsed);
    const { texts, places } = this.#table.sorted(isUsed);
    return { texts, lists: treesByKey.lists(places, texts.length) };
  }
}

interface Collected {
  texts: string[];
  lists: ConcatenatedLists;
}

export function writeIdentifiers(gathered: GatheredIdentifiers, trees: Uint32Array): NamedSections {
  const { texts, lists } = gathered.collected(trees, (place) => place);
  return { ...writeStrings('identifiers', texts), ...sectionsOf(lists) };
}

export function patchIdentifiers(fresh: FreshTrees, { snapshot, now }: Base): NamedSections {
  const { keys, trees } = snapshot.identifiers;
  const gathered = new GatheredIdentifiers();
  for (const tree of fresh.values()) gathered.add(tree);
  const numbers = [...fresh.keys()];
  const added = gathered.collected(Uint32Array.from(numbers.keys()), (place) => numbers[place]);
  const before = renumbered(trees, now);
  const table = new MergedTable(keys, [before], added.texts);
  return { ...table.strings('identifiers'), ...sectionsOf(table.lists(before, added.lists)) };
}

function sectionsOf({ offsets, items }: ConcatenatedLists): NamedSections {
  return { 'identifiers.trees.offsets': offsets, 'identifiers.trees.items': items };
}
