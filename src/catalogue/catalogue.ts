// In charge of the questions over a snapshot. Answers are tree numbers; whoever asks turns them into bytes.

import { setImmediate as pause } from 'node:timers/promises';
import { isAlphabetical } from '../domain/initials.ts';
import type { FacetName } from '../domain/questions.ts';
import { cellsFor, MAX_RELATED, NO_TREE, orderingIndex, type ReadonlyBitmap } from '../snapshot/layout.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { addRenumbered, type Bitmap, has, intersect, type Mask, select, subtract } from './bitmap.ts';
import { type Matches, meet } from './condition.ts';
import { type Conditions, Desk } from './desk.ts';
import { explain } from './explanations.ts';
import { FacetCounter } from './facets.ts';
import { FamilyCounter } from './families.ts';
import { InitialCounter } from './initials.ts';
import { type NameMatch, NameMatcher } from './names.ts';
import { byNumber, type Ordering, orderingsOf } from './ordering.ts';
import type { FacetCount, ListQuery, ListResult, TreesQuery } from './query.ts';
import type { ParsedSearch } from './search.ts';
import { MOST_SUGGESTIONS, nearbySearches } from './suggestions.ts';

type OrderedQuery = TreesQuery & Pick<ListQuery, 'sort' | 'order'>;

interface Found {
  wanted: ParsedSearch | undefined;
  ordering: Ordering;
  conditions: Conditions;
  matches: Matches;
  desk: Desk;
}

/** An answer that is worked out piece by piece. */
type Pieces<Answer> = Generator<undefined, Answer>;

