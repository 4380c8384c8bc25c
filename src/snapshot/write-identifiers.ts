// In charge of the table of identifiers: each as it is compared, sorted, with its trees.

import { identifierKey } from '../domain/identifiers.ts';
import type { Tree } from '../domain/tree.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import type { ConcatenatedLists } from './lists.ts';
import { MergedTable, renumbered } from './merged-table.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';
import { writeStrings } from './strings.ts';

export function writeIdentifiers(trees: Iterable<[number: number, tree: Tree]>): NamedSections {
  const { texts, lists } = identifiersOf(trees);
  return { ...writeStrings('identifiers', texts), ...sectionsOf(lists) };
}

export function patchIdentifiers(fresh: FreshTrees, { snapshot, now }: Base): NamedSections {
  const { keys, trees } = snapshot.identifiers;
  const added = identifiersOf(fresh);
  const before = renumbered(trees, now);
  const table = new MergedTable(keys, [before], added.texts);
  return { ...table.strings('identifiers'), ...sectionsOf(table.lists(before, added.lists)) };
}

function identifiersOf(trees: Iterable<[number: number, tree: Tree]>): { texts: string[]; lists: ConcatenatedLists } {
  const table = new NumberedTexts();
  const treesByKey = new Pairs();
  for (const [number, { identifiers }] of trees) {
    const keys = Object.entries(identifiers).flatMap(([register, identifier]) =>
      identifier === null ? [] : table.numberOf(identifierKey(register, identifier)),
    );
    for (const key of new Set(keys)) treesByKey.add(key, number);
  }
  const { texts, places } = table.sorted();
  return { texts, lists: treesByKey.lists(places, texts.length) };
}

function sectionsOf({ offsets, items }: ConcatenatedLists): NamedSections {
  return { 'identifiers.trees.offsets': offsets, 'identifiers.trees.items': items };
}
