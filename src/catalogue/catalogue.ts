// Answers queries over a snapshot with the numbers of trees.

import { setImmediate as pause } from 'node:timers/promises';
import { isAlphabetical } from '../domain/initials.ts';
import type { FacetName } from '../domain/questions.ts';
import { MAX_RELATED, NO_TREE, orderingIndex, type ReadonlyBitmap } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { has, intersect, type Mask, renumber, select, subtract } from './bitmap.ts';
import { explain } from './explanations.ts';
import { FacetCounter } from './facets.ts';
import { FamilyCounter } from './families.ts';
import { type Conditions, filterConditions } from './filters.ts';
import { InitialCounter } from './initials.ts';
import { intersectAll, type Matches, QueryScratch } from './matches.ts';
import { type NameMatch, NameMatcher } from './names.ts';
import { byNumber, type Ordering, orderingsOf } from './ordering.ts';
import type { FacetCount, ListQuery, ListResult, TreesQuery } from './query.ts';
import { type ParsedSearch, readSearch, searchTrees, treesNamed } from './search.ts';
import { MAX_SUGGESTIONS, nearbySearches } from './suggestions.ts';

type OrderedQuery = TreesQuery & Pick<ListQuery, 'sort' | 'order'>;

interface Found {
  wanted: ParsedSearch | undefined;
  ordering: Ordering;
  conditions: Conditions;
  matches: Matches;
  scratch: QueryScratch;
}

/** A result that is computed in steps. */
type Steps<Result> = Generator<undefined, Result>;

