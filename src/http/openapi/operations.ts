// Describes the operations and their responses: success, 304, and one for each status of a problem.

import type { Settings } from '../../config/settings.ts';
import { type Schema, string } from '../../domain/fields/schema.ts';
import { TreeSummary } from '../../domain/tree.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import type { FileAnswer, JsonAnswer, Operation } from '../operations/operation.ts';
import { hasSlug, OPERATIONS } from '../operations/routes.ts';
import { MAX_HEAD_BYTES, MAX_TARGET_BYTES } from '../pipeline/limits.ts';
import { NO_CONTROLS, PARAMETERS, type Parameter, type ParameterName } from '../query/parameters.ts';
import { headerNamesOn } from '../response/headers.ts';
import { PROBLEMS, type ProblemCode } from '../response/problems.ts';
import { problemExample } from './examples.ts';

/** More values of one parameter than fit into an address. */
const MAX_VALUES = Math.floor(MAX_TARGET_BYTES / '&tag=x'.length);

const SLUG = {
  name: 'slug',
  in: 'path',
  required: true,
  description: 'The tree’s slug, as lists give it.',
  schema: (TreeSummary.properties as Record<string, Schema<unknown>>).slug,
  example: 'ceiba-pentandra',
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  description,
  schema: string({ pattern: NO_CONTROLS, maxLength: MAX_HEAD_BYTES, examples: [example] }),
});

const ETAG = '"3q2nXyTz0pQvK5sWb1cDea"';
const IF_NONE_MATCH = header(
  'If-None-Match',
  'The entity tag of the answer that the caller has: 304 if it would be the same.',
  ETAG,
);

const PROBLEM_STATUSES = [...new Set(Object.values(PROBLEMS).map(({ status }) => status))].sort((a, b) => a - b);

const ONE_LANGUAGE = 'Text in this language only, or where a tree has none, in the other. Without it in both.';

const RANGE = [
  header(
    'Range',
    'The part that the caller lacks, of what is not compressed; read together with If-Range only.',
    'bytes=1000000-',
  ),
  header(
    'If-Range',
    'The entity tag of the part that the caller has: everything is sent if it is no longer the same.',
    ETAG,
  ),
];

export function pathsOf(settings: Settings) {
  return Object.fromEntries(
    OPERATIONS.map((operation) => [
      operation.route.slice(API_PREFIX.length),
      { get: operationOf(operation, settings) },
    ]),
  );
}

function operationOf(operation: Operation, settings: Settings) {
  const { answer, redirect, tag, ...texts } = operation.described;
  const statuses = PROBLEM_STATUSES.filter((status) => mayRefuse(operation, status));
  const refusals = statuses.map((status) => [status, refer(`responses/Problem${status}`)]);
  return {
    ...texts,
    tags: [tag],
    parameters: [
      ...(hasSlug(operation.route) ? [SLUG] : []),
      ...queryOf(operation, settings),
      IF_NONE_MATCH,
      ...('export' in operation ? RANGE : []),
    ],
    responses: {
      ...successes(answer),
      ...(redirect && { 301: { description: redirect, headers: headersOn(301) } }),
      304: NOT_MODIFIED,
      ...Object.fromEntries(refusals),
    },
  };
}

function mayRefuse(operation: Operation, status: number): boolean {
  if (status === 404) return hasSlug(operation.route);
  if (status === 416) return 'export' in operation;
  return status !== 410 || hasSlug(operation.route) || operation.parameters.includes('since');
}

function queryOf(operation: Operation, { defaultLocale }: Settings) {
  const isExport = 'export' in operation;
  return operation.parameters.map((name: ParameterName) => {
    const parameter: Parameter<unknown> = operation.variants?.[name] ?? PARAMETERS[name];
    const { description, schema, many, most = MAX_VALUES, isRequired } = parameter;
    const one = name === 'locale' && !isExport ? { ...schema, default: defaultLocale } : schema;
    return {
      name,
      in: 'query',
      ...(isRequired && { required: true }),
      description: name === 'locale' && isExport ? ONE_LANGUAGE : description,
      schema: many ? { type: 'array', items: one, maxItems: most } : one,
    };
  });
}

function successes(answer: JsonAnswer | FileAnswer) {
  const { description } = answer;
  if ('shape' in answer) {
    const examples = { example: { value: answer.example } };
    const content = { 'application/json': { schema: refer(`schemas/${answer.shape}`), examples } };
    return { 200: { description, headers: headersOn(200), content } };
  }
  const types = answer.types.map(({ mediaType, example }) => [
    mediaType.split(';')[0],
    { schema: refer('schemas/File'), examples: { example: { value: example } } },
  ]);
  const content = Object.fromEntries(types);
  return {
    200: { description, headers: headersOn(200, true), content },
    206: { description: 'The part that was asked for.', headers: headersOn(206, true), content },
  };
}

const NOT_MODIFIED = {
  description: 'Nothing has changed since the answer with this entity tag.',
  headers: headersOn(304),
};

export function problemResponses(base: string) {
  return Object.fromEntries(PROBLEM_STATUSES.map((status) => [`Problem${status}`, problemResponse(status, base)]));
}

function problemResponse(status: number, base: string) {
  const codes = (Object.keys(PROBLEMS) as ProblemCode[]).filter((code) => PROBLEMS[code].status === status);
  const examples = codes.map((code) => [code, { summary: PROBLEMS[code].title, value: problemExample(code, base) }]);
  return {
    description: codes.map((code) => `**${code}**: ${PROBLEMS[code].meaning} ${PROBLEMS[code].remedy}`).join('\n\n'),
    headers: headersOn(status),
    content: {
      'application/problem+json': { schema: refer('schemas/Problem'), examples: Object.fromEntries(examples) },
    },
  };
}

function headersOn(status: number, isFile = false) {
  return Object.fromEntries(headerNamesOn(status, isFile).map((name) => [name, refer(`headers/${name}`)]));
}

function refer(path: string) {
  return { $ref: `#/components/${path}` };
}
