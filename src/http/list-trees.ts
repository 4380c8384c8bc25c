// In charge of GET /trees: a page of trees, filtered, searched and sorted.

import type { ListQuery } from '../catalogue/query.ts';
import { type Given, toListQuery } from './given.ts';
import type { Answer, Question } from './operation.ts';
import { LIST_PARAMETERS } from './parameters.ts';

export const listTrees = {
  pattern: '/api/v1/trees',
  parameters: LIST_PARAMETERS,
  answer({ given, published, base, defaultLocale, pieces }: Question): Answer {
    const query = toListQuery(given, defaultLocale);
    const { catalogue, revision } = published;
    const result = catalogue.list(query);
    const { locale } = query;

    const totalPages = Math.ceil(result.total / query.pageSize);
    const links = linksOf(query.page, totalPages, `${base}${listTrees.pattern}`, given);
    const facets = result.facets ? `"facets":${JSON.stringify(result.facets)},` : '';
    pieces
      .text('{"data":[')
      .records(catalogue.snapshot.records[locale], result.trees)
      .text(`],"pagination":${paginationJson(query, result.total, totalPages)},${facets}`)
      .text(`"meta":{"locale":"${locale}","revision":"${revision}"},"_links":${links.json}}`);
    return { locale, contentLanguage: locale, pageLinks: links.header };
  },
};

function paginationJson({ page, pageSize }: ListQuery, total: number, totalPages: number): string {
  return (
    `{"page":${page},"pageSize":${pageSize},"total":${total},"totalPages":${totalPages},` +
    `"hasNext":${hasNext(page, totalPages)},"hasPrev":${hasPrev(page, totalPages)}}`
  );
}

function hasNext(page: number, totalPages: number): boolean {
  return page < totalPages;
}

function hasPrev(page: number, totalPages: number): boolean {
  return page > 1 && page <= totalPages + 1;
}

/** For the body and for the header `Link`; a query string in canonical form has nothing that JSON would escape. */
function linksOf(page: number, totalPages: number, path: string, given: Given): { json: string; header: string } {
  const link = (to: number) => path + given.pageLink(to);
  const first = link(1);
  const last = link(Math.max(totalPages, 1));
  let json = `{"self":"${path}${given.toQueryString()}","first":"${first}","last":"${last}"`;
  let header = `<${first}>; rel="first", <${last}>; rel="last"`;
  const add = (relation: string, to: string) => {
    json += `,"${relation}":"${to}"`;
    header += `, <${to}>; rel="${relation}"`;
  };
  if (hasNext(page, totalPages)) add('next', link(page + 1));
  if (hasPrev(page, totalPages)) add('prev', link(page - 1));
  return { json: `${json}}`, header };
}
