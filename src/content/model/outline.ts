// Reduces trees to their outlines: as much of them as cross-checks look at.

import { FACT_NAMES, type FactValues, FIELDS, type FieldName, TEXT_NAMES } from '../../domain/fields/fields.ts';
import type { Tree, TreeText } from '../../domain/tree.ts';
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

function pick<T, K extends keyof T>(from: T, names: K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = from[name];
  return picked;
}

/** A tree whose units are those of the previous import. Its outline is looked up whenever somebody asks. */
export class UnchangedTree implements Outline {
  readonly isUnchanged = true;
  readonly slug: string;
  readonly #outlineOf: (slug: string) => Outline | undefined;

  constructor(slug: string, outlineOf: (slug: string) => Outline | undefined) {
    this.slug = slug;
    this.#outlineOf = outlineOf;
  }

  get outline(): Outline {
    return this.#outlineOf(this.slug) as Outline;
  }

  get scientificName(): Outline['scientificName'] {
    return this.outline.scientificName;
  }

  get family(): Outline['family'] {
    return this.outline.family;
  }

  get distribution(): Outline['distribution'] {
    return this.outline.distribution;
  }

  get formerSlugs(): Outline['formerSlugs'] {
    return this.outline.formerSlugs;
  }

  get texts(): Outline['texts'] {
    return this.outline.texts;
  }
}
