// In charge of where one is in the explorer, and of the address that says so: whoever opens it sees the same.

import type { ListTreesQuery, Locale } from '../../client/src/index.ts';

export const FILTERS = [
  'family',
  'conservationStatus',
  'distribution',
  'tag',
  'floweringSeason',
  'fruitingSeason',
] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Readonly<Record<Filter, readonly string[]>>;

const SORTS = ['title', 'scientificName', 'family', 'updatedAt'] as const;

export interface Ordering {
  sort: NonNullable<ListTreesQuery['sort']>;
  order: NonNullable<ListTreesQuery['order']>;
}

export const ORDERINGS: Ordering[] = SORTS.flatMap((sort) => [
  { sort, order: 'asc' },
  { sort, order: 'desc' },
]);

export interface ListPlace {
  view: 'trees';
  locale: Locale;
  search: string;
  filters: Filters;
  /** Null leaves it to the service: by title, and a search by relevance. */
  ordering: Ordering | null;
  page: number;
  /** Rather than as cards. */
  isTable: boolean;
  /** Above the trees. */
  hasMap: boolean;
}

export interface TreePlace {
  view: 'tree';
  locale: Locale;
  slug: string;
}

/** Every family, or every month, of the trees that search and filters leave. */
export interface WholePlace {
  view: 'families' | 'calendar';
  locale: Locale;
  search: string;
  filters: Filters;
}

/** What has changed since a revision; since the one before the present where none is given. */
export interface ChangesPlace {
  view: 'changes';
  locale: Locale;
  since: string | undefined;
  page: number;
}

/** Chosen trees, side by side or each on a sheet of paper. */
export interface ChosenPlace {
  view: 'compare' | 'print';
  locale: Locale;
  slugs: readonly string[];
}

const MOST_CHOSEN = { compare: 4, print: 100 };

export type Place = ListPlace | TreePlace | WholePlace | ChangesPlace | ChosenPlace;

/** Which trees are asked for. */
export type Narrowing = Pick<ListPlace, 'search' | 'filters'>;

export const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, []])) as unknown as Filters;

export function listPlace(locale: Locale, filters: Partial<Filters> = {}): ListPlace {
  return {
    view: 'trees',
    locale,
    search: '',
    filters: { ...NO_FILTERS, ...filters },
    ordering: null,
    page: 1,
    isTable: false,
    hasMap: false,
  };
}

const NOT_NARROWED: Narrowing = { search: '', filters: NO_FILTERS };

export function wholePlace(
  view: WholePlace['view'],
  locale: Locale,
  { search, filters }: Narrowing = NOT_NARROWED,
): WholePlace {
  return { view, locale, search, filters };
}

/** Where the place asks for trees, for which. */
export function narrowingOf(place: Place): Narrowing | undefined {
  return 'filters' in place ? { search: place.search, filters: place.filters } : undefined;
}

export function isNarrowed({ search, filters }: Narrowing): boolean {
  return search !== '' || FILTERS.some((name) => filters[name].length > 0);
}

/** What an address cannot mean is left out rather than complained of. */
export function placeAt(query: string, preferred: Locale): Place {
  const given = new URLSearchParams(query);
  const [asked, view, slug] = ['locale', 'view', 'tree'].map((name) => given.get(name));
  const locale = asked === 'en' || asked === 'es' ? asked : preferred;
  if (slug) return { view: 'tree', locale, slug };
  const chosen = chosenIn(given, locale);
  if (chosen) return chosen;
  const narrowing = { search: (given.get('search') ?? '').trim(), filters: filtersIn(given) };
  if (view === 'families' || view === 'calendar') return wholePlace(view, locale, narrowing);
  if (view === 'changes') return { view, locale, since: sinceIn(given), page: pageIn(given) };
  return {
    ...listPlace(locale),
    ...narrowing,
    ordering: orderingIn(given),
    page: pageIn(given),
    isTable: given.get('as') === 'table',
    hasMap: given.get('map') === 'shown',
  };
}

/** Relative, because the whole may be served under a path. */
export function addressOf(place: Place): string {
  const pairs: [string, string][] = [['locale', place.locale]];
  if (place.view === 'tree') pairs.unshift(['tree', place.slug]);
  else if (place.view === 'compare' || place.view === 'print') pairs.unshift(...chosenPairs(place));
  else if (place.view === 'trees') pairs.push(...listPairs(place));
  else pairs.unshift(['view', place.view]);
  if (place.view === 'changes') pairs.push(...changesPairs(place));
  if (place.view === 'families' || place.view === 'calendar') pairs.push(...narrowingPairs(place));
  return `?${new URLSearchParams(pairs)}`;
}

function narrowingPairs({ search, filters }: Narrowing): [string, string][] {
  return [
    ...(search ? [['search', search] as [string, string]] : []),
    ...FILTERS.flatMap((name) => filters[name].map((value): [string, string] => [name, value])),
  ];
}

function listPairs({ ordering, page, isTable, hasMap, ...narrowing }: ListPlace): [string, string][] {
  return [
    ...narrowingPairs(narrowing),
    ...(ordering ? Object.entries(ordering) : []),
    ...(page > 1 ? [['page', String(page)] as [string, string]] : []),
    ...(isTable ? [['as', 'table'] as [string, string]] : []),
    ...(hasMap ? [['map', 'shown'] as [string, string]] : []),
  ];
}

function changesPairs({ since, page }: ChangesPlace): [string, string][] {
  return [
    ...(since === undefined ? [] : [['since', since] as [string, string]]),
    ...(page > 1 ? [['page', String(page)] as [string, string]] : []),
  ];
}

/** None chosen is a place, too. */
function chosenIn(given: URLSearchParams, locale: Locale): ChosenPlace | undefined {
  const view = (['compare', 'print'] as const).find((each) => given.has(each));
  if (!view) return undefined;
  const slugs = [...new Set(given.getAll(view).filter((slug) => slug !== ''))];
  return { view, locale, slugs: slugs.slice(0, MOST_CHOSEN[view]) };
}

function chosenPairs({ view, slugs }: ChosenPlace): [string, string][] {
  return slugs.length === 0 ? [[view, '']] : slugs.map((slug) => [view, slug]);
}

function sinceIn(given: URLSearchParams): string | undefined {
  const text = given.get('since') ?? '';
  return /^r[1-9]\d{0,8}$/.test(text) ? text : undefined;
}

function filtersIn(given: URLSearchParams): Filters {
  const values = (name: Filter) => [...new Set(given.getAll(name).filter((value) => value.trim() !== ''))];
  return Object.fromEntries(FILTERS.map((name) => [name, values(name)])) as unknown as Filters;
}

function orderingIn(given: URLSearchParams): Ordering | null {
  const [sort, order] = [given.get('sort') ?? 'title', given.get('order') ?? 'asc'];
  if (!given.has('sort') && !given.has('order')) return null;
  return ORDERINGS.find((each) => each.sort === sort && each.order === order) ?? null;
}

function pageIn(given: URLSearchParams): number {
  const text = given.get('page') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
