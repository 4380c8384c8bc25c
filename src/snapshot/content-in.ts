// In charge of the way back from a snapshot to the content that it was compiled from. Its records say all that is known of a tree, so
// that content is kept nowhere else.

import type { Apart, Compared, Listed } from '../domain/compare.ts';
import { FACT_NAMES, type FactValues, TEXT_NAMES } from '../domain/fields.ts';
import type { Tree, TreeDetail, TreeText } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { CompiledContent } from './compile.ts';
import { familyNamesIn } from './family-names.ts';
import { NO_TREE } from './layout.ts';
import { readDetail, type Snapshot } from './open.ts';

export function contentIn(snapshot: Snapshot): CompiledContent {
  const trees = Array.from({ length: snapshot.trees }, (_, tree) => treeIn(snapshot, tree));
  return { trees, ...besideTrees(snapshot) };
}

export function treeIn({ records }: Snapshot, tree: number): Tree {
  const [first] = LOCALES;
  const detail = readDetail(records[first], tree);
  const texts: Tree['texts'] = {};
  for (const locale of detail.availableLocales as Locale[])
    texts[locale] = textIn(locale === first ? detail : readDetail(records[locale], tree));
  return { slug: detail.slug, ...pick(detail as FactValues, FACT_NAMES), texts };
}

/** What a snapshot has, and what the one before it had, but for the trees that need not be compared. */
export interface Succession<T extends Listed> {
  before: Compared;
  after: Compared;
  apart: Apart<T>;
}

/** `listed` are the trees of the snapshot by number, and `numbersBefore` those that they had where they are the same. */
export function successionOf<T extends Listed>(
  before: Snapshot,
  after: Snapshot,
  listed: T[],
  numbersBefore: Uint32Array,
): Succession<T> {
  const isSame = new Uint8Array(before.trees);
  for (const number of numbersBefore) if (number !== NO_TREE) isSame[number] = 1;
  const changed: Tree[] = [];
  const apart: Apart<T> = { same: [], added: [] };
  for (const [tree, each] of listed.entries()) {
    if (numbersBefore[tree] !== NO_TREE) apart.same.push(each);
    else if (before.slugs.find(each.slug) === -1) apart.added.push(each);
    else changed.push(treeIn(after, tree));
  }
  const others = Array.from(isSame.keys()).filter((tree) => isSame[tree] === 0);
  const treesBefore = others.map((tree) => treeIn(before, tree));
  return {
    before: { trees: treesBefore, ...besideTrees(before) },
    after: { trees: changed, ...besideTrees(after) },
    apart,
  };
}

function besideTrees(snapshot: Snapshot): Pick<CompiledContent, 'families' | 'map'> {
  const map = snapshot.map && JSON.parse(snapshot.map.toString());
  return { families: familyNamesIn(snapshot), map };
}

function textIn(detail: TreeDetail): TreeText {
  return pick(detail as TreeText, [...TEXT_NAMES, 'attributes']);
}

function pick<T, K extends keyof T>(from: T, names: K[]): Pick<T, K> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, K>;
}
