// Collects the JSON of trees in each locale, with the marks that readers cut it at.

import { type Tree, toJsonByView, treePath } from '../../domain/tree.ts';
import { LOCALES } from '../../domain/vocabulary.ts';
import { checkLength } from '../format.ts';
import { byLocale } from '../layout.ts';
import { GrowingBytes } from '../sections/growing-bytes.ts';
import type { Columns } from './columns.ts';
import { GrowingNumbers } from './growing-lists.ts';

export class RecordBuilder {
  readonly #longestSection: number;
  readonly #records = byLocale(() => ({ bytes: new GrowingBytes(), marks: new GrowingNumbers() }));
  readonly #otherNames = new GrowingNumbers();

  constructor(longestSection: number) {
    this.#longestSection = longestSection;
  }

  add(tree: Tree): void {
    for (const locale of LOCALES) {
      const { bytes, marks } = this.#records[locale];
      const { summary, record, detail } = toJsonByView(tree, locale);
      marks.add(bytes.length);
      marks.add(bytes.length + linkPosition(summary, treePath(tree.slug, locale)));
      for (const piece of [summary, record]) {
        bytes.append(piece);
        marks.add(bytes.length);
      }
      if (locale === LOCALES[0]) this.#markOtherNames(tree, detail, bytes.length);
      bytes.append(detail);
      checkLength(`records.${locale}.bytes`, bytes.length, this.#longestSection);
    }
  }

  /** Their names and quotes like this occur in no text before them. */
  #markOtherNames({ synonyms, commonNames }: Tree, detail: string, detailStart: number): void {
    const names = JSON.stringify({ synonyms, commonNames }).slice(1, -1);
    const start = detailStart + Buffer.byteLength(detail.slice(0, detail.indexOf(names)));
    this.#otherNames.add(start);
    this.#otherNames.add(start + Buffer.byteLength(names));
  }

  finish(): Pick<Columns, 'records' | 'otherNames'> {
    const records = byLocale((locale) => {
      const { bytes, marks } = this.#records[locale];
      marks.add(bytes.length);
      return { bytes: bytes.written(), marks: marks.finish() };
    });
    return { records, otherNames: this.#otherNames.finish() };
  }
}

/** Where the link begins, so that a public address can be put before it. */
export function linkPosition(json: string, path: string): number {
  return Buffer.byteLength(json.slice(0, json.lastIndexOf(`"${path}"`) + 1));
}
