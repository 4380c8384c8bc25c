// The shapes of the three answers and of problems, as integrators are promised them.

import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PROBLEMS } from '../../src/problems.ts';
import { array, boolean, integer, nullable, object, oneOf, record, string } from '../../src/schema.ts';
import { TreeDetail, TreeRecord, TreeSummary } from '../../src/tree.ts';

const meta = { locale: oneOf(['en', 'es']), revision: string() };
const link = string({ pattern: '^/api/v1/' });
const count = integer({ minimum: 0 });
const optional = (...required: string[]) => ({ required });

const pagination = object({
  page: integer({ minimum: 1 }),
  pageSize: integer({ minimum: 1, maximum: 100 }),
  total: count,
  totalPages: count,
  hasNext: boolean(),
  hasPrev: boolean(),
});
const facets = record(array(object({ value: string(), count: integer({ minimum: 1 }) }), { maxItems: 100 }));
const pageLinks = object(
  { self: link, first: link, last: link, next: link, prev: link },
  optional('self', 'first', 'last'),
);
const family = object({
  name: string(),
  commonName: nullable(string()),
  speciesCount: integer({ minimum: 1 }),
  _links: object({ trees: link }),
});
const fault = object({ parameter: string(), value: string(), message: string() }, optional('parameter', 'message'));

const SHAPES = {
  list: object(
    { data: array(TreeRecord), pagination, facets, meta: object(meta), _links: pageLinks },
    optional('data', 'pagination', 'meta', '_links'),
  ),
  detail: object({
    data: TreeDetail,
    related: array(TreeSummary, { maxItems: 5 }),
    meta: object(meta),
    _links: object({ self: link }),
  }),
  families: object({
    data: array(family),
    meta: object({ totalFamilies: count, totalSpecies: count, ...meta }),
    _links: object({ self: link, trees: link }),
  }),
  problem: object(
    {
      type: string({ pattern: '^/problems/' }),
      title: string(),
      status: integer({ minimum: 400, maximum: 599 }),
      code: oneOf(Object.keys(PROBLEMS)),
      detail: string({ minLength: 1 }),
      requestId: string({ minLength: 8 }),
      errors: array(fault, { minItems: 1 }),
    },
    optional('type', 'title', 'status', 'code', 'detail', 'requestId'),
  ),
};

const ajv = new Ajv2020();
const validators = Object.fromEntries(Object.entries(SHAPES).map(([name, schema]) => [name, ajv.compile(schema)]));

export function assertShape(name: keyof typeof SHAPES, value: unknown): void {
  const validate = validators[name];
  assert.ok(validate(value), `not a ${name}: ${ajv.errorsText(validate.errors)}`);
}
