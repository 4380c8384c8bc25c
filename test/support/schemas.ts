// Answers held against the OpenAPI document: the shape of a body, and a whole answer of the API. What it leaves open for
// later is closed here, so that no answer has anything that the document does not tell.

import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readSettings } from '../../src/config/settings.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { closed } from './closed.ts';

/** As JSON, just as integrators get it. */
export const DOCUMENT = JSON.parse(JSON.stringify(openApiDocument(readSettings({}, {}))));

const SHAPES = {
  list: 'TreeList',
  detail: 'TreeAnswer',
  families: 'FamilyList',
  matches: 'NameMatchList',
  problem: 'Problem',
};
const API_ROOT = '/api/v1';
/** What HTTP itself adds, and what OpenAPI says elsewhere. */
const PLAIN_HEADERS = ['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'];

/** That they are schemas at all is for one test to say. Made in haste: most are used a few times. */
const formats = { 'date-time': (text: string) => !Number.isNaN(Date.parse(text)) };
const ajv = new Ajv2020({ formats, validateSchema: false, inlineRefs: false, code: { optimize: false } });
ajv.addVocabulary(['components']);
ajv.addSchema({ $id: 'sylva', components: closed(DOCUMENT.components) });

export function validatorOf(pointer: string) {
  return ajv.getSchema(`sylva${pointer}`) ?? ajv.compile({ $ref: `sylva${pointer}` });
}

export function assertShape(name: keyof typeof SHAPES, value: unknown): void {
  const validate = validatorOf(`#/components/schemas/${SHAPES[name]}`);
  assert.ok(validate(value), `not a ${name}: ${ajv.errorsText(validate.errors)}`);
}

export interface GivenAnswer {
  method: string;
  /** The address from the first slash on. */
  path: string;
  status: number;
  headers: Headers;
  body: string;
}

/** Whether an answer of the API is just what the document says: a status of its operation, its headers, its body. */
export function assertDocumented(answer: GivenAnswer): void {
  const { method, path, status } = answer;
  if (!isUnderApi(path) || status === 204) return;
  const responses = responsesOf(method, path);
  const documented = resolve(responses[status]);
  assert.ok(documented, `${method} ${path}: ${status} is not documented`);
  assertHeaders(answer, documented);
  if (method !== 'HEAD' && status !== 304 && status !== 301) assertBody(answer, documented);
}

function isUnderApi(path: string): boolean {
  return /^\/api\/v1(?:[/?]|$)/.test(path);
}

/** Of what is no operation, any problem. */
function responsesOf(method: string, path: string): Record<string, any> {
  const [route] = path.slice(API_ROOT.length).split('?');
  const known = DOCUMENT.paths[route] ?? (/^\/trees\/[^/]+$/.test(route) && DOCUMENT.paths['/trees/{slug}']);
  if (known && (method === 'GET' || method === 'HEAD')) return known.get.responses;
  const problems = Object.entries<any>(DOCUMENT.components.responses);
  return Object.fromEntries(problems.map(([name, response]) => [name.replace('Problem', ''), response]));
}

function resolve(value: any): any {
  const [, section, name] = /^#\/components\/(\w+)\/(.+)$/.exec(value?.$ref ?? '') ?? [];
  return section ? DOCUMENT.components[section][name] : value;
}

function assertHeaders({ path, status, headers }: GivenAnswer, documented: any): void {
  const place = `${status} of ${path}`;
  const known = new Map(
    Object.entries(documented.headers).map(([name, header]) => [name.toLowerCase(), resolve(header)]),
  );
  for (const [name, { required }] of known) assert.ok(!required || headers.has(name), `${place}: ${name} is missing`);
  for (const [name, value] of headers) {
    if (PLAIN_HEADERS.includes(name)) continue;
    const header = known.get(name);
    assert.ok(header, `${place}: the header ${name} is not documented`);
    const given = header.schema.type === 'integer' ? Number(value) : value;
    assert.ok(ajv.validate(header.schema, given), `${place}: ${name}: ${value}: ${ajv.errorsText()}`);
  }
}

function assertBody({ path, status, headers, body }: GivenAnswer, documented: any): void {
  const [type] = (headers.get('content-type') ?? '').split(';');
  const content = documented.content[type];
  assert.ok(content, `${status} of ${path}: the type ${type} is not documented`);
  const validate = validatorOf(content.schema.$ref);
  assert.ok(
    validate(/\bjson$/.test(type) && type !== 'application/x-ndjson' ? JSON.parse(body) : body),
    `${status} of ${path}: ${ajv.errorsText(validate.errors)}`,
  );
}
