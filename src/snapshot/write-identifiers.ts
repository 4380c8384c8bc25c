// In charge of the table of identifiers: each as it is compared, sorted, with its trees.

import { identifierKey } from '../domain/identifiers.ts';
import type { Tree } from '../domain/tree.ts';
import type { NamedSections } from './format.ts';
import { writeLists } from './lists.ts';
import { byCodePoints, writeStrings } from './strings.ts';

export function writeIdentifiers(trees: Tree[]): NamedSections {
  const treesByKey = new Map<string, Set<number>>();
  for (const [number, { identifiers }] of trees.entries()) {
    for (const [register, identifier] of Object.entries(identifiers)) {
      if (identifier === null) continue;
      treesByKey.getOrInsertComputed(identifierKey(register, identifier), () => new Set()).add(number);
    }
  }
  const keys = [...treesByKey.keys()].sort(byCodePoints);
  const lists = keys.map((key) => [...(treesByKey.get(key) as Set<number>)]);
  return { ...writeStrings('identifiers', keys), ...writeLists('identifiers.trees', lists) };
}
