// Change logs of catalogues that follow each other, as the store would tell them.

import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import { hashText, treeText, versionHash } from '../../src/domain/tree-hash.ts';
import { fold } from '../../src/domain/vocabulary.ts';
import type { ChangeLogRows } from '../../src/snapshot/change-log.ts';
import { byCodePoints } from '../../src/snapshot/sections/strings.ts';

/** What each slug leads to: the hash of a tree, or `>slug`. */
export type States = ReadonlyMap<string, string>;

export function statesOf(trees: Tree[], families: FamilyNames = new Map()): States {
  const states = new Map<string, string>();
  for (const { slug, formerSlugs } of trees) for (const former of formerSlugs) states.set(former, `>${slug}`);
  for (const tree of trees)
    states.set(tree.slug, versionHash(hashText(treeText(tree)), families.get(fold(tree.family))));
  return states;
}

export interface Edition {
  revision: number;
  states: States;
}

/** Of editions by revision, all of which are remembered. */
export function changeLogRows(editions: Edition[]): ChangeLogRows {
  const slugs = new Set(editions.flatMap(({ states }) => [...states.keys()]));
  const rows = [...slugs].sort(byCodePoints).map((slug) => {
    const states = editions.map((edition) => edition.states.get(slug) ?? null);
    const events = editions
      .map(({ revision }, index) => ({ revision, state: states[index] }))
      .filter(({ state }, index) => index > 0 && state !== states[index - 1]);
    return { slug, before: states[0] ?? null, events };
  });
  return {
    revisions: editions.map(({ revision }) => revision),
    slugs: rows.filter(({ events }) => events.length > 0),
  };
}
