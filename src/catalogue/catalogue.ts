// In charge of the questions over a snapshot. Answers are tree numbers; whoever asks turns them into bytes.

import { type Filter, MOST_RELATED, NO_TREE, orderingIndex, wordsFor } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { add, type Bitmap, count, forEach, keepCommon, removeAll, select } from './bitmap.ts';
import { countValues, type Facets } from './facets.ts';
import { Filters, type Space, spaceOf } from './filters.ts';
import type { ListQuery, ListResult } from './query.ts';
import { Search } from './search.ts';

export class Catalogue {
  readonly snapshot: Snapshot;
  readonly #filters: Filters;
  readonly #search: Search;
  /** Working sets, used anew by every question: asking allocates nothing of the catalogue's size. */
  readonly #matches: Bitmap;
  readonly #inNames: Bitmap;
  readonly #equal: Bitmap;
  readonly #spare: Bitmap;

  constructor(snapshot: Snapshot) {
    const words = wordsFor(snapshot.trees);
    this.snapshot = snapshot;
    this.#filters = new Filters(snapshot);
    this.#search = new Search(snapshot, words);
    this.#matches = new Int32Array(words);
    this.#inNames = new Int32Array(words);
    this.#equal = new Int32Array(words);
    this.#spare = new Int32Array(words);
  }

  /** The number of the tree with a slug, or -1. */
  find(slug: string): number {
    return this.snapshot.slugs.find(slug);
  }

  related(tree: number): number[] {
    const start = tree * MOST_RELATED;
    return [...this.snapshot.related.subarray(start, start + MOST_RELATED)].filter((each) => each !== NO_TREE);
  }

  list(query: ListQuery): ListResult {
    const facets = query.facets && { facets: this.#countFacets(query) };
    return { ...this.#listPage(query), ...facets };
  }

  #listPage(query: ListQuery): ListResult {
    const { search, sort, order } = query;
    const space = spaceOf(this.snapshot, orderingIndex(query.locale, sort ?? 'title', order ?? 'asc'));
    if (search === undefined) return this.#listFiltered(query, space);
    return sort || order ? this.#listSearched(query, search, space) : this.#listByRelevance(query, search);
  }

  #listFiltered(query: ListQuery, space: Space): ListResult {
    if (Object.keys(query.filters).length === 0) {
      const start = (query.page - 1) * query.pageSize;
      return { total: this.snapshot.trees, trees: [...space.order.subarray(start, start + query.pageSize)] };
    }
    const total = this.#filters.match(query.filters, space, this.#matches);
    return { total, trees: pageOf([this.#matches], query, space) };
  }

  #listSearched(query: ListQuery, search: string, space: Space): ListResult {
    const found = this.#search.spaceOf(query.locale);
    this.#search.findAnywhere(search, query.locale, this.#matches);
    if (found.ordering !== space.ordering) this.#move(this.#matches, found, space);
    this.#narrow(query, space);
    return { total: count(this.#matches), trees: pageOf([this.#matches], query, space) };
  }

  #listByRelevance(query: ListQuery, search: string): ListResult {
    const space = this.#search.spaceOf(query.locale);
    this.#search.findAnywhere(search, query.locale, this.#matches);
    this.#narrow(query, space);
    const total = count(this.#matches);
    this.#search.findInNames(search, query.locale, this.#inNames);
    this.#search.findEqual(search, query.locale, this.#equal);
    keepCommon(this.#equal, this.#matches);
    keepCommon(this.#inNames, this.#matches);
    removeAll(this.#inNames, this.#equal);
    removeAll(this.#matches, this.#equal);
    removeAll(this.#matches, this.#inNames);
    return { total, trees: pageOf([this.#equal, this.#inNames, this.#matches], query, space) };
  }

  /** Leaves of the matches those that the filters leave. */
  #narrow({ filters }: ListQuery, space: Space, except?: Filter): void {
    if (Object.keys(filters).length === 0) return;
    this.#filters.match(filters, space, this.#spare, except);
    keepCommon(this.#matches, this.#spare);
  }

  /** Turns ranks of one ordering into ranks of another. */
  #move(set: Bitmap, from: Space, to: Space): void {
    const moved = this.#spare.fill(0);
    forEach(set, (rank) => add(moved, to.ranks[from.order[rank]]));
    set.set(moved);
  }

  /** Over the same query without the field's own filter. */
  #countFacets(query: ListQuery): Facets {
    const space = this.#search.spaceOf(query.locale);
    const facets: Facets = {};
    for (const field of query.facets ?? []) {
      if (query.search === undefined) this.#filters.match(query.filters, space, this.#matches, field);
      else {
        this.#search.findAnywhere(query.search, query.locale, this.#matches);
        this.#narrow(query, space, field);
      }
      facets[field] = countValues(this.snapshot.facets[field], this.#matches, space, query.locale, this.#filters);
    }
    return facets;
  }
}

/** The page's trees of the tiers, one after the other. */
function pageOf(tiers: Bitmap[], { page, pageSize }: ListQuery, space: Space): number[] {
  const trees: number[] = [];
  let skip = (page - 1) * pageSize;
  for (const tier of tiers) skip = select(tier, skip, pageSize - trees.length, trees);
  for (const [index, rank] of trees.entries()) trees[index] = space.order[rank];
  return trees;
}
