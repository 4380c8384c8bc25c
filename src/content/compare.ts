// In charge of what changed between two catalogues: trees added, removed, and changed, by field.

import type { Tree } from '../tree.ts';

export interface Difference {
  added: string[];
  removed: string[];
  changed: { slug: string; fields: string[] }[];
}

export function compare(before: Tree[], after: Tree[]): Difference {
  const old = new Map(before.map((tree) => [tree.slug, tree]));
  const difference: Difference = { added: [], removed: [], changed: [] };
  for (const tree of after.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
    const earlier = old.get(tree.slug);
    old.delete(tree.slug);
    if (!earlier) difference.added.push(tree.slug);
    else {
      const fields = changedFields(earlier, tree);
      if (fields.length > 0) difference.changed.push({ slug: tree.slug, fields });
    }
  }
  difference.removed = [...old.keys()].sort();
  return difference;
}

/** Facts by their names, texts with their language: `title.es`; authored extras by their own: `attributes.bark.en`. */
function changedFields(before: Tree, after: Tree): string[] {
  const [left, right] = [flatten(before), flatten(after)];
  const names = new Set([...left.keys(), ...right.keys()]);
  return [...names].filter((name) => left.get(name) !== right.get(name)).sort();
}

function flatten({ slug: _, texts, ...facts }: Tree): Map<string, string> {
  const values = new Map(Object.entries(facts).map(([name, value]) => [name, JSON.stringify(value)]));
  for (const [locale, { attributes, ...text }] of Object.entries(texts)) {
    for (const [name, value] of Object.entries(text)) values.set(`${name}.${locale}`, JSON.stringify(value));
    for (const [name, value] of Object.entries(attributes))
      values.set(`attributes.${name}.${locale}`, JSON.stringify(value));
  }
  return values;
}
