// In charge of the words of trees, taken while trees come: each text is taken apart once, and let go. What is left are numbers, of which
// the index of words is made when it is known how trees are ordered.

import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { byLocale, OTHER_NAMES, type TreeTexts } from './index-texts.ts';
import { NO_TREE } from './layout.ts';
import { type ConcatenatedLists, GrowingLists } from './lists.ts';
import { Met } from './met.ts';
import { POSTINGS } from './postings.ts';
import { WordTable } from './word-table.ts';
import type { Step } from './write-records.ts';

export type Part = (typeof POSTINGS)[number];

/** Sorted words, and of each the ranks of its trees in the locale's title order. */
export interface Terms {
  words: string[];
  lists: Record<Part, ConcatenatedLists>;
}

export function eachPart<T>(of: (part: Part) => T): Record<Part, T> {
  return Object.fromEntries(POSTINGS.map((part) => [part, of(part)])) as Record<Part, T>;
}

export class GatheredWords {
  readonly #locales: readonly Locale[];
  readonly #table = new WordTable();
  readonly #met = new Met();
  /** For each tree the words of its titles and its scientific name. */
  readonly #names = new GrowingLists();
  /** Those that only its synonyms and common names have. */
  readonly #others = new GrowingLists();
  /** Those that its description has, and none of its titles nor its scientific name. */
  readonly #descriptions = byLocale(() => new GrowingLists());

  constructor(locales: readonly Locale[] = LOCALES) {
    this.#locales = locales;
  }

  add({ names, descriptions }: TreeTexts): void {
    this.#met.nothing();
    for (const [place, name] of names.entries()) this.#addNew(name, place < OTHER_NAMES ? this.#names : this.#others);
    this.#names.endList();
    this.#others.endList();
    for (const locale of this.#locales) {
      this.#met.nothing();
      for (const word of this.#names.last()) this.#met.isNew(word);
      this.#addNew(descriptions[locale], this.#descriptions[locale]);
      this.#descriptions[locale].endList();
    }
  }

  #addNew(text: string, list: GrowingLists): void {
    const words = this.#table.numbersIn(text);
    for (let at = 0; at < words.length; at++) if (this.#met.isNew(words[at])) list.add(words[at]);
  }

  /** Of each tree the rank by title; NO_TREE where it is not among all trees any more. */
  termsIn(locale: Locale, ranks: Uint32Array, step: Step = () => {}): Terms {
    const ranked = inOrder(ranks);
    const lists = {
      names: [this.#names],
      any: [this.#names, this.#descriptions[locale]],
      others: [this.#others],
    };
    const isUsed = new Uint8Array(this.#table.length);
    const sizes = eachPart((part) => this.#countIn(lists[part], ranked, isUsed));
    const { texts: words, places } = this.#table.sorted(isUsed);
    const postings = eachPart((part) =>
      postingsIn(lists[part], ranked, listsOf(sizes[part], places, words.length), part === 'any' ? step : undefined),
    );
    return { words, lists: postings };
  }

  /** What only the descriptions in a language have is not asked for any more. */
  letGo(locale: Locale): void {
    this.#descriptions[locale].letGo();
  }

  /** How often each word is in the lists. */
  #countIn(lists: GrowingLists[], { trees }: Ranked, isUsed: Uint8Array): Uint32Array {
    const counts = new Uint32Array(this.#table.length);
    for (const list of lists) {
      for (let at = 0; at < trees.length; at++) {
        const words = list.get(trees[at]);
        for (let next = 0; next < words.length; next++) {
          counts[words[next]]++;
          isUsed[words[next]] = 1;
        }
      }
    }
    return counts;
  }
}

/** Trees by their ranks, and these. */
interface Ranked {
  trees: Uint32Array;
  ranks: Uint32Array;
}

function inOrder(ranks: Uint32Array): Ranked {
  const trees = Uint32Array.from(ranks.keys()).filter((tree) => ranks[tree] !== NO_TREE);
  return { trees: trees.sort((a, b) => ranks[a] - ranks[b]), ranks };
}

/** Lists that are to be filled: of each word where the next item of its list has its place. */
interface EmptyLists extends ConcatenatedLists {
  next: Uint32Array;
}

function listsOf(sizes: Uint32Array, places: Uint32Array, words: number): EmptyLists {
  const offsets = new Uint32Array(words + 1);
  for (let word = 0; word < sizes.length; word++) if (sizes[word] > 0) offsets[places[word] + 1] = sizes[word];
  for (let place = 0; place < words; place++) offsets[place + 1] += offsets[place];
  const next = new Uint32Array(sizes.length);
  for (let word = 0; word < sizes.length; word++) if (sizes[word] > 0) next[word] = offsets[places[word]];
  return { offsets, items: new Uint32Array(offsets[words]), next };
}

function postingsIn(
  lists: GrowingLists[],
  { trees, ranks }: Ranked,
  { offsets, items, next }: EmptyLists,
  step: Step = () => {},
): ConcatenatedLists {
  for (let at = 0; at < trees.length; at++) {
    const rank = ranks[trees[at]];
    for (const list of lists) {
      const words = list.get(trees[at]);
      for (let word = 0; word < words.length; word++) items[next[words[word]]++] = rank;
    }
    step(at + 1);
  }
  return { offsets, items };
}
