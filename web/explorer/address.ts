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
}

export interface TreePlace {
  view: 'tree';
  locale: Locale;
  slug: string;
}

/** Every family, or every month, of the whole catalogue. */
export interface WholePlace {
  view: 'families' | 'calendar';
  locale: Locale;
}

/** What has changed since a revision; since the one before the present where none is given. */
export interface ChangesPlace {
  view: 'changes';
  locale: Locale;
  since: string | undefined;
  page: number;
}

export type Place = ListPlace | TreePlace | WholePlace | ChangesPlace;

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
  };
}

/** What an address cannot mean is left out rather than complained of. */
export function placeAt(query: string, preferred: Locale): Place {
  const given = new URLSearchParams(query);
  const [asked, view, slug] = ['locale', 'view', 'tree'].map((name) => given.get(name));
  const locale = asked === 'en' || asked === 'es' ? asked : preferred;
  if (slug) return { view: 'tree', locale, slug };
  if (view === 'families' || view === 'calendar') return { view, locale };
  if (view === 'changes') return { view, locale, since: sinceIn(given), page: pageIn(given) };
  return {
    ...listPlace(locale, filtersIn(given)),
    search: (given.get('search') ?? '').trim(),
    ordering: orderingIn(given),
    page: pageIn(given),
    isTable: given.get('as') === 'table',
  };
}

/** Relative, because the whole may be served under a path. */
export function addressOf(place: Place): string {
  const pairs: [string, string][] = [['locale', place.locale]];
  if (place.view === 'tree') pairs.unshift(['tree', place.slug]);
  else if (place.view === 'trees') pairs.push(...listPairs(place));
  else pairs.unshift(['view', place.view]);
  if (place.view === 'changes') pairs.push(...changesPairs(place));
  return `?${new URLSearchParams(pairs)}`;
}

function listPairs({ search, filters, ordering, page, isTable }: ListPlace): [string, string][] {
  return [
    ...(search ? [['search', search] as [string, string]] : []),
    ...FILTERS.flatMap((name) => filters[name].map((value): [string, string] => [name, value])),
    ...(ordering ? Object.entries(ordering) : []),
    ...(page > 1 ? [['page', String(page)] as [string, string]] : []),
    ...(isTable ? [['as', 'table'] as [string, string]] : []),
  ];
}

function changesPairs({ since, page }: ChangesPlace): [string, string][] {
  return [
    ...(since === undefined ? [] : [['since', since] as [string, string]]),
    ...(page > 1 ? [['page', String(page)] as [string, string]] : []),
  ];
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
