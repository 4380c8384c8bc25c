// In charge of the JSON of trees while they come: each is written in every language at once, so that the tree may be let go, and put in
// its place when it is known how trees are numbered.

import { type Tree, toJsonPieces, treePath } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { checkLength, LONGEST_SECTION } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { byLocale } from './index-texts.ts';
import { RECORD_MARKS } from './layout.ts';
import { GrowingNumbers } from './lists.ts';
import type { SectionBytes } from './snapshot-writer.ts';

export interface Numbers {
  at(index: number): number | undefined;
}

/** Where the parts of records and their other names stand, tree by tree; where a record begins is the first of its marks. */
export interface Marks {
  marks: Numbers;
  otherNames: Numbers;
}

export class GatheredRecords {
  readonly #longest: number;
  readonly #shelves = byLocale(() => new Map<number, GrowingBytes>());
  readonly #lengths = byLocale(() => 0);
  /** On their shelves; and where records end there. */
  readonly #marks = byLocale(() => new GrowingNumbers());
  readonly #ends = byLocale(() => new GrowingNumbers());
  /** Where they begin and end in the record of the first language. */
  readonly #otherNames = new GrowingNumbers();
  /** Of each tree. */
  readonly #shelfNumbers = new GrowingNumbers();

  constructor(longest = LONGEST_SECTION) {
    this.#longest = longest;
  }

  /** Its place among all that came. */
  add(tree: Tree): number {
    const shelf = shelfOf(tree);
    for (const locale of LOCALES) {
      const bytes = this.#shelves[locale].getOrInsertComputed(shelf, () => new GrowingBytes());
      const { marks, detail } = writeRecord(tree, locale, bytes);
      for (const mark of marks) this.#marks[locale].add(mark);
      this.#ends[locale].add(bytes.length);
      if (locale === LOCALES[0])
        for (const mark of otherNamesIn(tree, detail, marks[RECORD_MARKS.recordEnd])) this.#otherNames.add(mark);
      this.#lengths[locale] += bytes.length - marks[RECORD_MARKS.start];
      checkLength(`records.${locale}.bytes`, this.#lengths[locale], this.#longest);
    }
    this.#shelfNumbers.add(shelf);
    return this.#shelfNumbers.length - 1;
  }

  marksIn(locale: Locale): Marks {
    return { marks: this.#marks[locale], otherNames: this.#otherNames };
  }

  copy(locale: Locale, tree: number, into: SectionBytes): void {
    const shelf = this.#shelves[locale].get(this.#shelfNumbers.at(tree)) as GrowingBytes;
    const start = this.#marks[locale].at(tree * RECORD_MARKS.length + RECORD_MARKS.start);
    into.appendFrom(shelf, start, this.#ends[locale].at(tree));
  }

  areTogether(tree: number, other: number): boolean {
    return this.#shelfNumbers.at(tree) === this.#shelfNumbers.at(other);
  }

  /** What was written in a language of all trees that stand together with one is not asked for any more. */
  letGo(locale: Locale, tree: number): void {
    this.#shelves[locale].get(this.#shelfNumbers.at(tree))?.letGo();
  }
}

/** By the first letter of their slugs, records stand together that follow each other in a snapshot: they are let go there part by part. */
function shelfOf({ slug }: Tree): number {
  return slug.charCodeAt(0);
}

interface WrittenRecord {
  /** Of its group, in their order. */
  marks: number[];
  detail: string;
}

function writeRecord(tree: Tree, locale: Locale, bytes: GrowingBytes): WrittenRecord {
  const { summary, record, detail } = toJsonPieces(tree, locale);
  const start = bytes.length;
  const link = start + linkPosition(summary, treePath(tree.slug, locale));
  bytes.append(summary);
  const summaryEnd = bytes.length;
  bytes.append(record);
  const recordEnd = bytes.length;
  bytes.append(detail);
  return { marks: [start, link, summaryEnd, recordEnd], detail };
}

/** Where synonyms and common names begin and end. Their names and quotes like this stand in no text before them. */
function otherNamesIn({ synonyms, commonNames }: Tree, json: string, base: number): [start: number, end: number] {
  const names = JSON.stringify({ synonyms, commonNames }).slice(1, -1);
  const start = base + Buffer.byteLength(json.slice(0, json.indexOf(names)));
  return [start, start + Buffer.byteLength(names)];
}

/** Where the link begins, so that a public address can be put in front of it. */
export function linkPosition(json: string, path: string): number {
  return Buffer.byteLength(json.slice(0, json.lastIndexOf(`"${path}"`) + 1));
}
