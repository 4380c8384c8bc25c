// In charge of the search index: sorted folded words with the trees that hold them, names apart from the whole text, and words
// of synonyms and common names apart from both.

import { lettersOf } from '../domain/edit-distance.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale, words } from '../domain/vocabulary.ts';
import type { NamedSections } from './format.ts';
import { cellsFor, orderingIndex, type Thresholds } from './layout.ts';
import { writePostings } from './postings.ts';
import { byCodePoints, writeStrings } from './strings.ts';
import { namesOf } from './write-names.ts';
import type { Step } from './write-records.ts';

/** A word's trees are given by their ranks in the locale's title order. */
export function writeTerms(trees: Tree[], orders: Uint32Array, { start }: Thresholds, step: Step): NamedSections {
  const sections: NamedSections = {};
  const nameWords = trees.map(nameWordsOf);
  for (const [round, locale] of LOCALES.entries()) {
    const base = orderingIndex(locale, 'title', 'asc') * trees.length;
    const titleOrder = orders.subarray(base, base + trees.length);
    const stepOfRound: Step = (done) => step(round * trees.length + done);
    const terms = collectTerms(trees, nameWords, titleOrder, locale, stepOfRound);
    const sizes = { trees: trees.length, most: start * cellsFor(trees.length) };
    Object.assign(sections, writeTermsOf(`terms.${locale}`, terms, sizes));
  }
  return sections;
}

interface NameWords {
  names: Set<string>;
  /** Of synonyms and common names alone. */
  others: Set<string>;
}

function nameWordsOf(tree: Tree): NameWords {
  const { title, scientificName, synonyms, commonNames } = namesOf(tree);
  const names = new Set([...scientificName, ...title].flatMap(words));
  return { names, others: new Set([...synonyms, ...commonNames].flatMap(words)).difference(names) };
}

type Term = Record<'names' | 'any' | 'others', number[]>;

function collectTerms(
  trees: Tree[],
  nameWords: NameWords[],
  titleOrder: Uint32Array,
  locale: Locale,
  step: Step,
): Map<string, Term> {
  const terms = new Map<string, Term>();
  for (const [rank, number] of titleOrder.entries()) {
    const { names, others } = nameWords[number];
    for (const word of others) termOf(terms, word).others.push(rank);
    for (const word of names) {
      const term = termOf(terms, word);
      term.names.push(rank);
      term.any.push(rank);
    }
    for (const word of words(servedText(trees[number], locale).description)) {
      const { any } = termOf(terms, word);
      if (any[any.length - 1] !== rank) any.push(rank);
    }
    step(rank + 1);
  }
  return terms;
}

function writeTermsOf(name: string, terms: Map<string, Term>, sizes: { trees: number; most: number }): NamedSections {
  const keys = [...terms.keys()].sort(byCodePoints);
  const postings = (part: keyof Term) => {
    const lists = keys.map((key) => (terms.get(key) as Term)[part]);
    return writePostings(`${name}.${part}`, { words: keys, lists, ...sizes });
  };
  return {
    ...writeStrings(name, keys),
    [`${name}.letters`]: Uint32Array.from(keys, lettersOf),
    ...postings('names'),
    ...postings('any'),
    ...postings('others'),
  };
}

/** Called for every word of the catalogue: a plain look-up is several times faster here than `getOrInsertComputed`. */
function termOf(terms: Map<string, Term>, word: string): Term {
  const known = terms.get(word);
  if (known) return known;
  const added: Term = { names: [], any: [], others: [] };
  terms.set(word, added);
  return added;
}
