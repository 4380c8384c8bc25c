// In charge of the way back from a snapshot to the content that it was compiled from. Its records say all that is known of a tree, so
// that content is kept nowhere else.

import { KnownTree } from '../content/outline.ts';
import type { Compared } from '../domain/compare.ts';
import { FACT_NAMES, type FactValues, TEXT_NAMES } from '../domain/fields.ts';
import type { Tree, TreeDetail, TreeText } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { CompiledContent } from './compile.ts';
import { familyNamesIn } from './family-names.ts';
import { readDetail, type Snapshot } from './open.ts';
import { ToldTrees } from './told-trees.ts';

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

/**
 * The content of a snapshot, for who compares it with what came after it, of which there are a snapshot as well and trees by their
 * numbers: of trees that both tell alike it has the very same ones.
 */
export function contentBefore(before: Snapshot, after: Snapshot, trees: (Tree | KnownTree)[]): Compared {
  const [told, toldAfter] = [new ToldTrees(before), new ToldTrees(after)];
  const numberAfter = after.slugs.finder();
  const treeBefore = (tree: number) => {
    const number = numberAfter(before.slugs.get(tree));
    const isSame = number !== -1 && (trees[number] instanceof KnownTree || told.isSame(tree, toldAfter, number));
    return isSame ? trees[number] : treeIn(before, tree);
  };
  return { trees: Array.from({ length: before.trees }, (_, tree) => treeBefore(tree)), ...besideTrees(before) };
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
