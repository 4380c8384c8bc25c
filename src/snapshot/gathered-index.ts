// In charge of the index of names and words, out of texts that are taken while trees come.

import type { Locale } from '../domain/vocabulary.ts';
import type { NamedSections } from './format.ts';
import { GatheredNames } from './gathered-names.ts';
import { GatheredWords } from './gathered-words.ts';
import type { TreeTexts } from './index-texts.ts';
import type { Thresholds } from './layout.ts';
import { writeNames } from './write-names.ts';
import type { Step } from './write-records.ts';
import { writeTerms } from './write-terms.ts';

/** What is asked for when all trees have come, in the order in which they came. */
export interface IndexOrder {
  /** How many are left. */
  trees: number;
  /** Of each its number; NO_TREE where it is not left. */
  numbers: Uint32Array;
  /** Likewise its ranks by title. */
  titleRanks: Record<Locale, Uint32Array>;
  thresholds: Thresholds;
}

export interface Index {
  names: NamedSections;
  terms: NamedSections;
}

export class GatheredIndex {
  readonly #words = new GatheredWords();
  readonly #names = new GatheredNames();

  add(texts: TreeTexts): void {
    this.#words.add(texts);
    this.#names.add(texts);
  }

  written({ trees, numbers, titleRanks, thresholds }: IndexOrder, step: Step): Index {
    const terms = writeTerms(this.#words, titleRanks, trees, thresholds, step);
    return { terms, names: writeNames(this.#names.collected(numbers)) };
  }
}
