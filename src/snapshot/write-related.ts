// In charge of each tree's relatives: those after it in its genus, then in its family, each as a ring, so that links lead to all of them.

import type { Tree } from '../domain/tree.ts';
import { fold, LOCALES } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import { MOST_RELATED, NO_TREE } from './layout.ts';
import { byCodePoints } from './strings.ts';

type Named = Pick<Tree, 'scientificName' | 'family'>;

export function writeRelated(trees: Named[]): NamedSections {
  const byName = trees
    .map((_, number) => number)
    .sort((a, b) => byCodePoints(trees[a].scientificName, trees[b].scientificName));
  const genera = ringsBy(byName, (number) => genusOf(trees[number]));
  const families = ringsBy(byName, (number) => fold(trees[number].family));
  const related = new Uint32Array(trees.length * MOST_RELATED).fill(NO_TREE);
  for (const number of trees.keys()) {
    const relatives = new Set<number>();
    for (const { ring, at } of [genera[number], families[number]]) {
      for (let next = 1; next < ring.length && relatives.size < MOST_RELATED; next++) {
        relatives.add(ring[(at + next) % ring.length]);
      }
    }
    related.set([...relatives], number * MOST_RELATED);
  }
  return { related };
}

/** As they were, where all trees are still there, in the genus and the family that they were in. */
export function patchRelated(fresh: FreshTrees, base: Base): NamedSections {
  const { snapshot, trees, before } = base;
  const isAsBefore = ({ slug, scientificName, family }: Tree) => {
    const known = snapshot.slugs.find(slug);
    const keys = known === -1 ? undefined : base.sortKeys(known, LOCALES[0]);
    return keys?.scientificName === scientificName && keys.family === family;
  };
  if (snapshot.trees === trees && fresh.values().every(isAsBefore)) return { related: snapshot.related.slice() };
  return writeRelated(Array.from(before, (known, tree) => fresh.get(tree) ?? base.sortKeys(known, LOCALES[0])));
}

function ringsBy(numbers: number[], keyOf: (number: number) => string): { ring: number[]; at: number }[] {
  const places: { ring: number[]; at: number }[] = [];
  for (const ring of Map.groupBy(numbers, keyOf).values()) {
    for (const [at, number] of ring.entries()) places[number] = { ring, at };
  }
  return places;
}

function genusOf({ scientificName }: Named): string {
  return fold(scientificName.replaceAll('×', ' ')).split(' ')[0];
}
