import type { ParsedQuery } from '../query/parsed-query.ts';

interface Paging {
  page: number;
  pageSize: number;
  /** Over all pages. */
  total: number;
}

/** `links` needs no escaping in canonical form; `moreLinks` are further JSON members. `header` is for `Link`. */
export function renderPaging(paging: Paging, path: string, given: ParsedQuery, moreLinks = '') {
  const { page, pageSize, total } = paging;
  const totalPages = Math.ceil(total / pageSize);
  const hasNext = page < totalPages;
  const hasPrev = page > 1 && page <= totalPages + 1;
  const pagination = JSON.stringify({ page, pageSize, total, totalPages, hasNext, hasPrev });
  let links = `{"self":"${path}${given.toQueryString()}"`;
  const header: string[] = [];
  const add = (relation: string, to: number) => {
    const link = path + given.toQueryString(to);
    links += `,"${relation}":"${link}"`;
    header.push(`<${link}>; rel="${relation}"`);
  };
  add('first', 1);
  add('last', Math.max(totalPages, 1));
  if (hasNext) add('next', page + 1);
  if (hasPrev) add('prev', page - 1);
  return { pagination, links: `${links}${moreLinks}}`, header: header.join(', ') };
}
