// Recovers from columns what checks across trees look at.

import type { Outline } from '../../content/model/outline.ts';
import type { Filter } from '../../domain/questions.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { textsIn } from '../sections/strings.ts';
import { type Columns, type DictionaryName, type ListName, spellingsIn } from './columns.ts';

/** The outlines of all trees of some columns. Each dictionary is decoded once, as soon as it is needed. */
export class Outlines {
  readonly #columns: Columns;
  readonly #texts = new Map<DictionaryName, string[]>();
  readonly #outlines = new Map<number, Outline>();

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  at(place: number): Outline {
    return this.#outlines.getOrInsertComputed(place, () => this.#read(place));
  }

  #read(place: number): Outline {
    const texts: Outline['texts'] = {};
    for (const [index, locale] of LOCALES.entries())
      if (this.#columns.locales[place] & (1 << index)) texts[locale] = { tags: this.#spellings('tag', place, locale) };
    return {
      slug: this.#slugs[place],
      scientificName: this.#list('texts', 'texts.byTree', place)[LOCALES.length],
      family: this.#spellings('family', place)[0],
      distribution: this.#spellings('distribution', place),
      formerSlugs: this.#list('former', 'former.byTree', place),
      texts,
    };
  }

  get #slugs(): string[] {
    this.#slugTexts ??= textsIn(this.#columns.slugs);
    return this.#slugTexts;
  }

  #slugTexts: string[] | undefined;

  #spellings(filter: Filter, place: number, locale: Locale = LOCALES[0]): string[] {
    return this.#list(`spellings.${filter}`, spellingsIn(filter, locale), place);
  }

  #list(dictionary: DictionaryName, list: ListName, place: number): string[] {
    const texts = this.#texts.getOrInsertComputed(dictionary, () => textsIn(this.#columns.dictionaries[dictionary]));
    const { offsets, items } = this.#columns.lists[list];
    const found: string[] = [];
    for (let at = offsets[place]; at < offsets[place + 1]; at++) found.push(texts[items[at]]);
    return found;
  }
}
