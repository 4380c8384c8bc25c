// Recovers the content that a snapshot was compiled from. The records hold everything that is known of a tree.

import { FACT_NAMES, type FactValues, TEXT_NAMES } from '../domain/fields/fields.ts';
import type { Tree, TreeDetail, TreeText } from '../domain/tree.ts';
import { pick } from '../domain/tree-hash.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { CompiledContent } from './compile.ts';
import { familyNamesIn, readDetail, type Snapshot } from './open.ts';

export function contentIn(snapshot: Snapshot): CompiledContent {
  const trees = Array.from({ length: snapshot.trees }, (_, tree) => treeIn(snapshot, tree));
  const map = snapshot.map && JSON.parse(snapshot.map.toString());
  return { trees, families: familyNamesIn(snapshot), map };
}

export function treeIn({ records }: Snapshot, tree: number): Tree {
  const [first] = LOCALES;
  const detail = readDetail(records[first], tree);
  const texts: Tree['texts'] = {};
  for (const locale of detail.availableLocales as Locale[])
    texts[locale] = textIn(locale === first ? detail : readDetail(records[locale], tree));
  return { slug: detail.slug, ...pick(detail as FactValues, FACT_NAMES), texts };
}

function textIn(detail: TreeDetail): TreeText {
  return pick(detail as TreeText, [...TEXT_NAMES, 'attributes']);
}
