// In charge of GET /trees: a page of trees, filtered, searched and sorted.

import { API_PREFIX } from '../../domain/vocabulary.ts';
import { TREE_LIST } from '../openapi/examples.ts';
import type { JsonOperation } from '../operation.ts';
import { linksOf, paginationJson } from '../paging.ts';
import { LIST_PARAMETERS } from '../parameters.ts';
import { toListQuery } from '../parsed-query.ts';
import { mapLink } from './get-map.ts';

const ROUTE = `${API_PREFIX}/trees`;

export const listTrees: JsonOperation = {
  route: ROUTE,
  parameters: LIST_PARAMETERS,
  described: {
    operationId: 'listTrees',
    tag: 'trees',
    summary: 'List trees',
    description:
      'A page of trees, filtered, searched and sorted. Filters combine with AND; several values of one filter match any of them.',
    answer: {
      description: 'A page of trees. One beyond the last is empty, with the true totals.',
      shape: 'TreeList',
      example: TREE_LIST,
    },
  },
  answer({ given, published, base, defaultLocale, json }) {
    const query = toListQuery(given, defaultLocale);
    const { catalogue, revision } = published;
    const result = catalogue.list(query);
    const { locale } = query;

    const paging = { page: query.page, pageSize: query.pageSize, total: result.total };
    const links = linksOf(paging, `${base}${ROUTE}`, given, mapLink(published, base));
    const { facets, matches, suggestions } = result;
    const more = JSON.stringify({ facets, matches, suggestions }).slice(1, -1);
    json
      .text('{"data":[')
      .trees(catalogue.snapshot.records[locale], result.trees, given.one('view') ?? 'record')
      .text(`],"pagination":${paginationJson(paging)},${more && `${more},`}`)
      .text(`"meta":{"locale":"${locale}","revision":"${revision}"},"_links":${links.json}}`);
    return { locale, contentLanguage: locale, pageLinks: links.header };
  },
};
