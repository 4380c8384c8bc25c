// In charge of what is left of a tree where nobody asks for more than what there is to say of it: as much as is looked at across
// trees.

import { FACT_NAMES, type FactValues, FIELDS, type FieldName, TEXT_NAMES } from '../domain/fields.ts';
import type { Tree, TreeText } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { TextColumn } from './text-column.ts';

const LOOKED_AT = ['slug', 'scientificName', 'family', 'distribution', 'formerSlugs'] as const;

/** What may be known of a tree that lacks what it needs. */
export type Sketch = Partial<FactValues> & Pick<Tree, 'slug'> & { texts: Partial<Record<Locale, Partial<TreeText>>> };

/** A tree has it all. */
export type Outline = Sketch & Pick<Tree, (typeof LOOKED_AT)[number]>;

const isLabel = (name: FieldName) => FIELDS[name].type.isLabel === true;

/** What filters and links are made of. */
export const LABEL_FACTS = FACT_NAMES.filter(isLabel);
export const LABEL_TEXTS = TEXT_NAMES.filter(isLabel);
const KEPT = [...new Set([...LOOKED_AT, ...LABEL_FACTS])];

export function outlineOf(tree: Outline): Outline {
  return sketchOf(tree) as Outline;
}

export function sketchOf(tree: Sketch): Sketch {
  const texts: Outline['texts'] = {};
  for (const locale of LOCALES) {
    const text = tree.texts[locale];
    if (text) texts[locale] = pick(text, LABEL_TEXTS);
  }
  return { ...pick(tree, KEPT), texts } as Sketch;
}

/** Trees of which little is at hand, by their numbers. */
export interface KnownOutlines {
  slugs: string[];
  families: TextColumn;
  /** What is looked at across trees, as JSON: it is read where somebody looks, which is seldom. */
  outlines: TextColumn;
}

export function knownOutlinesOf(trees: Outline[]): KnownOutlines {
  return {
    slugs: trees.map(({ slug }) => slug),
    families: TextColumn.of(trees.values().map(({ family }) => family)),
    outlines: TextColumn.of(
      trees.values().map((tree) => (tree instanceof KnownTree ? tree.outlineText : JSON.stringify(outlineOf(tree)))),
    ),
  };
}

/** A tree that was made before, of which little is at hand. A snapshot has the rest of it. */
export class KnownTree implements Outline {
  readonly slug: string;
  readonly among: KnownOutlines;
  /** Among those. */
  readonly number: number;
  #outline: Outline | undefined;

  constructor(among: KnownOutlines, number: number) {
    this.slug = among.slugs[number];
    this.among = among;
    this.number = number;
  }

  get family(): string {
    return this.among.families.at(this.number);
  }

  get outlineText(): string {
    return this.among.outlines.at(this.number);
  }

  get scientificName(): string {
    return this.#read().scientificName;
  }

  get distribution(): Outline['distribution'] {
    return this.#read().distribution;
  }

  get formerSlugs(): Outline['formerSlugs'] {
    return this.#read().formerSlugs;
  }

  get texts(): Outline['texts'] {
    return this.#read().texts;
  }

  /** Those that it has a text in. */
  get locales(): Locale[] {
    return LOCALES.filter((locale) => this.texts[locale]);
  }

  #read(): Outline {
    this.#outline ??= JSON.parse(this.outlineText) as Outline;
    return this.#outline;
  }
}

function pick<T, K extends keyof T>(from: T, names: K[]): Partial<Pick<T, K>> {
  const picked: Partial<Pick<T, K>> = {};
  for (const name of names) picked[name] = from[name];
  return picked;
}
