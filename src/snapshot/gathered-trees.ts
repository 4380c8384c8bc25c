// In charge of what is compiled of trees, taken while they come: each is looked at once, and may be let go. When all have come, those that
// are left are numbered, put in order and written.

import { SORTS, type Sort } from '../domain/questions.ts';
import { type FamilyNames, servedText, type Tree } from '../domain/tree.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { GatheredFacets } from './gathered-facets.ts';
import type { IndexOrder } from './gathered-index.ts';
import { GatheredRecords } from './gathered-records.ts';
import { byLocale, titleRanksIn } from './index-texts.ts';
import { NO_TREE, type Thresholds } from './layout.ts';
import type { SectionsToWrite } from './snapshot-writer.ts';
import { writeStrings } from './strings.ts';
import { writeFacets } from './write-facets.ts';
import { writeFormerSlugs } from './write-former-slugs.ts';
import { GatheredIdentifiers, writeIdentifiers } from './write-identifiers.ts';
import { Orders } from './write-orders.ts';
import { writeFamilies, writeRecords } from './write-records.ts';
import { writeRelated } from './write-related.ts';

/** What is kept of a tree as it is. */
type Kept = Pick<Tree, 'slug' | 'formerSlugs' | Exclude<Sort, 'title'>> & { titles: Record<Locale, string> };

export class GatheredTrees {
  readonly #kept: Kept[] = [];
  readonly #facets = new GatheredFacets();
  readonly #identifiers = new GatheredIdentifiers();
  readonly #records: GatheredRecords;

  constructor(longestSection?: number) {
    this.#records = new GatheredRecords(longestSection);
  }

  /** Its place among all that came. */
  add(tree: Tree): number {
    const { slug, formerSlugs, scientificName, family, updatedAt } = tree;
    const titles = byLocale((locale) => servedText(tree, locale).title);
    this.#kept.push({ slug, formerSlugs, scientificName, family, updatedAt, titles });
    this.#facets.add(tree);
    this.#identifiers.add(tree);
    return this.#records.add(tree);
  }

  /** Those that are left, in the order of their slugs. Nothing more is added then. */
  numbered(places: Uint32Array): NumberedTrees {
    const kept = Array.from(places, (place) => this.#kept[place]);
    const all = this.#kept.length;
    return new NumberedTrees({
      kept,
      places,
      all,
      facets: this.#facets,
      identifiers: this.#identifiers,
      records: this.#records,
    });
  }
}

interface Gathered {
  /** By number. */
  kept: Kept[];
  /** Of each its place among all that came, and how many these were. */
  places: Uint32Array;
  all: number;
  facets: GatheredFacets;
  identifiers: GatheredIdentifiers;
  records: GatheredRecords;
}

export class NumberedTrees {
  readonly #gathered: Gathered;
  readonly #orders: Orders;

  constructor(gathered: Gathered) {
    this.#gathered = gathered;
    this.#orders = new Orders(gathered.kept.length);
    this.#sortBy('title');
  }

  get length(): number {
    return this.#gathered.kept.length;
  }

  /** What is asked of an index that took their texts as they came. */
  indexOrder(thresholds: Thresholds): IndexOrder {
    const { trees, numbers, titleRanks } = this.orderByNumber(thresholds);
    const ranks = byLocale((locale) => this.#byPlace(titleRanks[locale]));
    return { trees, numbers: this.#byPlace(numbers), titleRanks: ranks, thresholds };
  }

  /** Of one that took them by number. */
  orderByNumber(thresholds: Thresholds): IndexOrder {
    const numbers = Uint32Array.from(this.#gathered.kept.keys());
    return { trees: this.length, numbers, titleRanks: titleRanksIn(this.#orders.ranks, this.length), thresholds };
  }

  #byPlace(byNumber: Uint32Array): Uint32Array {
    const found = new Uint32Array(this.#gathered.all).fill(NO_TREE);
    for (const [number, place] of this.#gathered.places.entries()) found[place] = byNumber[number];
    return found;
  }

  #sortBy(sort: Sort): void {
    const { kept } = this.#gathered;
    this.#orders.sortBy(sort, (locale) => kept.map((tree) => (sort === 'title' ? tree.titles[locale] : tree[sort])));
  }

  /** All sections but those of names and words, and the map. */
  sections(familyNames: FamilyNames, thresholds: Thresholds): SectionsToWrite {
    const { kept, places, facets: gathered, identifiers, records } = this.#gathered;
    const { orders, ranks } = this.#orders;
    for (const sort of SORTS) if (sort !== 'title') this.#sortBy(sort);
    const facets = gathered.collected(places);
    const slugs = kept.map(({ slug }) => slug);
    return {
      ...writeStrings('slugs', slugs),
      ...writeFormerSlugs(kept.entries()),
      ...writeFamilies(facets.family, familyNames),
      ...writeRelated(kept),
      orders,
      ranks,
      ...writeFacets(facets, this.length, ranks, thresholds),
      ...writeIdentifiers(identifiers, places),
      ...writeRecords(records, places),
    };
  }
}
