// Lists the columns: all that a snapshot is built from, by tree. They are plain typed arrays, so they can be posted to another thread.

import { FILTERS, type Filter } from '../../domain/questions.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { Sections, TextTable } from '../format.ts';
import { byLocale, MAX_SHORT_VALUES } from '../layout.ts';
import type { IdLists } from '../sections/lists.ts';

type SpellingsName = `spellings.${Exclude<Filter, 'tag'>}` | `spellings.tag.${Locale}`;
export type DictionaryName =
  | 'words'
  | `descriptions.${Locale}`
  | 'names'
  | 'identifiers'
  | 'former'
  | 'texts'
  | 'dates'
  | `spellings.${Filter}`;
export type ListName =
  | 'words.names'
  | 'words.others'
  | `descriptions.${Locale}.byTree`
  | 'names.byTree'
  | 'names.compared'
  | 'identifiers.byTree'
  | 'former.byTree'
  | 'texts.byTree'
  | 'dates.byTree'
  | SpellingsName;

/** The locales in which the values of a filter differ. */
export function localesOf(filter: Filter): readonly Locale[] {
  return filter === 'tag' ? LOCALES : LOCALES.slice(0, 1);
}

/** The column that has the spellings of a filter's values as records of a locale show them. */
export function spellingsIn(filter: Filter, locale: Locale): ListName {
  return filter === 'tag' ? `spellings.tag.${locale}` : `spellings.${filter}`;
}

/** The columns of ids, by the dictionary of their texts. */
export const LISTS: Record<DictionaryName, ListName[]> = {
  words: ['words.names', 'words.others'],
  'descriptions.en': ['descriptions.en.byTree'],
  'descriptions.es': ['descriptions.es.byTree'],
  names: ['names.byTree', 'names.compared'],
  identifiers: ['identifiers.byTree'],
  former: ['former.byTree'],
  texts: ['texts.byTree'],
  dates: ['dates.byTree'],
  ...(Object.fromEntries(
    FILTERS.map((filter) => [`spellings.${filter}`, localesOf(filter).map((locale) => spellingsIn(filter, locale))]),
  ) as Record<`spellings.${Filter}`, ListName[]>),
};
export const DICTIONARY_NAMES = Object.keys(LISTS) as DictionaryName[];
export const LIST_NAMES = Object.values(LISTS).flat();

/** Of a hash in `hashes`. */
export const HASH_BYTES = 16;

export interface Columns {
  trees: number;
  slugs: TextTable;
  hashes: Uint8Array;
  /** For each tree the locales that it has text in, as bits: the first locale is 1. */
  locales: Uint8Array;
  /** Sorted by code points. Each text is used. */
  dictionaries: Record<DictionaryName, TextTable>;
  /**
   * `names.byTree`: the title that each locale is served, the scientific name, synonyms, common names. `names.compared`: what matching
   * compares of the scientific name and of each synonym, or NO_NUMBER. `texts.byTree`: the titles and the scientific name as authored.
   */
  lists: Record<ListName, IdLists>;
  /** The JSON of each tree, with RECORD_MARKS. */
  records: Record<Locale, { bytes: Uint8Array; marks: Uint32Array }>;
  /** Where synonyms and common names begin and end in the record of the first locale. */
  otherNames: Uint32Array;
}

/** Dictionaries that have few texts in most catalogues: then their ids are written in 16 bits. They have no NO_NUMBER. */
export function isSmall(name: DictionaryName, { offsets }: TextTable): boolean {
  return /^(?:descriptions|spellings|dates)/.test(name) && offsets.length - 1 <= MAX_SHORT_VALUES;
}

/** Dictionaries that the index shares with the columns keep their names. */
const SHARED: DictionaryName[] = ['names', 'identifiers'];

export function dictionarySection(name: DictionaryName): string {
  return SHARED.includes(name) ? name : `${name}.texts`;
}

export function readColumns(sections: Sections): Columns {
  const dictionaries = mapped(DICTIONARY_NAMES, (name) => sections.texts(dictionarySection(name)));
  const readLists = (dictionary: DictionaryName, list: ListName): IdLists => ({
    offsets: sections.uint32(`${list}.offsets`),
    items: isSmall(dictionary, dictionaries[dictionary])
      ? sections.uint16(`${list}.items`)
      : sections.uint32(`${list}.items`),
  });
  const lists = DICTIONARY_NAMES.flatMap((name) => LISTS[name].map((list) => [list, readLists(name, list)]));
  return {
    trees: sections.meta.trees,
    slugs: sections.texts('slugs'),
    hashes: sections.bytes('hashes'),
    locales: sections.bytes('locales'),
    dictionaries,
    lists: Object.fromEntries(lists),
    records: byLocale((locale) => ({
      bytes: sections.bytes(`records.${locale}.bytes`),
      marks: sections.uint32(`records.${locale}.marks`),
    })),
    otherNames: sections.uint32('otherNames'),
  };
}

export function mapped<K extends string, T>(names: readonly K[], valueFor: (name: K) => T): Record<K, T> {
  return Object.fromEntries(names.map((name) => [name, valueFor(name)])) as Record<K, T>;
}

/** The buffers to transfer with columns that are posted to another thread. Shared memory needs no transfer. */
export function buffersOf(columns: Columns): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const collect = (value: object) => {
    if (!ArrayBuffer.isView(value)) {
      for (const part of Object.values(value)) if (typeof part === 'object') collect(part);
    } else if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  };
  collect(columns);
  return [...found];
}
