// In charge of what can be asked of a list of trees. Values are already checked; text is not yet folded.

import type { FacetName, Filter, IdFilter, Order, SearchPlace, Sort } from '../domain/questions.ts';
import type { Locale } from '../domain/vocabulary.ts';

/** Which trees. */
export interface TreesQuery {
  locale: Locale;
  /** Any of a filter's values, and all of the filters. */
  filters: Partial<Record<Filter, string[]>>;
  lookUps?: Partial<Record<IdFilter, string[]>> | undefined;
  search?: string | undefined;
  searchIn?: SearchPlace | undefined;
}

/** Which trees, and with which text. */
export interface TextQuery extends TreesQuery {
  /** The language of the text; both where it is left out. */
  only?: Locale | undefined;
}

/** Which of them, and in which order. */
export interface ListQuery extends TreesQuery {
  sort?: Sort | undefined;
  order?: Order | undefined;
  page: number;
  pageSize: number;
  facets?: FacetName[] | undefined;
}

export interface ListResult {
  total: number;
  /** The page's trees, by their numbers. */
  trees: number[];
  facets?: Partial<Record<FacetName, FacetCount[]>>;
  /** By slug, what trees were found by whose record does not show it. */
  matches?: Record<string, Explanation>;
  /** Of a search without result: searches nearby that have some. */
  suggestions?: string[];
}

/** A name of a tree, and where it stands. */
export interface Explanation {
  field: 'title' | 'synonyms' | 'commonNames';
  value: string;
}

export interface FacetCount {
  value: string;
  count: number;
}
