import type { TreeDetail } from '../../domain/tree.ts';
import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { type MarkedBytes, rangeOf, readDetail, type Snapshot } from '../../snapshot/open.ts';

export class Details {
  readonly #records: Snapshot['records'];
  readonly #locale: Locale | undefined;
  #bytesRead = 0;

  /** With `locale`, in that language only; a tree without it comes in the other one. */
  constructor({ records }: Snapshot, locale: Locale | undefined) {
    this.#records = records;
    this.#locale = locale;
  }

  get bytesRead(): number {
    return this.#bytesRead;
  }

  /** The record in each language of a tree. */
  of(tree: number): TreeDetail[] {
    const first = this.#read(this.#records[this.#locale ?? LOCALES[0]], tree);
    if (this.#locale) return [first];
    const others = first.availableLocales.filter((locale) => locale !== first.locale) as Locale[];
    return [first, ...others.map((locale) => this.#read(this.#records[locale], tree))];
  }

  #read(records: MarkedBytes, tree: number): TreeDetail {
    const [start, end] = rangeOf(records, tree);
    this.#bytesRead += end - start;
    return readDetail(records, tree);
  }
}
