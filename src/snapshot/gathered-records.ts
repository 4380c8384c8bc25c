// In charge of the JSON of trees while they come: each is written in every language at once, so that the tree may be let go, and put in
// its place when it is known how trees are numbered.

import { type Tree, toJsonPieces, treePath } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { checkLength, LONGEST_SECTION } from './format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { byLocale } from './index-texts.ts';
import { RECORD_MARKS } from './layout.ts';
import { GrowingNumbers } from './lists.ts';

/** Some records one after the other; where they begin is the first of their marks. */
export interface Records {
  bytes: Uint8Array;
  marks: Uint32Array;
  otherNames: Uint32Array;
}

export class GatheredRecords {
  readonly #longest: number;
  readonly #bytes = byLocale(() => new GrowingBytes());
  readonly #marks = byLocale(() => new GrowingNumbers());
  /** Where they begin and end in the record of the first language. */
  readonly #otherNames = new GrowingNumbers();
  #trees = 0;

  constructor(longest = LONGEST_SECTION) {
    this.#longest = longest;
  }

  /** Its place among all that came. */
  add(tree: Tree): number {
    for (const locale of LOCALES) {
      const bytes = this.#bytes[locale];
      const { marks, detail } = writeRecord(tree, locale, bytes);
      for (const mark of marks) this.#marks[locale].add(mark);
      if (locale === LOCALES[0])
        for (const mark of otherNamesIn(tree, detail, marks[RECORD_MARKS.recordEnd])) this.#otherNames.add(mark);
      checkLength(`records.${locale}.bytes`, bytes.length, this.#longest);
    }
    return this.#trees++;
  }

  of(locale: Locale, first: number, count: number): Records {
    const bytes = this.#bytes[locale].done();
    const marks = this.#marks[locale];
    const [start, end] = [first * RECORD_MARKS.length, (first + count) * RECORD_MARKS.length];
    return {
      bytes: bytes.subarray(marks.at(start), end < marks.length ? marks.at(end) : bytes.length),
      marks: marks.slice(start, end),
      otherNames: this.#otherNames.slice(first * 2, (first + count) * 2),
    };
  }

  /** What was written in a language is not asked for any more. */
  letGo(locale: Locale): void {
    this.#bytes[locale].letGo();
  }
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
