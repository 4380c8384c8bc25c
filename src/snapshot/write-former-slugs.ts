// In charge of the table of former slugs: each, sorted, with its tree.

import type { Tree } from '../domain/tree.ts';
import type { Base, FreshTrees } from './base.ts';
import type { NamedSections } from './format.ts';
import { NO_TREE } from './layout.ts';
import { byCodePoints, writeStrings } from './strings.ts';

export function writeFormerSlugs(trees: Iterable<[number: number, tree: Pick<Tree, 'formerSlugs'>]>): NamedSections {
  return writeEntries(entriesOf(trees));
}

export function patchFormerSlugs(fresh: FreshTrees, { snapshot, now }: Base): NamedSections {
  const { keys, trees } = snapshot.formerSlugs;
  const known = Array.from(trees, (tree, index) => ({ slug: keys.get(index), number: now[tree] }));
  return writeEntries([...known.filter(({ number }) => number !== NO_TREE), ...entriesOf(fresh)]);
}

interface Entry {
  slug: string;
  number: number;
}

function entriesOf(trees: Iterable<[number: number, tree: Pick<Tree, 'formerSlugs'>]>): Entry[] {
  return Array.from(trees).flatMap(([number, { formerSlugs }]) => formerSlugs.map((slug) => ({ slug, number })));
}

function writeEntries(entries: Entry[]): NamedSections {
  entries.sort((a, b) => byCodePoints(a.slug, b.slug) || a.number - b.number);
  const slugs = entries.map(({ slug }) => slug);
  return {
    ...writeStrings('formerSlugs', slugs),
    'formerSlugs.trees': Uint32Array.from(entries, ({ number }) => number),
  };
}
