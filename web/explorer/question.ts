// In charge of the one question to the API that each view asks, and of asking it.

import type {
  ChangeList,
  ExportTreesQuery,
  FamilyList,
  GetTreeQuery,
  ListChangesQuery,
  ListFamiliesQuery,
  ListTreesQuery,
  SylvaClient,
  TreeAnswer,
  TreeList,
} from '../../client/src/index.ts';
import { queryString } from '../../client/src/query.ts';
import {
  type ChangesPlace,
  type ChosenPlace,
  FILTERS,
  type ListPlace,
  type Place,
  type TreePlace,
  type WholePlace,
} from './address.ts';
import { hasLetters } from './letters.ts';

const PAGE_SIZE = 24;
const TABLE_PAGE_SIZE = 100;
const CHANGES_PAGE_SIZE = 100;
const MOST_ON_A_PAGE = 100;
const FIRST_REVISION = 'r1';

export type Question =
  | { operation: 'trees.list'; query: ListTreesQuery | ListTreesQuery<'detail'> }
  | { operation: 'trees.get'; slug: string; query: GetTreeQuery }
  | { operation: 'families.list'; query: ListFamiliesQuery }
  | { operation: 'changes.list'; query: ListChangesQuery<'summary'> };

export type Answer = TreeList | TreeList<'detail'> | TreeAnswer | FamilyList | ChangeList<'summary'>;

export function questionOf(place: Place): Question {
  const { locale } = place;
  switch (place.view) {
    case 'trees':
      return { operation: 'trees.list', query: listQuery(place) };
    case 'tree':
      return { operation: 'trees.get', slug: place.slug, query: { locale } };
    case 'families':
      return { operation: 'families.list', query: { ...narrowing(place), view: 'detail' } };
    case 'calendar':
      return {
        operation: 'trees.list',
        query: { ...narrowing(place), pageSize: 1, facets: ['floweringSeason', 'fruitingSeason'] },
      };
    case 'compare':
    case 'print':
      return { operation: 'trees.list', query: chosenQuery(place) };
    case 'changes':
      return { operation: 'changes.list', query: changesQuery(place) };
  }
}

/** What is left out is what the service does by itself: the call stays short enough to learn from. */
function listQuery(place: ListPlace): ListTreesQuery {
  const { ordering, page, isTable } = place;
  return {
    ...narrowing(place),
    ...ordering,
    ...(page > 1 && { page }),
    pageSize: isTable ? TABLE_PAGE_SIZE : PAGE_SIZE,
    facets: [...FILTERS, ...(hasLetters(place) ? (['initial'] as const) : [])],
  };
}

/** What decides which trees are in a list, whatever their order and pages. */
function narrowing({ locale, search, filters }: ListPlace | WholePlace): ExportTreesQuery {
  const chosen = FILTERS.filter((name) => filters[name].length > 0).map((name) => [name, [...filters[name]]]);
  return { locale, ...(search && { search, searchIn: 'all' }), ...Object.fromEntries(chosen) };
}

/** No slug at all would be every tree. */
function chosenQuery({ locale, slugs }: ChosenPlace): ListTreesQuery<'detail'> {
  return { locale, slug: slugs.length === 0 ? ['none'] : [...slugs], view: 'detail', pageSize: MOST_ON_A_PAGE };
}

export const EXPORT_FORMATS = ['csv-excel', 'ndjson', 'dwca'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** All trees of a list as one file. The language is said, since a search depends on it. */
export function exportPathOf(place: ListPlace, format: ExportFormat): string {
  return `/api/v1/exports/trees${queryString({ ...narrowing(place), format })}`;
}

function changesQuery({ locale, since = FIRST_REVISION, page }: ChangesPlace): ListChangesQuery<'summary'> {
  return { since, locale, view: 'summary', ...(page > 1 && { page }), pageSize: CHANGES_PAGE_SIZE };
}

/** The revision before one, so that what the last publish brought is told. */
export function revisionBefore(revision: string): string {
  return `r${Math.max(1, Number(revision.slice(1)) - 1)}`;
}

/** Under the service's address. */
export function pathOf(question: Question): string {
  const query = queryString(question.query);
  if (question.operation === 'trees.list') return `/api/v1/trees${query}`;
  if (question.operation === 'families.list') return `/api/v1/families${query}`;
  if (question.operation === 'changes.list') return `/api/v1/changes${query}`;
  return `/api/v1/trees/${encodeURIComponent(question.slug)}${query}`;
}

export function ask(client: SylvaClient, question: Question, signal: AbortSignal): Promise<Answer> {
  if (question.operation === 'trees.list') return client.trees.list(question.query as ListTreesQuery, { signal });
  if (question.operation === 'families.list') return client.families.list(question.query, { signal });
  if (question.operation === 'changes.list') return client.changes.list(question.query, { signal });
  return client.trees.get(question.slug, question.query, { signal });
}

const LAST_PAGE = 1_000_000;

/** Any tree of a list. */
export async function anyOf(place: ListPlace, total: number, client: SylvaClient): Promise<TreePlace | undefined> {
  const page = 1 + Math.floor(Math.random() * Math.min(total, LAST_PAGE));
  const query: ListTreesQuery<'summary'> = { ...narrowing(place), page, pageSize: 1, view: 'summary' };
  const [tree] = (await client.trees.list(query)).data;
  return tree && { view: 'tree', locale: place.locale, slug: tree.slug };
}

/** The place that an address means, where it leaves to the service what only it knows: which revision is the present one. */
export async function whole(place: Place, client: SylvaClient, signal: AbortSignal): Promise<Place> {
  if (place.view !== 'changes' || place.since !== undefined) return place;
  const { meta } = await client.trees.list({ pageSize: 1, view: 'summary' }, { signal });
  return { ...place, since: revisionBefore(meta.revision) };
}
