// Opens a snapshot as typed views of its sections. Nothing is parsed, and nothing is copied.

import { FILTERS, type Filter } from '../domain/questions.ts';
import type { FamilyNames, TreeDetail, TreeRecord } from '../domain/tree.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { type Columns, mapped, readColumns } from './columns/columns.ts';
import { type DecodeOptions, decode, type Sections } from './format.ts';
import { byLocale, MAX_SHORT_VALUES, RECORD_MARKS, type ReadonlyBitmap } from './layout.ts';
import { Lists } from './sections/lists.ts';
import { Postings } from './sections/postings.ts';
import { Strings, textsIn } from './sections/strings.ts';
import { VersionHashes } from './version-hashes.ts';

export interface Snapshot {
  /** The content hash: equal content has an equal one. */
  hash: string;
  /** How many bytes it has. */
  size: number;
  trees: number;
  slugs: Strings;
  formerSlugs: { keys: Strings; trees: Uint32Array };
  records: Record<Locale, MarkedBytes>;
  families: Record<Locale, MarkedBytes>;
  identifiers: { keys: Strings; trees: Lists };
  related: Uint32Array;
  orders: Uint32Array;
  ranks: Uint32Array;
  /** Signed, as the bit operations of JavaScript are: reading them as unsigned costs them four times the time. */
  bitmaps: ReadonlyBitmap;
  facets: Record<Filter, Facet>;
  terms: Record<Locale, Terms>;
  names: Names;
  /** Those of scientific names, with the letters of each as bits. */
  genera: { keys: Strings; letters: Int32Array };
  /** Where the synonyms and common names of each tree begin and end in its record of the first language. */
  otherNames: Uint32Array;
  /** The hashes of the trees' texts, HASH_BYTES each. */
  treeHashes: Buffer;
  /** The hash of what exports show of a tree. */
  versionHash(tree: number): string;
  /** The map that the catalogue brings, as JSON. */
  map: Buffer | undefined;
  sections: Sections;
}

/** Views of the columns that `buildSnapshot` takes unchanged trees from. */
export function columnsOf({ sections }: Snapshot): Columns {
  return readColumns(sections);
}

export function familyNamesIn({ sections }: Pick<Snapshot, 'sections'>): FamilyNames {
  return new Map(JSON.parse(sections.bytes('familyNames').toString()));
}

/** Bytes one after the other, with marks at the places that readers need. */
export interface MarkedBytes {
  bytes: Buffer;
  marks: Uint32Array;
}

/** A tree's record, as far as a view shows it. */
export function readRecord(records: MarkedBytes, tree: number, view: 'summary' | 'record'): TreeRecord {
  const { bytes, marks } = records;
  const at = tree * RECORD_MARKS.length;
  const end = view === 'summary' ? RECORD_MARKS.summaryEnd : RECORD_MARKS.recordEnd;
  return JSON.parse(`${bytes.toString('utf8', marks[at + RECORD_MARKS.start], marks[at + end])}}`);
}

/** A tree's whole record. */
export function readDetail(records: MarkedBytes, tree: number): TreeDetail {
  return JSON.parse(`${records.bytes.toString('utf8', ...rangeOf(records, tree))}}`);
}

/** Where the record of a tree begins and ends. */
export function rangeOf({ marks }: MarkedBytes, tree: number): [start: number, end: number] {
  const at = tree * RECORD_MARKS.length;
  return [marks[at + RECORD_MARKS.start], marks[at + RECORD_MARKS.length]];
}

export interface Facet {
  keys: Strings;
  /** How many trees a value has. */
  counts: Uint32Array;
  /** The number of a value's bitmaps, or NO_BITMAP where its trees are a list. */
  bitmapNumbers: Uint32Array;
  trees: Lists;
  /** For each tree the values that it has. */
  values: { offsets: Uint32Array; items: Uint16Array | Uint32Array };
  labels: Record<Locale, Strings>;
  /** The values that records of a locale show, in their order. */
  shown: Record<Locale, Uint32Array>;
}

