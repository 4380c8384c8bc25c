// In charge of the questions over a snapshot. Answers are tree numbers; whoever asks turns them into bytes.

import { type Filter, MOST_RELATED, NO_TREE, orderingIndex, wordsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { add, type Bitmap, forEach, has, intersect, type Mask, remove, select } from './bitmap.ts';
import { countValues, type Facets } from './facets.ts';
import { Filters, type Matches, type Space, spacesOf } from './filters.ts';
import type { ListQuery, ListResult } from './query.ts';
import { orderingOf, Search, type Wanted } from './search.ts';

export class Catalogue {
  readonly snapshot: Snapshot;
  readonly #filters: Filters;
  readonly #search: Search;
  readonly #spaces: Space[];
  /** Working sets, used anew by every question: asking allocates nothing of the catalogue's size. */
  readonly #found: Bitmap;
  readonly #inNames: Bitmap;
  readonly #spare: Bitmap;

  constructor(snapshot: Snapshot) {
    const words = wordsFor(snapshot.trees);
    this.snapshot = snapshot;
    this.#filters = new Filters(snapshot);
    this.#search = new Search(snapshot, words);
    this.#spaces = spacesOf(snapshot);
    this.#found = new Int32Array(words);
    this.#inNames = new Int32Array(words);
    this.#spare = new Int32Array(words);
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
    const facets = query.facets && { facets: this.#countFacets(query) };
    return { ...this.#listPage(query), ...facets };
  }

  #listPage(query: ListQuery): ListResult {
    const { search, sort, order, locale } = query;
    const space = this.#spaces[orderingIndex(locale, sort ?? 'title', order ?? 'asc')];
    if (search === undefined) return this.#listFiltered(query, space);
    const wanted = this.#search.read(search, locale);
    return sort || order ? this.#listSearched(query, wanted, space) : this.#listByRelevance(query, wanted);
  }

  #listFiltered(query: ListQuery, space: Space): ListResult {
    if (Object.keys(query.filters).length === 0) {
      const page = new Page(query);
      page.takeRange(this.snapshot.trees);
      return { total: this.snapshot.trees, trees: page.trees(space) };
    }
    const { set, total } = this.#filters.match(query.filters, space, this.#spare);
    const page = new Page(query);
    page.take(set);
    return { total, trees: page.trees(space) };
  }

  #listSearched(query: ListQuery, wanted: Wanted, space: Space): ListResult {
    const found = this.#spaces[orderingOf(query.locale)];
    const all = this.#search.findAnywhere(wanted, this.#found);
    if (found.ordering !== space.ordering) this.#move(this.#found, found, space);
    const { set, total } = this.#narrow({ set: this.#found, total: all }, query, space);
    const page = new Page(query);
    page.take(set);
    return { total, trees: page.trees(space) };
  }

  #listByRelevance(query: ListQuery, wanted: Wanted): ListResult {
    const space = this.#spaces[orderingOf(query.locale)];
    const all = this.#search.findAnywhere(wanted, this.#found);
    const { set, total } = this.#narrow({ set: this.#found, total: all }, query, space);
    const equal = this.#search.findEqual(wanted, space).filter((rank) => has(set, rank));
    for (const rank of equal) remove(set, rank);
    const page = new Page(query);
    page.takeThese(equal);
    if (this.#search.findInNames(wanted, this.#inNames) === 0) page.take(set);
    else {
      page.take(set, { other: this.#inNames, isWanted: true });
      page.take(set, { other: this.#inNames, isWanted: false });
    }
    return { total, trees: page.trees(space) };
  }

  /** Leaves of the matches those that the filters leave. */
  #narrow({ set, total }: Matches, { filters }: ListQuery, space: Space, except?: Filter): Matches {
    if (Object.keys(filters).length === 0) return { set, total };
    return { set, total: intersect(set, this.#filters.match(filters, space, this.#spare, except).set, set) };
  }

  /** Turns ranks of one ordering into ranks of another. */
  #move(set: Bitmap, from: Space, to: Space): void {
    const moved = this.#spare.fill(0);
    forEach(set, (rank) => add(moved, to.ranks[from.order[rank]]));
    set.set(moved);
  }

  /** Over the same query without the field's own filter. */
  #countFacets(query: ListQuery): Facets {
    const { search, locale } = query;
    const space = this.#spaces[orderingOf(locale)];
    const wanted = search === undefined ? undefined : this.#search.read(search, locale);
    const facets: Facets = {};
    for (const field of query.facets ?? []) {
      const { set } = wanted
        ? this.#narrow({ set: this.#found, total: this.#search.findAnywhere(wanted, this.#found) }, query, space, field)
        : this.#filters.match(query.filters, space, this.#spare, field);
      facets[field] = countValues(this.snapshot.facets[field], set, space, locale, this.#filters);
    }
    return facets;
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

  /** All ranks below a number. */
  takeRange(end: number): void {
    for (let rank = this.#skip; rank < end && this.#ranks.length < this.#size; rank++) this.#ranks.push(rank);
  }

  takeThese(ranks: number[]): void {
    this.#ranks.push(...ranks.slice(this.#skip, this.#skip + this.#size));
    this.#skip = Math.max(0, this.#skip - ranks.length);
  }

  trees({ order }: Space): number[] {
    return this.#ranks.map((rank) => order[rank]);
  }
}