export class Catalogue {
  readonly snapshot: Snapshot;
  readonly families: FamilyCounter;
  readonly #facets: FacetCounter;
  readonly #initials: InitialCounter;
  readonly #names: NameMatcher;
  readonly #orderings: Ordering[];
  readonly #scratch: QueryScratch;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.families = new FamilyCounter(snapshot);
    this.#facets = new FacetCounter(snapshot);
    this.#initials = new InitialCounter(snapshot);
    this.#names = new NameMatcher(snapshot);
    this.#orderings = orderingsOf(snapshot);
    this.#scratch = new QueryScratch(snapshot.trees);
  }

  /** The number of the tree with a slug, or -1. */
  find(slug: string): number {
    return this.snapshot.slugs.find(slug);
  }

  matchName(name: string): NameMatch {
    return this.#names.match(name);
  }

  /** The present slug of the tree that had a former one. */
  presentSlug(former: string): string | undefined {
    const { slugs, formerSlugs } = this.snapshot;
    const found = formerSlugs.keys.find(former);
    return found === -1 ? undefined : slugs.get(formerSlugs.trees[found]);
  }

  related(tree: number): number[] {
    const { related } = this.snapshot;
    const found: number[] = [];
    for (let at = tree * MAX_RELATED; at < (tree + 1) * MAX_RELATED; at++) {
      if (related[at] !== NO_TREE) found.push(related[at]);
    }
    return found;
  }

  list(query: ListQuery): ListResult {
    const steps = this.#list(query, this.#scratch.reset());
    let step = steps.next();
    while (!step.done) step = steps.next();
    return step.value;
  }

  /** The same for an expensive query: other requests have their turn between its steps. */
  async listInSteps(query: ListQuery): Promise<ListResult> {
    const steps = this.#list(query, new QueryScratch(this.snapshot.trees));
    let step = steps.next();
    while (!step.done) {
      await pause();
      step = steps.next();
    }
    return step.value;
  }

  *#list(query: ListQuery, scratch: QueryScratch): Steps<ListResult> {
    const found = this.#find(query, scratch);
    const facets: ListResult['facets'] = {};
    for (const name of query.facets ?? []) {
      yield;
      facets[name] = this.#facetOf(query, name, found);
    }
    yield;
    const { wanted, matches } = found;
    const trees = this.#pageOf(query, found);
    return {
      total: matches.total,
      trees,
      ...(query.facets && { facets }),
      ...(wanted && wanted.place !== 'text' && { matches: explain(this.snapshot, wanted, trees) }),
      ...(wanted && matches.total === 0 && { suggestions: yield* this.#suggest(wanted, found) }),
    };
  }

  /** A search finds trees in title order. They are put into the requested order at the end, when they are fewest. */
  #find(query: OrderedQuery, scratch: QueryScratch): Found {
    const { search, searchIn = 'text', locale } = query;
    const wanted = search === undefined ? undefined : readSearch(this.snapshot, search, locale, searchIn);
    const ordering = wanted ? this.#orderings[orderingIndex(locale, 'title', 'asc')] : this.#requestedOrdering(query);
    const conditions = filterConditions(this.snapshot, query, ordering, scratch);
    if (wanted) conditions.set('search', searchTrees(this.snapshot, wanted, 'anything', ordering, scratch));
    return { wanted, ordering, conditions, matches: intersectAll(conditions.values(), ordering, scratch), scratch };
  }

  /** The nearest searches that have results under the same filters. */
  *#suggest({ text, locale, place }: ParsedSearch, { conditions, ordering, scratch }: Found): Steps<string[]> {
    const found: string[] = [];
    let nearest = Number.POSITIVE_INFINITY;
    conditions.delete('search');
    yield;
    const filtered = intersectAll(conditions.values(), ordering, scratch);
    if (filtered.total === 0) return found;
    yield;
    for (const { search, distance } of nearbySearches(this.snapshot.terms[locale], text, place)) {
      if (distance > nearest || found.length === MAX_SUGGESTIONS) break;
      yield;
      const nearby = readSearch(this.snapshot, search, locale, place);
      if (intersect(filtered.set, searchTrees(this.snapshot, nearby, 'anything', ordering, scratch).set) === 0)
        continue;
      found.push(search);
      nearest = distance;
    }
    return found;
  }

  /** The numbers of all trees that match, in the order of slugs. */
  treesOf(query: TreesQuery): number[] {
    const { ordering, matches } = this.#find(query, this.#scratch.reset());
    const trees: number[] = [];
    select(byNumber(matches.set, ordering), 0, matches.total, trees);
    return trees;
  }

  #requestedOrdering({ locale, sort, order }: OrderedQuery): Ordering {
    return this.#orderings[orderingIndex(locale, sort ?? 'title', order ?? 'asc')];
  }

  #pageOf(query: ListQuery, found: Found): number[] {
    const { wanted, matches, ordering } = found;
    const page = new Page(query);
    const requested = this.#requestedOrdering(query);
    if (page.isBeyond(matches.total)) return [];
    if (wanted && !query.sort && !query.order) this.#takeByRelevance(page, wanted, found);
    else if (matches.total === this.snapshot.trees) page.takeRange(matches.total);
    else if (ordering === requested) page.take(matches.set);
    else page.takeInOrder(byNumber(matches.set, ordering), requested);
    return page.trees(requested);
  }

  /** Names that equal the search, the best kind first, then all words in names, then all words anywhere. */
  #takeByRelevance(page: Page, wanted: ParsedSearch, { matches, ordering, scratch }: Found): void {
    const { set } = matches;
    const inNames = wanted.place === 'names' ? matches : searchTrees(this.snapshot, wanted, 'names', ordering, scratch);
    if (inNames.total === 0) {
      page.take(set);
      return;
    }
    let others = set;
    for (const equal of treesNamed(this.snapshot, wanted, ordering)) {
      page.take(set, { other: equal, isWanted: true });
      others = subtract(others, equal);
    }
    page.take(others, { other: inNames.set, isWanted: true });
    page.take(others, { other: inNames.set, isWanted: false });
  }

  /** How many trees each value would give, over the same query without the field's own filter. */
  #facetOf(query: ListQuery, name: FacetName, { conditions, matches, ordering, scratch }: Found): FacetCount[] {
    if (name === 'initial') return this.#countInitials(query, matches, ordering);
    const others = [...conditions].filter(([field]) => field !== name).map(([, condition]) => condition);
    const trees = others.length < conditions.size ? intersectAll(others, ordering, scratch) : matches;
    return this.#facets.count(name, trees, ordering, query.locale);
  }

  /** Empty unless the order is alphabetical. */
  #countInitials(query: ListQuery, { set }: Matches, ordering: Ordering): FacetCount[] {
    const { locale, search, sort = 'title', order = 'asc' } = query;
    const isByRelevance = search !== undefined && !query.sort && !query.order;
    if (isByRelevance || !isAlphabetical(sort)) return [];
    const requested = this.#requestedOrdering(query);
    const trees = ordering === requested ? set : renumber(byNumber(set, ordering), requested.ranks);
    return this.#initials.count(trees, locale, sort, order);
  }
}

/** Collects the ranks of a page from one set after the other. */
class Page {
  readonly #ranks: number[] = [];
  readonly #size: number;
  #skip: number;

  constructor({ page, pageSize }: ListQuery) {
    this.#size = pageSize;
    this.#skip = (page - 1) * pageSize;
  }

  take(set: ReadonlyBitmap, mask?: Mask): void {
    this.#skip = select(set, this.#skip, this.#size - this.#ranks.length, this.#ranks, mask);
  }

  isBeyond(total: number): boolean {
    return this.#skip >= total;
  }

  /** Of trees that are given by their numbers. */
  takeInOrder(trees: ReadonlyBitmap, { order }: Ordering): void {
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

  trees({ order }: Ordering): number[] {
    return this.#ranks.map((rank) => order[rank]);
  }
}