export interface Terms {
  keys: Strings;
  /** The letters of each word, as bits. */
  letters: Int32Array;
  names: Postings;
  any: Postings;
  /** Of synonyms and common names alone. */
  others: Postings;
}

/** Whole names, folded and sorted. */
export interface Names {
  keys: Strings;
  trees: Lists;
  /** For each entry of the lists the kinds that the name is to the tree, as bits. */
  kinds: Uint8Array;
  /** The letters of what follows the first word of each, as bits. */
  letters: Int32Array;
  /** For each tree its names: the title served in each language, the scientific name, synonyms, common names. */
  byTree: Lists;
}

export function openSnapshot(bytes: Uint8Array, options: DecodeOptions = {}): Snapshot {
  const sections = decode(bytes, options);
  const facets = mapped(FILTERS, (filter) => openFacet(sections, filter));
  let versionHashes: VersionHashes | undefined;
  return {
    hash: sections.meta.content as string,
    size: bytes.byteLength,
    trees: sections.meta.trees,
    slugs: new Strings(sections.texts('slugs')),
    formerSlugs: { keys: new Strings(sections.texts('formerSlugs')), trees: sections.uint32('formerSlugs.trees') },
    records: byLocale((locale) => openMarkedBytes(sections, `records.${locale}`)),
    families: byLocale((locale) => openMarkedBytes(sections, `families.${locale}`)),
    identifiers: { keys: new Strings(sections.texts('identifiers')), trees: new Lists(sections, 'identifiers.trees') },
    related: sections.uint32('related'),
    orders: sections.uint32('orders'),
    ranks: sections.uint32('ranks'),
    bitmaps: sections.int32('bitmaps'),
    facets,
    terms: byLocale((locale) => openTerms(sections, `terms.${locale}`)),
    names: {
      keys: new Strings(sections.texts('names')),
      trees: new Lists(sections, 'names.trees'),
      kinds: sections.bytes('names.kinds'),
      letters: sections.int32('names.letters'),
      byTree: new Lists(sections, 'names.byTree'),
    },
    genera: { keys: new Strings(sections.texts('genera')), letters: sections.int32('genera.letters') },
    otherNames: sections.uint32('otherNames'),
    treeHashes: sections.bytes('hashes'),
    versionHash(tree) {
      versionHashes ??= versionHashesIn(sections, facets.family);
      return versionHashes.of(tree);
    },
    map: sections.has('map') ? sections.bytes('map') : undefined,
    sections,
  };
}

function versionHashesIn(sections: Sections, { keys, values }: Facet): VersionHashes {
  const names = familyNamesIn({ sections });
  return new VersionHashes(sections.bytes('hashes'), { keys: textsIn(keys), values, names });
}

function openMarkedBytes(sections: Sections, name: string): MarkedBytes {
  return { bytes: sections.bytes(`${name}.bytes`), marks: sections.uint32(`${name}.marks`) };
}

function openTerms(sections: Sections, name: string): Terms {
  return {
    keys: new Strings(sections.texts(name)),
    letters: sections.int32(`${name}.letters`),
    names: new Postings(sections, `${name}.names`),
    any: new Postings(sections, `${name}.any`),
    others: new Postings(sections, `${name}.others`),
  };
}

function openFacet(sections: Sections, filter: Filter): Facet {
  const keys = new Strings(sections.texts(`${filter}.keys`));
  const valueItems = `${filter}.values.items`;
  return {
    keys,
    counts: sections.uint32(`${filter}.counts`),
    bitmapNumbers: sections.uint32(`${filter}.bitmapNumbers`),
    trees: new Lists(sections, `${filter}.trees`),
    values: {
      offsets: sections.uint32(`${filter}.values.offsets`),
      items: keys.length <= MAX_SHORT_VALUES ? sections.uint16(valueItems) : sections.uint32(valueItems),
    },
    labels: byLocale((locale) => new Strings(sections.texts(`${filter}.labels.${locale}`))),
    shown: byLocale((locale) => sections.uint32(`${filter}.shown.${locale}`)),
  };
}