export class Catalogue {
  readonly snapshot: Snapshot;
  readonly families: FamilyCounter;
  readonly #desk: Desk;
  readonly #facets: FacetCounter;
  readonly #initials: InitialCounter;
  readonly #names: NameMatcher;
  readonly #orderings: Ordering[];
  /** Working sets, used anew by every question and piece of one: asking allocates nothing of the catalogue's size, but for desks. */
  readonly #spare: Bitmap;
  readonly #reordered: Bitmap;

  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.families = new FamilyCounter(snapshot);
    this.#desk = new Desk(snapshot);
    this.#facets = new FacetCounter(snapshot);
    this.#initials = new InitialCounter(snapshot);
    this.#names = new NameMatcher(snapshot);
    this.#orderings = orderingsOf(snapshot);
    this.#spare = new Int32Array(cellsFor(snapshot.trees));
    this.#reordered = new Int32Array(cellsFor(snapshot.trees));
  }

  /** The number of the tree with a slug, or -1. */
  find(slug: string): number {
    return this.snapshot.slugs.find(slug);
  }

  /** Which tree a name means, as people write it. */
  matchName(name: string): NameMatch {
    return this.#names.match(name);
  }

  /** The present slug of the tree that had this one before. */
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
    const pieces = this.#pieces(query, this.#desk);
    let piece = pieces.next();
    while (!piece.done) piece = pieces.next();
    return piece.value;
  }

  /** The same for a question that takes long: others have their turn in between, and what was found lies on a desk of its own. */
  async listInPieces(query: ListQuery): Promise<ListResult> {
    const pieces = this.#pieces(query, new Desk(this.snapshot));
    let piece = pieces.next();
    while (!piece.done) {
      await pause();
      piece = pieces.next();
    }
    return piece.value;
  }

  *#pieces(query: ListQuery, desk: Desk): Pieces<ListResult> {
    const found = this.#find(query, desk);
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

  /** Words are found in title order. What they leave is put in another order at the end, when it is least. */
  #find(query: OrderedQuery, desk: Desk): Found {
    const { search, searchIn = 'text', locale } = query;
    const wanted = search === undefined ? undefined : desk.search.read(search, locale, searchIn);
    const ordering = wanted ? this.#orderings[orderingIndex(locale, 'title', 'asc')] : this.#askedOrdering(query);
    const conditions = desk.conditions(query, wanted, ordering);
    return { wanted, ordering, conditions, matches: meet(conditions.values(), ordering, desk.found), desk };
  }

  /** The nearest searches that have results under the same filters; farther ones only where there is none nearer. */
  *#suggest(wanted: ParsedSearch, { conditions, ordering, desk }: Found): Pieces<string[]> {
    const { text, locale, place } = wanted;
    const found: string[] = [];
    let nearest = Number.POSITIVE_INFINITY;
    conditions.delete('search');
    yield;
    const left = meet(conditions.values(), ordering, desk.found);
    if (left.total === 0) return found;
    yield;
    for (const { search, distance } of nearbySearches(this.snapshot.terms[locale], text, place)) {
      if (distance > nearest || found.length === MOST_SUGGESTIONS) break;
      yield;
      const { matches } = desk.search.condition(desk.search.read(search, locale, place), ordering);
      if (intersect(left.set, matches.set, this.#spare) === 0) continue;
      found.push(search);
      nearest = distance;
    }
    return found;
  }

  /** All that a question finds, by their numbers, which are in the order of slugs. */
  treesOf(query: TreesQuery): number[] {
    const { ordering, matches } = this.#find(query, this.#desk);
    const trees: number[] = [];
    select(byNumber(matches.set, ordering, this.#spare), 0, matches.total, trees);
    return trees;
  }

  #askedOrdering({ locale, sort, order }: OrderedQuery): Ordering {
    return this.#orderings[orderingIndex(locale, sort ?? 'title', order ?? 'asc')];
  }

  #pageOf(query: ListQuery, found: Found): number[] {
    const { wanted, matches, ordering } = found;
    const page = new Page(query);
    const asked = this.#askedOrdering(query);
    if (page.isBeyond(matches.total)) return [];
    if (wanted && !query.sort && !query.order) this.#takeByRelevance(page, wanted, found);
    else if (matches.total === this.snapshot.trees) page.takeRange(matches.total);
    else if (ordering === asked) page.take(matches.set);
    else page.takeInOrder(byNumber(matches.set, ordering, this.#spare), asked);
    return page.trees(asked);
  }

  /** Names that equal the search, the best kind first, then all words in names, then all words anywhere. */
  #takeByRelevance(page: Page, wanted: ParsedSearch, { matches, ordering, desk }: Found): void {
    const { set } = matches;
    const { set: inNames, total } = desk.search.findInNames(wanted, ordering, matches);
    if (total === 0) {
      page.take(set);
      return;
    }
    let others = set;
    for (const equal of desk.search.findEqual(wanted, ordering)) {
      page.take(set, { other: equal, isWanted: true });
      others = subtract(others, equal, this.#spare);
    }
    page.take(others, { other: inNames, isWanted: true });
    page.take(others, { other: inNames, isWanted: false });
  }

  /** How many trees each value would give, over the same query without the field's own filter. */
  #facetOf(query: ListQuery, name: FacetName, { conditions, matches, ordering }: Found): FacetCount[] {
    if (name === 'initial') return this.#countInitials(query, matches, ordering);
    const others = [...conditions].filter(([field]) => field !== name).map(([, condition]) => condition);
    const trees = others.length < conditions.size ? meet(others, ordering, this.#spare) : matches;
    return this.#facets.count(name, trees, ordering, query.locale);
  }

  /** None where the order is not that of letters. */
  #countInitials(query: ListQuery, { set }: Matches, ordering: Ordering): FacetCount[] {
    const { locale, search, sort = 'title', order = 'asc' } = query;
    const isByRelevance = search !== undefined && !query.sort && !query.order;
    if (isByRelevance || !isAlphabetical(sort)) return [];
    const asked = this.#askedOrdering(query);
    const trees = ordering === asked ? set : this.#inOrderOf(asked, byNumber(set, ordering, this.#spare));
    return this.#initials.count(trees, locale, sort, order);
  }

  #inOrderOf({ ranks }: Ordering, numbers: ReadonlyBitmap): ReadonlyBitmap {
    addRenumbered(this.#reordered.fill(0), numbers, ranks);
    return this.#reordered;
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

  take(set: ReadonlyBitmap, mask?: Mask): void {
    this.#skip = select(set, this.#skip, this.#size - this.#ranks.length, this.#ranks, mask);
  }

  isBeyond(total: number): boolean {
    return this.#skip >= total;
  }

  /** Of trees by their numbers. */
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
