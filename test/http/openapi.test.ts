// The OpenAPI document: it is served, it is whole, it is right in itself, and answers are held against it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { MATCH_STATUSES } from '../../src/catalogue/names.ts';
import { CONSERVATION_STATUSES } from '../../src/domain/vocabulary.ts';
import { LIST_PARAMETERS, PARAMETERS } from '../../src/http/query/parameters.ts';
import { PROBLEMS } from '../../src/http/response/problems.ts';
import { assertDocumented, assertShape, DOCUMENT, validatorOf } from '../support/schemas.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const operations = Object.values<any>(DOCUMENT.paths).map(({ get }) => get);

test('the document is served to everyone, and is known again by its entity tag', async (t) => {
  const { origin } = await startTestService(t, { allowlist: [] });
  const response = await fetch(`${origin}/openapi.json`);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'application/json');
  const text = await response.text();
  assert.equal(JSON.parse(text).openapi, '3.1.1');
  const again = await fetch(`${origin}/openapi.json`, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(await again.text(), text);
  const known = { 'if-none-match': response.headers.get('etag') as string };
  assert.equal((await fetch(`${origin}/openapi.json`, { headers: known })).status, 304);
});

test('every schema is one', () => {
  const ajv = new Ajv2020({ formats: { 'date-time': true } });
  for (const [name, schema] of Object.entries<any>(DOCUMENT.components.schemas))
    assert.ok(ajv.validateSchema(schema), `${name}: ${ajv.errorsText()}`);
});

test('the settings that callers should know stand in it', async (t) => {
  const flags = {
    'public-url': 'https://trees.example.org/sylva',
    'usage-policy-url': 'https://example.org/policy',
    'rate-limit': '7',
    'rate-window': '31',
    'default-locale': 'es',
  };
  const { origin } = await startTestService(t, { flags });
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as any;
  assert.equal(document.servers[0].url, 'https://trees.example.org/sylva/api/v1');
  assert.match(document.info.description, /7 requests in 31 s/);
  assert.match(document.info.license.name, /not licensed for open reuse/i);
  assert.equal(document.info.license.url, flags['usage-policy-url']);
  assert.equal(document.info.termsOfService, flags['usage-policy-url']);
  assert.ok(document.info.description.includes(flags['usage-policy-url']));
  const [locale] = document.paths['/families'].get.parameters;
  assert.equal(locale.schema.default, 'es');
});

test('without a policy of the maintainers the service’s own page is the licence, by its whole address or not at all', async (t) => {
  const infoWith = async (flags: Record<string, string>) => {
    const { origin } = await startTestService(t, { flags });
    return ((await (await fetch(`${origin}/openapi.json`)).json()) as any).info;
  };
  const known = await infoWith({ 'public-url': 'https://trees.example.org/sylva' });
  assert.equal(known.license.url, 'https://trees.example.org/sylva/usage-policy');
  assert.equal(known.termsOfService, known.license.url);
  const unknown = await infoWith({});
  assert.deepEqual([unknown.termsOfService, unknown.license.url], [undefined, undefined]);
  assert.match(unknown.license.identifier, /^LicenseRef-/);
  assert.ok(unknown.description.includes('(/usage-policy)'));
});

test('a tree of a list is one object: fields of every view have types, and those of the summary are required', () => {
  const { TreeList, ListedTree, TreeDetail, TreeSummary, Change } = DOCUMENT.components.schemas;
  const tree = { $ref: '#/components/schemas/ListedTree' };
  assert.deepEqual([TreeList.properties.data.items, Change.properties.tree.anyOf[0]], [tree, tree]);
  assert.deepEqual(ListedTree.properties, TreeDetail.properties);
  assert.deepEqual(ListedTree.required, TreeSummary.required);
});

test('dates are date-times, and every parameter that may be left out says what it then is', () => {
  const { properties } = DOCUMENT.components.schemas.TreeDetail;
  for (const name of ['publishedAt', 'updatedAt']) assert.equal(properties[name].anyOf[0].format, 'date-time', name);
  const initial = (path: string, name: string) =>
    DOCUMENT.paths[path].get.parameters.find((each: any) => each.name === name).schema.default;
  const defaults = {
    '/trees view': 'record',
    '/trees searchIn': 'text',
    '/trees pageSize': 20,
    '/changes view': 'record',
  };
  const others = { '/families view': 'summary', '/families searchIn': 'text', '/exports/trees format': 'ndjson' };
  for (const [place, value] of Object.entries({ ...defaults, ...others }))
    assert.equal(initial(...(place.split(' ') as [string, string])), value, place);
});

