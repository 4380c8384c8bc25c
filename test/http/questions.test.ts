// One question, however it is spelled: one answer, kept once.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const trees = Array.from({ length: 50 }, (_, index) =>
  makeTree({ slug: `tree-${index}`, texts: { [index === 7 ? 'es' : 'en']: makeText({ title: `Tree ${index}` }) } }),
);

test('spellings of one question have one answer', async (t) => {
  const { api } = await startTestService(t, { trees });
  const spellings = [
    '/trees?search=tree&pageSize=3',
    '/trees?pageSize=3&search=tree',
    '/trees?pageSize=3&&&search=tree&&family=&',
    '/trees?%70ageSize=3&search=%74ree',
  ];
  const answers = await Promise.all(
    spellings.map(async (path) => {
      const response = await fetch(api + path);
      return { tag: response.headers.get('etag'), body: await response.text() };
    }),
  );
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
});

test('links stand in the head while it stays below 8 kB, and always in the body; the licence stays', async (t) => {
  const { api } = await startTestService(t, { trees });
  for (let values = 1; values < 45; values += 4) {
    const query = Array.from({ length: values }, (_, number) => `tag=${'x'.repeat(150)}${number}`).join('&');
    const response = await fetch(`${api}/trees?${query}&search=`);
    const { _links: links } = (await response.json()) as { _links: { first: string } };
    const link = response.headers.get('link') ?? '';
    const head = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 20);
    assert.ok(head < 8 * 1024, `${head} bytes of head`);
    assert.match(link, /<\/usage-policy>; rel="license"/);
    assert.equal(link.includes('rel="first"'), 2 * links.first.length < 7 * 1024 - 100, `${values} values`);
  }
});

test('a tree is in the language of its record, a list in the one asked for', async (t) => {
  const { api } = await startTestService(t, { trees });
  const languageOf = async (path: string) => (await fetch(api + path)).headers.get('content-language');
  assert.equal(await languageOf('/trees/tree-7?locale=en'), 'es');
  assert.equal(await languageOf('/trees/tree-7?locale=es'), 'es');
  assert.equal(await languageOf('/trees/tree-8?locale=es'), 'en');
  assert.equal(await languageOf('/trees?locale=es'), 'es');
  assert.equal(await languageOf('/families'), 'en');
});

test('the licence of every answer is a page of this service where no other is configured', async (t) => {
  const { origin, api } = await startTestService(t, { trees });
  for (const path of ['/trees', '/trees/tree-1', '/families']) {
    const [, policy] = /<([^>]*)>; rel="license"/.exec((await fetch(api + path)).headers.get('link') ?? '') ?? [];
    const page = await fetch(origin + policy);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /not licensed for open reuse/);
  }
});

test('an address that names no tree names none after another was asked for, either', async (t) => {
  const { api } = await startTestService(t, { trees });
  const noTree = `${api}/trees/tree-8%3Flocale=es`;
  assert.equal((await fetch(noTree)).status, 404);
  assert.equal((await fetch(`${api}/trees/tree-8?locale=es`)).status, 200);
  assert.equal((await fetch(noTree)).status, 404);
});
