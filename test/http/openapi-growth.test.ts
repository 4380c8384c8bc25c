// What the OpenAPI document promises for later, and to readers that are not ours: it only grows, and every reader of JSON
// Schema understands it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PROBLEMS } from '../../src/http/response/problems.ts';
import { DOCUMENT } from '../support/schemas.ts';

interface Place {
  at: string;
  node: any;
}

/** Every object below a place of the document. */
function placesIn(node: unknown, at: string): Place[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.entries(node).flatMap(([key, each]) => placesIn(each, `${at}/${key}`));
  return Array.isArray(node) ? inside : [{ at, node }, ...inside];
}

const { schemas, headers } = DOCUMENT.components;
const answers = [...placesIn(schemas, 'schemas'), ...placesIn(headers, 'headers')];
const everywhere = placesIn(DOCUMENT, '');

/** Lists that cannot grow. */
const FINAL = ['schemas/Month', 'headers/X-Content-Type-Options/schema'];

test('no object of an answer is closed', () => {
  for (const { at, node } of answers) {
    for (const keyword of ['additionalProperties', 'unevaluatedProperties']) assert.notEqual(node[keyword], false, at);
    assert.equal(node.maxProperties, undefined, at);
  }
});

test('no list of what an answer may say is final, and each is told', () => {
  const lists = answers.filter(({ node }) => Array.isArray(node.enum) || node.const !== undefined);
  assert.deepEqual(lists.map(({ at }) => at).sort(), [...FINAL].sort());
  const { description, examples } = schemas.ProblemCode;
  assert.deepEqual(examples, Object.keys(PROBLEMS));
  assert.match(description, /More may come/);
  assert.match(DOCUMENT.info.description, /only grows.*pass over those that you do not know/);
});

test('an answer of a later version, with more fields and codes, is as the document says', () => {
  const ajv = new Ajv2020({ formats: { 'date-time': true } });
  for (const [name, schema] of Object.entries<any>(schemas)) ajv.addSchema(schema, `#/components/schemas/${name}`);
  const problem = DOCUMENT.components.responses.Problem429.content['application/problem+json'].examples;
  const list = DOCUMENT.paths['/trees'].get.responses[200].content['application/json'].examples.example.value;
  const later = {
    Problem: { ...problem['rate-limited'].value, code: 'too-many-exports', later: {} },
    TreeList: {
      ...list,
      suggestions: [],
      data: [{ ...list.data[0], locale: 'pt', conservationStatus: 'RE', scientificNameAuthorship: 'L.' }],
      meta: { ...list.meta, took: 1 },
    },
  };
  for (const [name, value] of Object.entries(later)) {
    const validate = ajv.getSchema(`#/components/schemas/${name}`);
    assert.ok(validate?.(value), `${name}: ${ajv.errorsText(validate?.errors)}`);
  }
});

test('every pattern is one that all dialects of regular expressions read alike', () => {
  const patterns = everywhere.flatMap(({ at, node }) => (typeof node.pattern === 'string' ? [[at, node.pattern]] : []));
  assert.ok(patterns.length > 20);
  for (const [at, pattern] of patterns) {
    for (const flags of ['', 'u']) assert.ok(new RegExp(pattern, flags), at);
    // Escapes of bytes and of three control characters; no classes by letter, no groups with a question mark.
    assert.match(pattern, /^(?:[^\\]|\\x[0-9A-F]{2}|\\[trn])*$/, at);
    assert.doesNotMatch(pattern, /\(\?|[^\x20-\x7e]/, at);
  }
});

test('no generator is asked for a format but date-time, and no validator needs it: a pattern says as much', () => {
  const formats = everywhere.filter(({ node }) => typeof node.format === 'string');
  assert.ok(formats.length > 0);
  for (const { at, node } of formats)
    assert.ok(node.format === 'date-time' && new RegExp(node.pattern).test('2026-01-11T00:00:00Z'), at);
});

test('every field of an answer has a type', () => {
  const isTyped = (schema: any): boolean =>
    schema.type !== undefined ||
    schema.$ref !== undefined ||
    [schema.anyOf, schema.allOf].some((each) => each?.length > 0 && each.every(isTyped));
  let fields = 0;
  for (const { at, node } of answers.filter(({ at }) => !at.startsWith('schemas/JsonValue/'))) {
    const values = node.type === 'object' ? Object.values(node.properties ?? {}) : [];
    for (const each of [...values, ...[node.items, node.additionalProperties].filter(Boolean)]) {
      assert.ok(isTyped(each), `${at}: ${JSON.stringify(each)}`);
      fields++;
    }
  }
  assert.ok(fields > 60, String(fields));
});
