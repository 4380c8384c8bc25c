// Recovers from columns what checks across trees look at.

import type { Outline } from '../../content/model/outline.ts';
import type { Filter } from '../../domain/questions.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { TextTable } from '../format.ts';
import { type Columns, type ListName, spellingsIn } from './columns.ts';

export function outlineIn(columns: Columns, place: number): Outline {
  const { dictionaries, lists, slugs } = columns;
  const textsOf = (list: ListName, dictionary: TextTable) => {
    const { offsets, items } = lists[list];
    return Array.from(items.subarray(offsets[place], offsets[place + 1]), (id) => textAt(dictionary, id));
  };
  const spellings = (filter: Filter, locale: Locale = LOCALES[0]) =>
    textsOf(spellingsIn(filter, locale), dictionaries[`spellings.${filter}`]);
  const texts: Outline['texts'] = {};
  for (const [index, locale] of LOCALES.entries())
    if (columns.locales[place] & (1 << index)) texts[locale] = { tags: spellings('tag', locale) };
  return {
    slug: textAt(slugs, place),
    scientificName: textsOf('texts.byTree', dictionaries.texts)[LOCALES.length],
    family: spellings('family')[0],
    distribution: spellings('distribution'),
    formerSlugs: textsOf('former.byTree', dictionaries.former),
    texts,
  };
}

function textAt({ offsets, bytes }: TextTable, index: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'utf8',
    offsets[index],
    offsets[index + 1],
  );
}
