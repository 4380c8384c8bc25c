import { setImmediate as pause } from 'node:timers/promises';
import type { ListQuery, ListResult } from '../../catalogue/query.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { TREE_LIST } from '../openapi/examples.ts';
import { LIST_PARAMETERS } from '../query/parameters.ts';
import { toListQuery } from '../query/parsed-query.ts';
import { renderPaging } from '../response/paging.ts';
import { mapLink } from './get-map.ts';
import type { Answer, JsonOperation, Question, WriteAnswer } from './operation.ts';

const ROUTE = `${API_PREFIX}/trees`;

/** A longer query, or one with more facets, takes some milliseconds: other requests get turns meanwhile. */
const MAX_SYNC_LENGTH = 1_000;
const MAX_SYNC_FACETS = 1;

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
  answer(question) {
    const { given, published, defaultLocale } = question;
    const query = toListQuery(given, defaultLocale);
    const isLong = given.length > MAX_SYNC_LENGTH || (query.facets?.length ?? 0) > MAX_SYNC_FACETS;
    if (isLong) return answerInTurns(question, query);
    return write(question, query, published.catalogue.list(query));
  },
};

async function answerInTurns(question: Question, query: ListQuery): Promise<WriteAnswer> {
  await pause();
  const result = await question.published.catalogue.listInSteps(query);
  await pause();
  return (json) => write({ ...question, json }, query, result);
}

function write({ given, published, base, json }: Question, query: ListQuery, result: ListResult): Answer {
  const { catalogue, revision } = published;
  const { locale, page, pageSize } = query;
  const { facets, matches, suggestions } = result;
  const paging = { page, pageSize, total: result.total };
  const { pagination, links, header } = renderPaging(paging, `${base}${ROUTE}`, given, mapLink(published, base));
  const more = JSON.stringify({ facets, matches, suggestions }).slice(1, -1);
  json
    .text('{"data":[')
    .trees(catalogue.snapshot.records[locale], result.trees, given.one('view') ?? 'record')
    .text(`],"pagination":${pagination},${more && `${more},`}`)
    .text(`"meta":{"locale":"${locale}","revision":"${revision}"},"_links":${links}}`);
  return { locale, contentLanguage: locale, pageLinks: header };
}
