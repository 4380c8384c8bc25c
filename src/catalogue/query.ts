// Defines queries and their results. Values are already checked; text is not yet folded.

import type { FacetName, Filter, IdFilter, Order, SearchPlace, Sort } from '../domain/questions.ts';
import type { Locale } from '../domain/vocabulary.ts';

export interface TreesQuery {
  locale: Locale;
  /** Trees with any value of each filter. */
  filters: Partial<Record<Filter, string[]>>;
  lookUps?: Partial<Record<IdFilter, string[]>> | undefined;
  search?: string | undefined;
  searchIn?: SearchPlace | undefined;
}

export interface TextQuery extends TreesQuery {
  /** The language of the text; both if undefined. */
  only?: Locale | undefined;
}

export interface ListQuery extends TreesQuery {
  sort?: Sort | undefined;
  order?: Order | undefined;
  page: number;
  pageSize: number;
  facets?: FacetName[] | undefined;
}

export interface ListResult {
  total: number;
  /** The numbers of the page's trees. */
  trees: number[];
  facets?: Partial<Record<FacetName, FacetCount[]>>;
  /** By slug: the name that a tree was found by, if its record does not show it. */
  matches?: Record<string, Explanation>;
  /** For a search without results: similar searches that have some. */
  suggestions?: string[];
}

export interface Explanation {
  field: 'title' | 'synonyms' | 'commonNames';
  value: string;
}

export interface FacetCount {
  value: string;
  count: number;
}
