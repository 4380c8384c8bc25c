// In charge of the three operations in the document.

import type { Settings } from '../../config.ts';
import { type Schema, string } from '../../schema.ts';
import { TreeSummary } from '../../tree.ts';
import { LONGEST_HEAD, LONGEST_TARGET } from '../exchange.ts';
import { getTree } from '../get-tree.ts';
import { listFamilies } from '../list-families.ts';
import { listTrees } from '../list-trees.ts';
import type { Operation } from '../operation.ts';
import { NO_CONTROLS, PARAMETERS, type ParameterName } from '../parameters.ts';
import { FAMILY_LIST, TREE, TREE_LIST } from './examples.ts';
import { NOT_MODIFIED, PROBLEM_STATUSES, problemReferences, success } from './responses.ts';

export const API_ROOT = '/api/v1';

/** More values of one parameter than an address has room for. */
const MOST_VALUES = Math.floor(LONGEST_TARGET / '&tag=x'.length);

const SLUG = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The tree’s slug, as lists give it.',
  schema: (TreeSummary.properties as Record<string, Schema<unknown>>).slug,
  example: 'ceiba-pentandra',
};

const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The entity tag of the answer that the caller has: 304 if it would be the same.',
  schema: string({ pattern: NO_CONTROLS, maxLength: LONGEST_HEAD, examples: ['"3q2nXyTz0pQvK5sWb1cDea"'] }),
};

const DESCRIBED = [
  {
    operation: listTrees,
    operationId: 'listTrees',
    tag: 'trees',
    summary: 'List trees',
    description:
      'A page of trees, filtered, searched and sorted. Filters combine with AND; several values of one filter match any of them.',
    answer: success('A page of trees. One beyond the last is empty, with the true totals.', 'TreeList', TREE_LIST),
  },
  {
    operation: getTree,
    operationId: 'getTree',
    tag: 'trees',
    summary: 'Get a tree',
    description: 'One tree whole, with up to five related trees.',
    answer: success('The tree.', 'TreeAnswer', TREE),
  },
  {
    operation: listFamilies,
    operationId: 'listFamilies',
    tag: 'families',
    summary: 'List families',
    description: 'Every botanical family of the catalogue with the number of its species, by name.',
    answer: success('The families.', 'FamilyList', FAMILY_LIST),
  },
];

export function pathsOf(settings: Settings) {
  return Object.fromEntries(
    DESCRIBED.map((described) => [
      described.operation.pattern.slice(API_ROOT.length),
      { get: operationOf(described, settings) },
    ]),
  );
}

function operationOf({ operation, tag, answer, ...texts }: (typeof DESCRIBED)[number], settings: Settings) {
  const hasSlug = operation.pattern.includes('{slug}');
  const refusals = PROBLEM_STATUSES.filter((status) => status !== 404 || hasSlug);
  return {
    ...texts,
    tags: [tag],
    parameters: [...(hasSlug ? [SLUG] : []), ...queryOf(operation, settings), IF_NONE_MATCH],
    responses: { 200: answer, 304: NOT_MODIFIED, ...problemReferences(refusals) },
  };
}

function queryOf({ parameters }: Operation, { defaultLocale }: Settings) {
  return parameters.map((name: ParameterName) => {
    const { description, schema, many } = PARAMETERS[name];
    const one = name === 'locale' ? { ...schema, default: defaultLocale } : schema;
    return {
      name,
      in: 'query',
      description,
      schema: many ? { type: 'array', items: one, maxItems: MOST_VALUES } : one,
    };
  });
}
