// In charge of the one question to the API that each view asks, and of asking it.

import type {
  FamilyList,
  GetTreeQuery,
  ListFamiliesQuery,
  ListTreesQuery,
  SylvaClient,
  TreeAnswer,
  TreeList,
} from '../../client/src/index.ts';
import { queryString } from '../../client/src/query.ts';
import { FILTERS, type ListPlace, type Place } from './address.ts';

const PAGE_SIZE = 24;

export type Question =
  | { operation: 'trees.list'; query: ListTreesQuery }
  | { operation: 'trees.get'; slug: string; query: GetTreeQuery }
  | { operation: 'families.list'; query: ListFamiliesQuery };

export type Answer = TreeList | TreeAnswer | FamilyList;

export function questionOf(place: Place): Question {
  const { locale } = place;
  switch (place.view) {
    case 'trees':
      return { operation: 'trees.list', query: listQuery(place) };
    case 'tree':
      return { operation: 'trees.get', slug: place.slug, query: { locale } };
    case 'families':
      return { operation: 'families.list', query: { locale } };
    case 'calendar':
      return {
        operation: 'trees.list',
        query: { locale, pageSize: 1, facets: ['floweringSeason', 'fruitingSeason'] },
      };
  }
}

/** What is left out is what the service does by itself: the call stays short enough to learn from. */
function listQuery({ locale, search, filters, ordering, page }: ListPlace): ListTreesQuery {
  const chosen = FILTERS.filter((name) => filters[name].length > 0).map((name) => [name, [...filters[name]]]);
  return {
    locale,
    ...(search && { search, searchIn: 'all' }),
    ...Object.fromEntries(chosen),
    ...ordering,
    ...(page > 1 && { page }),
    pageSize: PAGE_SIZE,
    facets: [...FILTERS],
  };
}

/** Under the service's address. */
export function pathOf(question: Question): string {
  const query = queryString(question.query);
  if (question.operation === 'trees.list') return `/api/v1/trees${query}`;
  if (question.operation === 'families.list') return `/api/v1/families${query}`;
  return `/api/v1/trees/${encodeURIComponent(question.slug)}${query}`;
}

export function ask(client: SylvaClient, question: Question, signal: AbortSignal): Promise<Answer> {
  if (question.operation === 'trees.list') return client.trees.list(question.query, { signal });
  if (question.operation === 'families.list') return client.families.list(question.query, { signal });
  return client.trees.get(question.slug, question.query, { signal });
}
