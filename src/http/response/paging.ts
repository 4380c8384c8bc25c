// In charge of what an answer says of its page: where in the whole it stands, and the way to the others.

import type { ParsedQuery } from '../query/parsed-query.ts';

export interface Paging {
  page: number;
  pageSize: number;
  /** Over all pages. */
  total: number;
}

export function paginationJson(paging: Paging): string {
  const { page, pageSize, total } = paging;
  return (
    `{"page":${page},"pageSize":${pageSize},"total":${total},"totalPages":${totalPages(paging)},` +
    `"hasNext":${hasNext(paging)},"hasPrev":${hasPrev(paging)}}`
  );
}

function totalPages({ pageSize, total }: Paging): number {
  return Math.ceil(total / pageSize);
}

function hasNext(paging: Paging): boolean {
  return paging.page < totalPages(paging);
}

function hasPrev(paging: Paging): boolean {
  return paging.page > 1 && paging.page <= totalPages(paging) + 1;
}

/**
 * For the body and for the header `Link`; a query string in canonical form has nothing that JSON would escape. What else the body
 * leads to is given as JSON.
 */
export function linksOf(paging: Paging, path: string, given: ParsedQuery, more = ''): { json: string; header: string } {
  const link = (to: number) => path + given.pageLink(to);
  const first = link(1);
  const last = link(Math.max(totalPages(paging), 1));
  let json = `{"self":"${path}${given.toQueryString()}","first":"${first}","last":"${last}"`;
  let header = `<${first}>; rel="first", <${last}>; rel="last"`;
  const add = (relation: string, to: string) => {
    json += `,"${relation}":"${to}"`;
    header += `, <${to}>; rel="${relation}"`;
  };
  if (hasNext(paging)) add('next', link(paging.page + 1));
  if (hasPrev(paging)) add('prev', link(paging.page - 1));
  return { json: `${json}${more}}`, header };
}
