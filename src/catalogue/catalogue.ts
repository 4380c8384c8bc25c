// In charge of the questions over a snapshot. Answers are tree numbers; whoever asks turns them into bytes.

import { type Filter, MOST_RELATED, NO_TREE, orderingIndex, wordsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import type { Locale } from '../vocabulary.ts';
import { type Bitmap, has, type Mask, select, subtract } from './bitmap.ts';
import { type Condition, type Matches, meet } from './condition.ts';
import { FacetCounter, type Facets } from './facets.ts';
import { Filters } from './filters.ts';
import type { ListQuery, ListResult } from './query.ts';
import { Search, type Wanted } from './search.ts';
import { byNumber, type Space, spacesOf } from './space.ts';

type Conditions = Map<Filter | 'search', Condition>;

export class Catalogue {
  readonly snapshot: Snapshot;
  readonly #filters: Filters;
  readonly #search: Search;
  readonly #facets: FacetCounter;
  readonly #spaces: Space[];
  /** Working sets, used anew by every question: asking allocates nothing of the catalogue's size. */
  readonly #found: Bitmap;
  readonly #spare: Bitmap;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.#filters = new Filters(snapshot);
    this.#search = new Search(snapshot);
    this.#facets = new FacetCounter(snapshot);
    this.#spaces = spacesOf(snapshot);
    this.#found = new Int32Array(wordsFor(snapshot.trees));
    this.#spare = new Int32Array(wordsFor(snapshot.trees));
  }

  /** The number of the tree with a slug, or -1. */
  find(slug: string): number {
    return this.snapshot.slugs.find(slug);
  }

  related(tree: number): number[] {
    const { related } = this.snapshot;
    const found: number[] = [];
    for (let at = tree * MOST_RELATED; at < (tree + 1) * MOST_RELATED; at++) {
      if (related[at] !== NO_TREE) found.push(related[at]);
    }
    return found;
  }

  list(query: ListQuery): ListResult {
    const { search, locale } = query;
    const wanted = search === undefined ? undefined : this.#search.read(search, locale);
    // Words are found in title order. What they leave is put in another order at the end, when it is least.
    const space = wanted ? this.#spaces[orderingIndex(locale, 'title', 'asc')] : this.#askedSpace(query);
    const conditions: Conditions = this.#filters.conditions(query.filters, space);
    if (wanted) conditions.set('search', this.#search.condition(wanted, space));
    const matches = meet(conditions.values(), space, this.#found);
    const facets = query.facets && { facets: this.#countFacets(query.facets, locale, conditions, matches, space) };
    return { total: matches.total, trees: this.#pageOf(query, wanted, matches, space), ...facets };
  }

  #askedSpace({ locale, sort, order }: ListQuery): Space {
    return this.#spaces[orderingIndex(locale, sort ?? 'title', order ?? 'asc')];
  }

  #pageOf(query: ListQuery, wanted: Wanted | undefined, matches: Matches, space: Space): number[] {
    const page = new Page(query);
    const asked = this.#askedSpace(query);
    if (page.isBeyond(matches.total)) return [];
    if (wanted && !query.sort && !query.order) this.#takeByRelevance(page, wanted, matches, space);
    else if (matches.total === this.snapshot.trees) page.takeRange(matches.total);
    else if (space === asked) page.take(matches.set);
    else page.takeInOrder(byNumber(matches.set, space, this.#spare), asked);
    return page.trees(asked);
  }

  /** A name that equals the search, then all words in names, then all words anywhere. */
  #takeByRelevance(page: Page, wanted: Wanted, { set }: Matches, space: Space): void {
    const { set: inNames, total } = this.#search.findInNames(wanted, space);
    if (total === 0) {
      page.take(set);
      return;
    }
    const equal = this.#search.findEqual(wanted, space);
    if (equal) page.take(set, { other: equal, isWanted: true });
    const others = equal ? subtract(set, equal, this.#spare) : set;
    page.take(others, { other: inNames, isWanted: true });
    page.take(others, { other: inNames, isWanted: false });
  }

  /** Over the same query without the field's own filter. */
  #countFacets(fields: Filter[], locale: Locale, conditions: Conditions, matches: Matches, space: Space): Facets {
    const found = this.#facets.count(
      fields.filter((field) => !conditions.has(field)),
      matches,
      space,
      locale,
    );
    for (const field of fields.filter((each) => conditions.has(each))) {
      const others = [...conditions].filter(([name]) => name !== field).map(([, condition]) => condition);
      Object.assign(found, this.#facets.count([field], meet(others, space, this.#spare), space, locale));
    }
    return Object.fromEntries(fields.map((field) => [field, found[field]]));
  }
}

/** The ranks of a page, taken from one set after the other. */
class Page {
  readonly #ranks: number[] = [];
  readonly #size: number;
  #skip: number;

  constructor({ page, pageSize }: ListQuery) {
    this.#size = pageSize;
    this.#skip = (page - 1) * pageSize;
  }

  take(set: Bitmap, mask?: Mask): void {
    this.#skip = select(set, this.#skip, this.#size - this.#ranks.length, this.#ranks, mask);
  }

  isBeyond(total: number): boolean {
    return this.#skip >= total;
  }

  /** Of trees by their numbers. */
  takeInOrder(trees: Bitmap, { order }: Space): void {
    for (let rank = 0; rank < order.length && this.#ranks.length < this.#size; rank++) {
      if (!has(trees, order[rank])) continue;
      if (this.#skip > 0) this.#skip--;
      else this.#ranks.push(rank);
    }
  }

  /** All ranks below a number. */
  takeRange(end: number): void {
    for (let rank = this.#skip; rank < end && this.#ranks.length < this.#size; rank++) this.#ranks.push(rank);
  }

  trees({ order }: Space): number[] {
    return this.#ranks.map((rank) => order[rank]);
  }
}
