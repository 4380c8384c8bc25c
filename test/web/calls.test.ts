// The call behind each view: one question, shown as it is sent.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { listPlace, NO_FILTERS, type Place, wholePlace } from '../../web/explorer/address.ts';
import { pathOf, questionOf } from '../../web/explorer/question.ts';
import { asClientCode, asCurl } from '../../web/explorer/snippets.ts';
import { LANGUAGES, pathOf as pathOfCall } from '../../web/reference/examples.ts';

const BASE = 'https://trees.example.org';
const narrowed: Place = { ...listPlace('es', { family: ['Fabaceae', 'Malvaceae'] }), search: 'ceiba', page: 2 };

test('each view is one question', () => {
  const paths = (place: Place) => pathOf(questionOf(place));
  assert.equal(
    paths({ view: 'tree', locale: 'es', slug: 'ceiba-pentandra' }),
    '/api/v1/trees/ceiba-pentandra?locale=es',
  );
  assert.equal(paths(wholePlace('families', 'en')), '/api/v1/families?locale=en&view=detail');
  assert.equal(
    paths(wholePlace('calendar', 'en')),
    '/api/v1/trees?locale=en&pageSize=1&facets=floweringSeason&facets=fruitingSeason',
  );
  const asked = { search: 'oak', filters: { ...NO_FILTERS, distribution: ['Brazil'] } };
  assert.equal(
    paths(wholePlace('families', 'en', asked)),
    '/api/v1/families?locale=en&search=oak&searchIn=all&distribution=Brazil&view=detail',
  );
  assert.match(
    paths(wholePlace('calendar', 'en', asked)),
    /search=oak&searchIn=all&distribution=Brazil&pageSize=1&facets/,
  );
  assert.match(
    paths(narrowed),
    /^\/api\/v1\/trees\?locale=es&search=ceiba&searchIn=all&family=Fabaceae&family=Malvaceae&page=2&/,
  );
});

test('where to search is asked with a search alone', () => {
  assert.doesNotMatch(pathOf(questionOf(listPlace('en', { family: ['Fabaceae'] }))), /search/);
});

test('a slug from the address cannot leave its place in the path', () => {
  assert.equal(
    pathOf(questionOf({ view: 'tree', locale: 'en', slug: '../families?x=' })),
    '/api/v1/trees/..%2Ffamilies%3Fx%3D?locale=en',
  );
});

test('as curl, a shell reads back exactly the address, whatever was searched for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (search) => {
      const question = questionOf({ ...listPlace('en'), search });
      const script = asCurl(question, BASE).replace(/^curl -H "X-API-Key: \$SYLVA_KEY"/, 'printf %s');
      assert.equal(execFileSync('sh', ['-c', script], { encoding: 'utf8' }), BASE + pathOf(question));
    }),
    { numRuns: 40 },
  );
});

test('every language reads back the address, whatever slug or path it has', () => {
  const call = { path: '/trees/{slug}', operation: { parameters: [{ name: 'slug', in: 'path', schema: {} }] } } as any;
  const address = `${BASE}/o'neill${pathOfCall(call, { slug: "a'; rm -rf ~; '" })}`;
  const encoded = address.replaceAll("'", '%27');
  const curl = LANGUAGES.curl(address).replace(/^curl -H "X-API-Key: \$SYLVA_KEY"/, 'printf %s');
  assert.equal(execFileSync('sh', ['-c', curl], { encoding: 'utf8' }), encoded);
  for (const write of Object.values(LANGUAGES)) assert.match(write(address), new RegExp(`['"]${encoded}['"]`));
  const asked = questionOf({ view: 'tree', locale: 'en', slug: "a'b" });
  assert.match(asCurl(asked, BASE), /'https:\/\/[^']*a%27b[^']*'$/);
});

test('as client code, it names the operation and its query', () => {
  const code = asClientCode(questionOf(narrowed), BASE);
  assert.match(
    code,
    /new SylvaClient\(\{ baseUrl: 'https:\/\/trees\.example\.org', apiKey: process\.env\.SYLVA_KEY \}\)/,
  );
  assert.match(
    code,
    /await client\.trees\.list\(\{\n {2}locale: 'es',\n {2}search: 'ceiba',\n {2}searchIn: 'all',\n {2}family: \['Fabaceae', 'Malvaceae'\],/,
  );
  assert.match(
    asClientCode(questionOf({ view: 'tree', locale: 'es', slug: 'ceiba-pentandra' }), BASE),
    /client\.trees\.get\('ceiba-pentandra', \{ locale: 'es' \}\);$/,
  );
});

test('as client code, every text is a literal that means itself', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom("'", '"', '\\', '`', '$', '\n', 'ñ', 'a')), (pieces) => {
      const search = pieces.join('');
      const place = { ...listPlace('en'), search: `x${search}` };
      const [, literal] = /search: (.+),\n/.exec(asClientCode(questionOf(place), BASE)) ?? [];
      assert.equal(new Function(`return ${literal}`)(), `x${search}`);
    }),
  );
});
