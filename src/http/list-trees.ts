// In charge of GET /trees: a page of trees, filtered, searched and sorted.

import { Pieces } from '../catalogue/pieces.ts';
import type { ListQuery, ListResult } from '../catalogue/query.ts';
import type { Answer, Question } from './operation.ts';
import { LIST_PARAMETERS, toListQuery } from './parameters.ts';

export const listTrees = {
  pattern: '/api/v1/trees',
  parameters: LIST_PARAMETERS,
  answer({ given, published, base, defaultLocale }: Question): Answer {
    const query = toListQuery(given, defaultLocale);
    const { catalogue, revision } = published;
    const result = catalogue.list(query);
    const { locale } = query;

    const path = `${base}${listTrees.pattern}`;
    const pagination = paginate(result, query);
    const links = pageLinks(pagination, (page) => `${path}${given.toQueryString(page)}`);
    const facets = result.facets ? `"facets":${JSON.stringify(result.facets)},` : '';
    const body = new Pieces(base)
      .text('{"data":[')
      .records(catalogue.snapshot.records[locale], result.trees)
      .text(`],"pagination":${JSON.stringify(pagination)},${facets}`)
      .text(`"meta":${JSON.stringify({ locale, revision })},`)
      .text(`"_links":${JSON.stringify({ self: `${path}${given.toQueryString()}`, ...links })}}`)
      .join();
    return { body, locale, links };
  },
};

interface Pagination {
  page: number;
  pageSize: number;
  total: number;
  totalPages: number;
  hasNext: boolean;
  hasPrev: boolean;
}

function paginate({ total }: ListResult, { page, pageSize }: ListQuery): Pagination {
  const totalPages = Math.ceil(total / pageSize);
  return { page, pageSize, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 && page <= totalPages + 1 };
}

/** `next` and `prev` are there only when that page exists. */
function pageLinks(
  { page, totalPages, hasNext, hasPrev }: Pagination,
  link: (page: number) => string,
): Record<string, string> {
  return {
    first: link(1),
    last: link(Math.max(totalPages, 1)),
    ...(hasNext && { next: link(page + 1) }),
    ...(hasPrev && { prev: link(page - 1) }),
  };
}
