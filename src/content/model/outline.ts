// Reduces trees to their outlines: as much of them as cross-checks look at.

import { FACT_NAMES, type FactValues, FIELDS, type FieldName, TEXT_NAMES } from '../../domain/fields/fields.ts';
import type { Tree, TreeText } from '../../domain/tree.ts';
import { pick } from '../../domain/tree-hash.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';

const REQUIRED = ['slug', 'scientificName', 'family', 'distribution', 'formerSlugs'] as const;

/** What may be known of a tree that lacks what it needs. */
export type PartialOutline = Partial<FactValues> &
  Pick<Tree, 'slug'> & { texts: Partial<Record<Locale, Partial<TreeText>>> };

/** A whole tree has them all. */
export type Outline = PartialOutline & Pick<Tree, (typeof REQUIRED)[number]>;

const isLabel = (name: FieldName) => FIELDS[name].type.isLabel === true;

/** What filters and links are made of. */
export const LABEL_FACTS = FACT_NAMES.filter(isLabel);
export const LABEL_TEXTS = TEXT_NAMES.filter(isLabel);
const FACTS = [...new Set([...REQUIRED, ...LABEL_FACTS])];

export function outlineOf(tree: Outline): Outline {
  return partialOutlineOf(tree) as Outline;
}

export function partialOutlineOf(tree: PartialOutline): PartialOutline {
  const texts: PartialOutline['texts'] = {};
  for (const locale of LOCALES) {
    const text = tree.texts[locale];
    if (text) texts[locale] = pick(text, LABEL_TEXTS);
  }
  return { ...pick(tree, FACTS), texts } as PartialOutline;
}

/** A tree whose units are those of the previous import. */
export interface UnchangedTree {
  slug: string;
  isUnchanged: true;
  outline: Outline;
}
