// In charge of the table of identifiers: each as it is compared, sorted, with its trees.

import { identifierKey } from '../domain/identifiers.ts';
import type { Tree } from '../domain/tree.ts';
import type { NamedSections } from './format.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';
import { writeStrings } from './strings.ts';

export function writeIdentifiers(trees: Tree[]): NamedSections {
  const table = new NumberedTexts();
  const treesByKey = new Pairs();
  for (const [number, { identifiers }] of trees.entries()) {
    const keys = Object.entries(identifiers).flatMap(([register, identifier]) =>
      identifier === null ? [] : table.numberOf(identifierKey(register, identifier)),
    );
    for (const key of new Set(keys)) treesByKey.add(key, number);
  }
  const { texts, places } = table.sorted();
  const { offsets, items } = treesByKey.lists(places, texts.length);
  const lists = { 'identifiers.trees.offsets': offsets, 'identifiers.trees.items': items };
  return { ...writeStrings('identifiers', texts), ...lists };
}
