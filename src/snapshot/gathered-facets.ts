// In charge of the values that filters find trees by, taken while trees come: of each tree the numbers of what it is told with are left.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { GrowingLists } from './lists.ts';
import { Met } from './met.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';
import {
  type CollectedFacet,
  type CollectedFacets,
  eachFilter,
  eachLocale,
  factValues,
  mostUsedSpellings,
  setsIn,
} from './write-facets.ts';

export class GatheredFacets {
  readonly #facets = eachFilter((filter) => new GatheredFacet(filter));

  add(tree: Tree): void {
    for (const filter of FILTERS) this.#facets[filter].add(tree);
  }

  /** `trees` are those that are left, by their numbers. What was gathered is let go. */
  collected(trees: Uint32Array): CollectedFacets {
    return eachFilter((filter) => this.#facets[filter].collected(trees));
  }
}

class GatheredFacet {
  readonly #filter: Filter;
  /** As they are written, each with its number. */
  readonly #numbers = new Map<string, number>();
  readonly #spellings: string[] = [];
  /** What its records show of each tree: of tags, which are another matter in each language, by language. */
  readonly #shown: GrowingLists[];

  constructor(filter: Filter) {
    this.#filter = filter;
    this.#shown = filter === 'tag' ? LOCALES.map(() => new GrowingLists()) : [new GrowingLists()];
  }

  add(tree: Tree): void {
    for (const [index, lists] of this.#shown.entries()) {
      const values = this.#filter === 'tag' ? servedText(tree, LOCALES[index]).tags : factValues(tree, this.#filter);
      for (const value of values) lists.add(this.#numberOf(value));
      lists.endList();
    }
  }

  #numberOf(value: string): number {
    return this.#numbers.getOrInsertComputed(value, () => this.#spellings.push(value) - 1);
  }

  collected(trees: Uint32Array): CollectedFacet {
    const { keys, sets } = this.#sets(trees);
    const uses = this.#shown.map((lists) => this.#usesIn(lists, trees));
    const labels = eachLocale(this.#filter, (locale) => {
      const spellings = mostUsedSpellings(this.#filter, uses[LOCALES.indexOf(locale)]);
      return keys.map((key) => spellings.get(key) ?? '');
    });
    for (const lists of this.#shown) lists.letGo();
    return { keys, sets, labels };
  }

  /** A tree is found by its tags in either language. */
  #sets(trees: Uint32Array): Pick<CollectedFacet, 'keys' | 'sets'> {
    const table = new NumberedTexts();
    const keyOf = Uint32Array.from(this.#spellings, (value) => table.numberOf(filterKey(this.#filter, value)));
    const treesByKey = new Pairs();
    const met = new Met();
    for (let number = 0; number < trees.length; number++) {
      met.nothing();
      for (const lists of this.#shown)
        for (const value of lists.get(trees[number])) if (met.isNew(keyOf[value])) treesByKey.add(keyOf[value], number);
    }
    const isUsed = new Uint8Array(table.length);
    treesByKey.markKeys(isUsed);
    const { texts: keys, places } = table.sorted(isUsed);
    return { keys, sets: setsIn(treesByKey.lists(places, keys.length)) };
  }

  #usesIn(lists: GrowingLists, trees: Uint32Array): Map<string, number> {
    const counts = new Uint32Array(this.#spellings.length);
    for (const tree of trees) for (const value of lists.get(tree)) counts[value]++;
    const uses = this.#spellings.map((value, number): [string, number] => [value, counts[number]]);
    return new Map(uses.filter(([, count]) => count > 0));
  }
}