test('what is known today of a list that may grow stands in it as examples', () => {
  const { ConservationStatus, NameMatch, Problem } = DOCUMENT.components.schemas;
  const parameter = DOCUMENT.paths['/trees'].get.parameters.find(({ name }: any) => name === 'conservationStatus');
  assert.deepEqual(ConservationStatus.examples, CONSERVATION_STATUSES);
  assert.deepEqual(parameter.schema.items.examples.slice(0, CONSERVATION_STATUSES.length), CONSERVATION_STATUSES);
  assert.deepEqual(NameMatch.properties.status.examples, MATCH_STATUSES);
  const statuses = new Set(Object.values(PROBLEMS).map(({ status }) => status));
  assert.deepEqual(new Set(Problem.properties.status.examples), statuses);
});

test('no text has a limit that is none', () => {
  assert.doesNotMatch(JSON.stringify(DOCUMENT), /"maxLength":2147483647/);
});

test('the version is that of the package, and no word says where the service runs', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal(DOCUMENT.info.version, version);
  assert.match(DOCUMENT.servers[0].description, /local, a test or in production/);
});

test('--docs off takes it away', async (t) => {
  const { origin } = await startTestService(t, { flags: { docs: 'off' } });
  for (const path of ['/openapi.json', '/docs']) assert.equal((await fetch(origin + path)).status, 404);
  const page = await fetch(`${origin}/problems/internal`);
  assert.equal(page.status, 200);
  assert.doesNotMatch(await page.text(), /docs/);
});

test('every parameter has a meaning, its allowed values and an example', () => {
  for (const { name, description, schema, example } of operations.flatMap(({ parameters }) => parameters)) {
    assert.ok(description.length > 20, name);
    assert.ok(example ?? (schema.items ?? schema).examples.length > 0, name);
  }
  const documented = new Map(DOCUMENT.paths['/trees'].get.parameters.map((each: any) => [each.name, each]));
  for (const name of LIST_PARAMETERS) {
    const { schema } = documented.get(name) as any;
    const one = schema.items ?? schema;
    assert.equal(schema.type === 'array', PARAMETERS[name].many, name);
    assert.ok(one.enum ?? one.pattern ?? one.maximum, name);
    for (const example of one.examples) assert.notEqual(PARAMETERS[name].read(String(example)), undefined, name);
  }
});

test('every problem code has an example, and every answer its headers', () => {
  const responses = Object.values<any>(DOCUMENT.components.responses);
  const examples = Object.assign({}, ...responses.map(({ content }) => content['application/problem+json'].examples));
  assert.deepEqual(Object.keys(examples).sort(), Object.keys(PROBLEMS).sort());
  for (const [code, { value }] of Object.entries<any>(examples)) {
    assertShape('problem', value);
    assert.equal(value.code, code);
  }
  for (const { headers } of responses) assert.ok(headers['X-RateLimit-Remaining']);
});

test('the examples of the answers are right', () => {
  for (const { operationId, responses } of operations) {
    for (const { schema, examples } of Object.values<any>(responses[200].content)) {
      const validate = validatorOf(schema.$ref);
      assert.ok(validate(examples.example.value), `${operationId}: ${JSON.stringify(validate.errors)}`);
    }
  }
});

test('an answer that the document does not know is found out', async (t) => {
  const { api } = await startTestService(t, { trees: [makeTree()] });
  const response = await fetch(`${api}/families`);
  const { headers, status } = response;
  const body = await response.text();
  const right = { method: 'GET', path: '/api/v1/families', status, headers, body };
  assertDocumented(right);
  const without = new Headers(headers);
  without.delete('etag');
  const wrong = [
    { ...right, status: 404 },
    { ...right, headers: without },
    { ...right, headers: new Headers([...headers, ['x-extra', '1']]) },
    { ...right, headers: new Headers([...headers, ['x-ratelimit-limit', 'many']]) },
    { ...right, body: body.replace('"meta"', '"mate"') },
    { ...right, body: body.replace('"meta"', '"more":1,"meta"') },
    { ...right, body: body.replace('"locale":"en"', '"locale":"fr"') },
  ];
  for (const each of wrong) assert.throws(() => assertDocumented(each), { name: 'AssertionError' });
});
