// Combines selected trees of several columns into one, ordered by slug: the columns of a snapshot, written one after the other.

import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { SnapshotError } from '../format.ts';
import { RECORD_MARKS } from '../layout.ts';
import { release } from '../sections/growing-bytes.ts';
import { emptyLists, type IdLists, listSections, NO_NUMBER } from '../sections/lists.ts';
import type { SectionWriter } from '../sections/section-writer.ts';
import { tableOf, textSections, textsIn } from '../sections/strings.ts';
import {
  type Columns,
  DICTIONARY_NAMES,
  type DictionaryName,
  dictionarySection,
  HASH_BYTES,
  isSmall,
  LISTS,
} from './columns.ts';
import { mergeDictionaries } from './merge-dictionaries.ts';

/** Some trees of columns. */
export interface Selection {
  columns: Columns;
  places: Uint32Array;
}

interface CombineOptions {
  /** Whether the memory of each column is released as soon as it is copied. */
  releaseColumns?: boolean | undefined;
}

/** Returns the number of trees. */
export function combine(selections: Selection[], writer: SectionWriter, { releaseColumns }: CombineOptions): number {
  const combination = new Combination(selections, releaseColumns ?? false);
  combination.write(writer);
  return combination.trees;
}

class Combination {
  readonly trees: number;
  readonly #selections: Selection[];
  readonly #releaseColumns: boolean;
  readonly #slugs: string[];
  /** By slug, of each tree its selection and its place. */
  readonly #sources: Uint32Array;
  readonly #places: Uint32Array;

  constructor(selections: Selection[], releaseColumns: boolean) {
    const rows = selections.flatMap(({ columns, places }, source) => {
      const slugs = textsIn(columns.slugs);
      return Array.from(places, (place) => ({ slug: slugs[place], source, place }));
    });
    rows.sort((a, b) => (a.slug < b.slug ? -1 : 1));
    for (const [index, { slug }] of rows.entries())
      if (rows[index + 1]?.slug === slug) throw new SnapshotError(`The tree ${slug} was selected twice.`);
    this.#selections = selections;
    this.#releaseColumns = releaseColumns;
    this.trees = rows.length;
    this.#slugs = rows.map(({ slug }) => slug);
    this.#sources = Uint32Array.from(rows, ({ source }) => source);
    this.#places = Uint32Array.from(rows, ({ place }) => place);
  }

  write(writer: SectionWriter): void {
    for (const locale of LOCALES) this.#writeRecords(locale, writer);
    writer.add({
      ...textSections('slugs', tableOf(this.#slugs)),
      hashes: this.#fixed(HASH_BYTES, ({ hashes }) => hashes),
      locales: this.#fixed(1, ({ locales }) => locales),
    });
    for (const name of DICTIONARY_NAMES) this.#writeDictionary(name, writer);
  }

  /** Neighbours in their columns are copied together. */
  #writeRecords(locale: Locale, writer: SectionWriter): void {
    const all = this.#selections.map(({ columns }) => columns.records[locale]);
    const marks = new Uint32Array(this.trees * RECORD_MARKS.length + 1);
    const otherNames = locale === LOCALES[0] ? new Uint32Array(this.trees * 2) : undefined;
    let length = 0;
    writer.write(`records.${locale}.bytes`, (append) => {
      for (let tree = 0; tree < this.trees; ) {
        const end = this.#endOfRun(tree);
        const [source, first] = [this.#sources[tree], this.#places[tree] * RECORD_MARKS.length];
        const { bytes, marks: from } = all[source];
        const last = first + (end - tree) * RECORD_MARKS.length;
        const shift = length - from[first];
        append(bytes.subarray(from[first], from[last]));
        for (let at = first; at < last; at++) marks[tree * RECORD_MARKS.length + at - first] = from[at] + shift;
        const names = this.#selections[source].columns.otherNames;
        for (let at = 0; otherNames && at < (end - tree) * 2; at++)
          otherNames[tree * 2 + at] = names[this.#places[tree] * 2 + at] + shift;
        length += from[last] - from[first];
        tree = end;
      }
    });
    marks[marks.length - 1] = length;
    writer.add({ [`records.${locale}.marks`]: marks, ...(otherNames && { otherNames }) });
    for (const { bytes, marks: copied } of all) this.#release(bytes, copied);
    if (otherNames) for (const { columns } of this.#selections) this.#release(columns.otherNames);
  }

  /** Where the trees end that follow each other in the same columns. */
  #endOfRun(tree: number): number {
    const [source, place] = [this.#sources[tree], this.#places[tree]];
    let end = tree + 1;
    while (end < this.trees && this.#sources[end] === source && this.#places[end] === place + end - tree) end++;
    return end;
  }

  /** A column with as many bytes for each tree. */
  #fixed(size: number, of: (columns: Columns) => Uint8Array): Uint8Array {
    const all = this.#selections.map(({ columns }) => of(columns));
    const bytes = new Uint8Array(this.trees * size);
    for (let tree = 0; tree < this.trees; tree++) {
      const [from, start] = [all[this.#sources[tree]], this.#places[tree] * size];
      for (let at = 0; at < size; at++) bytes[tree * size + at] = from[start + at];
    }
    return bytes;
  }

  #writeDictionary(name: DictionaryName, writer: SectionWriter): void {
    const parts = this.#selections.map((selection) => ({
      dictionary: selection.columns.dictionaries[name],
      isUsed: usedIn(selection, name),
    }));
    const { dictionary, ids } = mergeDictionaries(parts);
    writer.add(textSections(dictionarySection(name), dictionary));
    for (const part of parts) this.#release(part.dictionary.offsets, part.dictionary.bytes);
    for (const list of LISTS[name]) {
      const all = this.#selections.map(({ columns }) => columns.lists[list]);
      const { offsets, items } = this.#lists(all, ids);
      writer.add(listSections(list, { offsets, items: isSmall(name, dictionary) ? new Uint16Array(items) : items }));
      for (const copied of all) this.#release(copied.offsets, copied.items);
    }
  }

  #lists(all: IdLists[], ids: Uint32Array[]): IdLists<Uint32Array> {
    const [sources, places] = [this.#sources, this.#places];
    const lengths = new Uint32Array(this.trees);
    for (let tree = 0; tree < this.trees; tree++) {
      const { offsets } = all[sources[tree]];
      lengths[tree] = offsets[places[tree] + 1] - offsets[places[tree]];
    }
    const lists = emptyLists(lengths);
    let next = 0;
    for (let tree = 0; tree < this.trees; tree++) {
      const { offsets, items } = all[sources[tree]];
      const newIds = ids[sources[tree]];
      const end = offsets[places[tree] + 1];
      for (let at = offsets[places[tree]]; at < end; at++)
        lists.items[next++] = items[at] === NO_NUMBER ? NO_NUMBER : newIds[items[at]];
    }
    return lists;
  }

  #release(...arrays: ArrayBufferView[]): void {
    if (this.#releaseColumns) for (const array of arrays) release(array);
  }
}

function usedIn({ columns, places }: Selection, name: DictionaryName): Uint8Array {
  const isUsed = new Uint8Array(columns.dictionaries[name].offsets.length - 1);
  for (const list of LISTS[name]) {
    const { offsets, items } = columns.lists[list];
    for (let next = 0; next < places.length; next++) {
      const end = offsets[places[next] + 1];
      for (let at = offsets[places[next]]; at < end; at++) if (items[at] !== NO_NUMBER) isUsed[items[at]] = 1;
    }
  }
  return isUsed;
}
