// In charge of what can be asked of a list of trees. Values are already checked; text is not yet folded.

import type { Filter, Order, Sort } from '../snapshot/layout.ts';
import type { Locale } from '../vocabulary.ts';

export interface ListQuery {
  locale: Locale;
  /** Any of a filter's values, and all of the filters. */
  filters: Partial<Record<Filter, string[]>>;
  search?: string | undefined;
  sort?: Sort | undefined;
  order?: Order | undefined;
  page: number;
  pageSize: number;
  facets?: Filter[] | undefined;
}

export interface ListResult {
  total: number;
  /** The page's trees, by their numbers. */
  trees: number[];
  facets?: Partial<Record<Filter, FacetCount[]>>;
}

export interface FacetCount {
  value: string;
  count: number;
}
