// Builds columns from trees. A tree can be released as soon as it was added.

import { identifierKey } from '../../domain/identifiers.ts';
import { canonicalName, parseScientificName } from '../../domain/names/scientific-name.ts';
import { FILTERS, type Filter } from '../../domain/questions.ts';
import { servedText, type Tree } from '../../domain/tree.ts';
import { fold, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { MAX_SECTION_LENGTH } from '../format.ts';
import { GrowingBytes } from '../sections/growing-bytes.ts';
import { type IdLists, NO_NUMBER } from '../sections/lists.ts';
import { tableOf } from '../sections/strings.ts';
import {
  type Columns,
  DICTIONARY_NAMES,
  type DictionaryName,
  LIST_NAMES,
  LISTS,
  type ListName,
  localesOf,
  mapped,
  spellingsIn,
} from './columns.ts';
import { GrowingLists } from './growing-lists.ts';
import { Interner } from './interner.ts';
import { RecordBuilder } from './record-builder.ts';
import { VisitedSet } from './visited-set.ts';
import { WordInterner } from './word-interner.ts';

export class ColumnsBuilder {
  readonly #slugs: string[] = [];
  readonly #hashes = new GrowingBytes();
  readonly #locales: number[] = [];
  readonly #words = new WordInterner();
  readonly #interners = mapped(DICTIONARY_NAMES, (name): Interner => (hasWords(name) ? this.#words : new Interner()));
  readonly #lists = mapped(LIST_NAMES, () => new GrowingLists());
  readonly #records: RecordBuilder;
  readonly #visited = new VisitedSet();

  /** Throws SnapshotError as soon as the records are longer than the longest section. */
  constructor(longestSection = MAX_SECTION_LENGTH) {
    this.#records = new RecordBuilder(longestSection);
  }

  /** `hash` is that of the tree's text. Returns the place of the tree: its index in order of adding. */
  add(tree: Tree, hash: string): number {
    this.#records.add(tree);
    this.#hashes.appendBytes(Buffer.from(hash, 'hex'));
    this.#locales.push(LOCALES.reduce((bits, locale, index) => (tree.texts[locale] ? bits | (1 << index) : bits), 0));
    this.#addNames(tree);
    this.#addWords(tree);
    for (const filter of FILTERS)
      for (const locale of localesOf(filter))
        this.#add(`spellings.${filter}`, spellingsIn(filter, locale), shownValues(tree, filter, locale));
    this.#add('identifiers', 'identifiers.byTree', identifierKeys(tree));
    this.#add('former', 'former.byTree', tree.formerSlugs);
    this.#add('texts', 'texts.byTree', [...titlesOf(tree), tree.scientificName]);
    this.#add('dates', 'dates.byTree', tree.updatedAt === null ? [] : [tree.updatedAt]);
    return this.#slugs.push(tree.slug) - 1;
  }

  /** Nothing may be added after that. */
  finish(): Columns {
    const lists: Partial<Record<ListName, IdLists>> = {};
    const dictionaries = mapped(DICTIONARY_NAMES, (name) => {
      const interner = this.#interners[name];
      const finished = LISTS[name].map((list) => this.#lists[list].finish());
      const isUsed = new Uint8Array(interner.length);
      for (const { items } of finished) markUsed(items, isUsed);
      const { dictionary, positions } = interner.sorted(isUsed);
      for (const [index, list] of LISTS[name].entries()) lists[list] = withIds(finished[index], positions);
      return dictionary;
    });
    return {
      trees: this.#slugs.length,
      slugs: tableOf(this.#slugs),
      hashes: this.#hashes.written(),
      locales: Uint8Array.from(this.#locales),
      dictionaries,
      lists: lists as Columns['lists'],
      ...this.#records.finish(),
    };
  }

  #add(dictionary: DictionaryName, list: ListName, texts: Iterable<string>): void {
    const [interner, ids] = [this.#interners[dictionary], this.#lists[list]];
    for (const text of texts) ids.add(interner.idOf(text));
    ids.endList();
  }

  #addNames(tree: Tree): void {
    const { scientificName, synonyms, commonNames } = tree;
    const { names } = this.#interners;
    const [byTree, compared] = [this.#lists['names.byTree'], this.#lists['names.compared']];
    for (const title of titlesOf(tree)) byTree.add(names.idOf(fold(title)));
    for (const name of [scientificName, ...synonyms]) {
      byTree.add(names.idOf(fold(name)));
      const key = comparedKey(name);
      compared.add(key === undefined ? NO_NUMBER : names.idOf(key));
    }
    for (const { name } of commonNames) byTree.add(names.idOf(fold(name)));
    byTree.endList();
    compared.endList();
  }

  /** Each word once: other names without the words of the names, descriptions as well. */
  #addWords(tree: Tree): void {
    const names = this.#lists['words.names'];
    this.#visited.clear();
    for (const name of [...titlesOf(tree), tree.scientificName]) this.#addNewWords(name, names);
    const others = this.#lists['words.others'];
    for (const name of tree.synonyms) this.#addNewWords(name, others);
    for (const { name } of tree.commonNames) this.#addNewWords(name, others);
    others.endList();
    for (const locale of LOCALES) {
      const descriptions = this.#lists[`descriptions.${locale}.byTree`];
      this.#visited.clear();
      for (const word of names.current()) this.#visited.visit(word);
      this.#addNewWords(servedText(tree, locale).description, descriptions);
      descriptions.endList();
    }
    names.endList();
  }

  #addNewWords(text: string, list: GrowingLists): void {
    const words = this.#words.idsIn(text);
    for (let at = 0; at < words.length; at++) if (this.#visited.visit(words[at])) list.add(words[at]);
  }
}

/** The values of a filter that the record of a locale shows. */
export function shownValues(tree: Tree, filter: Filter, locale: Locale): readonly string[] {
  if (filter === 'tag') return servedText(tree, locale).tags;
  if (filter === 'family') return [tree.family];
  if (filter === 'conservationStatus') return tree.conservationStatus === null ? [] : [tree.conservationStatus];
  return tree[filter];
}

function titlesOf(tree: Tree): string[] {
  return LOCALES.map((locale) => servedText(tree, locale).title);
}

function identifierKeys({ identifiers }: Tree): Set<string> {
  const keys = new Set<string>();
  for (const [register, identifier] of Object.entries(identifiers))
    if (identifier !== null) keys.add(identifierKey(register, identifier));
  return keys;
}

/** What matching compares of a scientific name; undefined if it doesn't name a single species. */
function comparedKey(text: string): string | undefined {
  const name = parseScientificName(text);
  return name?.epithet !== undefined && !name.isFormula ? canonicalName(name) : undefined;
}

function hasWords(name: DictionaryName): boolean {
  return name === 'words' || name.startsWith('descriptions');
}

function markUsed(items: Uint32Array, isUsed: Uint8Array): void {
  for (let at = 0; at < items.length; at++) if (items[at] !== NO_NUMBER) isUsed[items[at]] = 1;
}

/** In place. */
function withIds({ offsets, items }: IdLists<Uint32Array>, ids: Uint32Array): IdLists {
  for (let at = 0; at < items.length; at++) if (items[at] !== NO_NUMBER) items[at] = ids[items[at]];
  return { offsets, items };
}
