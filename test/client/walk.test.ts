// Walking every page, also when the catalogue is published anew on the way.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SylvaClient } from '../../client/src/index.ts';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const tree = (number: number) =>
  makeTree({
    slug: `tree-${number}`,
    texts: { en: makeText({ title: `Tree ${String(number).padStart(3, '0')}` }) },
  });
const trees = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => tree(from + index));
const slugs = (from: number, to: number) => trees(from, to).map(({ slug }) => slug);

async function start(t: TestContext) {
  const service = await startTestService(t, { trees: trees(10, 60) });
  return { ...service, client: new SylvaClient({ baseUrl: service.origin }) };
}

test('every tree of a question once, in its order', async (t) => {
  const { client } = await start(t);
  const seen = await Array.fromAsync(client.trees.all({ pageSize: 7, order: 'desc' }), ({ slug }) => slug);
  assert.deepEqual(seen, slugs(10, 60).reverse());
  assert.deepEqual(await Array.fromAsync(client.trees.all({ search: 'nothing' })), []);
});

test('no page is asked for before it is needed', async (t) => {
  const { client } = await start(t);
  for await (const { slug } of client.trees.all({ pageSize: 5 })) if (slug === 'tree-11') break;
  const { limit, remaining } = client.rateLimit ?? { limit: 0, remaining: 0 };
  assert.equal(limit - remaining, 1);
});

test('a publish in between is said, and what was given until then is not a mixture', async (t) => {
  const { client, publish } = await start(t);
  const seen: string[] = [];
  const walk = async () => {
    for await (const { slug } of client.trees.all({ pageSize: 10 })) {
      seen.push(slug);
      if (seen.length === 15) publish(trees(0, 60), 'r2');
    }
  };
  await assert.rejects(walk, { name: 'CatalogueChangedError', before: 'r1', after: 'r2' });
  assert.deepEqual(seen, slugs(10, 30));
});

test('with restart a publish in between leaves no tree out and gives none twice', async (t) => {
  const { client, publish } = await start(t);
  const seen: string[] = [];
  for await (const { slug } of client.trees.all({ pageSize: 10 }, { onChange: 'restart' })) {
    seen.push(slug);
    if (seen.length === 15) publish(trees(0, 70), 'r2');
    if (seen.length === 40) publish(trees(0, 80), 'r3');
  }
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual(seen.sort(), slugs(0, 80).sort());
});

test('a catalogue that changes at every page ends the walk', async (t) => {
  const { client, publish } = await start(t);
  let revision = 1;
  const walk = async () => {
    for await (const _ of client.trees.all({ pageSize: 1 }, { onChange: 'restart' })) {
      publish(trees(10, 60), `r${++revision}`);
    }
  };
  await assert.rejects(walk, { name: 'CatalogueChangedError' });
});

test('a signal ends the walk', async (t) => {
  const { client } = await start(t);
  const controller = new AbortController();
  const walk = async () => {
    for await (const _ of client.trees.all({ pageSize: 5 }, { signal: controller.signal })) {
      controller.abort(new Error('enough'));
    }
  };
  await assert.rejects(walk, { message: 'enough' });
});
