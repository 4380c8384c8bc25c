// A copy kept by the client: everything first, then what has changed; up to one whole revision, or as it was.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { generateTrees } from '../../bench/generate.ts';
import { SylvaClient } from '../../client/src/index.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { MemoryCopy, presentCopy } from '../support/copies.ts';
import { startCuttingFront } from '../support/cutting-front.ts';
import { histories } from '../support/histories.ts';
import { often } from '../support/often.ts';
import { shortenPauses } from '../support/pauses.ts';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const tree = (slug: string, title = slug) => makeTree({ slug, texts: { en: makeText({ title }) } });
const numbered = (from: number, to: number, title?: string) =>
  Array.from({ length: to - from }, (_, index) => tree(`tree-${String(from + index).padStart(4, '0')}`, title));

/** A client that tells what it asks for, and does something before each request. */
function watching(baseUrl: string, before: (path: string) => void = () => {}) {
  const asked: string[] = [];
  const client = new SylvaClient({
    baseUrl,
    fetch: (address, init) => {
      const path = String(address).slice(`${baseUrl}/api/v1`.length);
      before(path);
      asked.push(path);
      return fetch(address, init);
    },
  });
  return { client, asked };
}

async function start(t: TestContext, trees = numbered(0, 300)) {
  const families = new Map([['malvaceae', { en: 'Mallows', es: 'Malvas "de verdad"' }]]);
  return { ...(await startTestService(t, { trees, families })), families };
}

test('changes are gathered over their pages, as much of each tree as is asked for', async (t) => {
  const { origin, publish } = await start(t);
  publish([...numbered(150, 300), tree('yew', 'Yew')], 'r2');
  const { client, asked } = watching(origin);
  const { revision, total, changes } = await client.changes.since('r1', { view: 'summary' });
  assert.deepEqual([revision, total, changes.length, asked.length], ['r2', 151, 151, 2]);
  assert.deepEqual([changes[0].change, changes[0].tree, changes[150].tree?.title], ['removed', null, 'Yew']);
  const page = await client.changes.list({ since: 'r1', view: 'none', pageSize: 1 });
  assert.deepEqual(page.data, [{ slug: 'tree-0000', change: 'removed', revision: 'r2' }]);
  await assert.rejects(client.changes.since('r0'), { name: 'RefusedError', status: 410 });
});

test('a publish between two pages of changes: gathered anew, and given up where it never ends', async (t) => {
  const { origin, publish } = await start(t);
  publish([], 'r2');
  let next = 3;
  const { client, asked } = watching(origin, (path) => {
    if (path.includes('page=2') && next === 3) publish(numbered(0, 50), `r${next++}`);
  });
  const { revision, changes } = await client.changes.since('r1', { view: 'none' });
  assert.deepEqual([revision, changes.length], ['r3', 250]);
  assert.equal(asked.length, 2 + 3);
  const restless = watching(origin, (path) => {
    if (!path.includes('page=1&')) publish(numbered(0, next % 2), `r${next++}`);
  });
  await assert.rejects(restless.client.changes.since('r1', { view: 'none' }), { name: 'CatalogueChangedError' });
});

test('a copy: by an export first, then by what has changed, then not at all', async (t) => {
  const { origin, api, publish } = await start(t);
  const { client, asked } = watching(origin);
  const copy = new MemoryCopy();
  assert.deepEqual(await copy.sync(client), { revision: 'r1', isWhole: true, upserted: 300, removed: 0 });
  assert.equal(copy.text(), (await presentCopy(api)).text);
  publish([...numbered(20, 280), ...numbered(280, 300, 'new'), tree('yew')], 'r2');
  assert.deepEqual(await copy.sync(client), { revision: 'r2', isWhole: false, upserted: 21, removed: 20 });
  assert.equal(copy.text(), (await presentCopy(api)).text);
  assert.equal(asked.length, 1 + 2, 'a small update takes two requests');
  assert.deepEqual(await copy.sync(client), { revision: 'r2', isWhole: false, upserted: 0, removed: 0 });
  assert.equal(asked.length, 1 + 2 + 1);
});

/** The trees with another title for so many of them. */
const edited = (trees: Tree[], count: number) =>
  trees.map((each, index) => {
    if (index % Math.floor(trees.length / count) !== 0) return each;
    return { ...each, texts: { ...each.texts, en: makeText({ ...each.texts.en, title: 'Another' }) } };
  });

test('an update takes three requests at most, and bytes for what has changed, however large the catalogue is', async (t) => {
  const [few, many] = [[...generateTrees(100)], [...generateTrees(600)]];
  const costOf = async (trees: Tree[], changes: number) => {
    const { origin, publish } = await start(t, trees);
    const copy = new MemoryCopy();
    await copy.sync(watching(origin).client);
    publish(edited(trees, changes), 'r2');
    const front = await startCuttingFront(t, origin, () => undefined);
    const { upserted } = await copy.sync(new SylvaClient({ baseUrl: front.baseUrl }));
    assert.equal(upserted, changes);
    assert.ok(front.requests.length <= 3);
    return front.bytesSent();
  };
  const ofFew = await costOf(few, 50);
  const ofMany = await costOf(many, 50);
  assert.ok(ofMany < 200_000, `${ofMany} bytes for 50 trees`);
  assert.ok(ofMany < ofFew * 1.1, `${ofMany} bytes of many, ${ofFew} of few`);
  assert.ok((await costOf(many, 10)) < ofMany / 4);
});

test('a family that gets another name changes its trees in a copy', async (t) => {
  const { origin, api, publish, families } = await start(t);
  const { client } = watching(origin);
  const copy = new MemoryCopy();
  await copy.sync(client);
  families.set('malvaceae', { en: 'Mallow family', es: 'Malváceas' });
  publish(numbered(0, 300), 'r2');
  await copy.sync(client);
  assert.match(copy.text(), /Mallow family/);
  assert.equal(copy.text(), (await presentCopy(api)).text);
});

test('slugs as long as they may be fit into the addresses', async (t) => {
  const { origin, api, publish } = await start(t, []);
  const { client } = watching(origin);
  const copy = new MemoryCopy();
  await copy.sync(client);
  publish(
    Array.from({ length: 150 }, (_, index) => tree(`${'x'.repeat(197)}${index + 100}`)),
    'r2',
  );
  assert.equal((await copy.sync(client)).upserted, 150);
  assert.equal(copy.text(), (await presentCopy(api)).text);
});

test('everything is fetched where the revision is not known any more, or very much has changed', async (t) => {
  const { origin, api, publish } = await start(t);
  const { client, asked } = watching(origin);
  const copy = new MemoryCopy();
  copy.revision = 'r0';
  copy.trees.set('old', { slug: 'old', scientificName: 'Old one', family: 'Gone' });
  assert.deepEqual(await copy.sync(client), { revision: 'r1', isWhole: true, upserted: 300, removed: 0 });
  publish(numbered(1000, 3000), 'r2');
  assert.equal((await copy.sync(client)).isWhole, true);
  assert.equal(copy.text(), (await presentCopy(api)).text);
  assert.equal(asked.length, 2 + 2);
});

test('a publish in the middle of either way begins it anew', async (t) => {
  const { origin, api, publish } = await start(t);
  let next = 2;
  const front = await startCuttingFront(t, origin, (_, number) => (number === 1 ? 500 : undefined));
  const first = watching(front.baseUrl, () => {
    if (front.requests.length === 1) publish(numbered(5, 300), `r${next++}`);
  });
  const copy = new MemoryCopy();
  assert.equal((await copy.sync(first.client)).revision, 'r2');
  assert.equal(copy.starts, 2);
  assert.equal(copy.text(), (await presentCopy(api)).text);

  publish(numbered(6, 301), `r${next++}`);
  let isDone = false;
  const second = watching(origin, (path) => {
    if (path.startsWith('/exports') && !isDone) publish(numbered(0, 250), `r${next++}`);
    isDone ||= path.startsWith('/exports');
  });
  assert.equal((await copy.sync(second.client)).revision, 'r4');
  assert.equal(copy.starts, 2 + 1, 'nothing was given before all of it was there');
  assert.equal(copy.text(), (await presentCopy(api)).text);
});

test('a service that fails for good leaves the copy as it was, and the next run goes on from there', async (t) => {
  shortenPauses(t);
  const { origin, api, publish } = await start(t);
  const copy = new MemoryCopy();
  await copy.sync(watching(origin).client);
  const before = copy.text();
  publish(numbered(10, 320, 'new'), 'r2');
  for (const cutAt of ['/changes', '/exports']) {
    const front = await startCuttingFront(t, origin, ({ url }) => (url?.includes(cutAt) ? 100 : undefined));
    const client = new SylvaClient({ baseUrl: front.baseUrl, maxRetries: 1 });
    await assert.rejects(copy.sync(client), { name: 'NetworkError' });
    assert.deepEqual([copy.revision, copy.text(), copy.starts], ['r1', before, 1]);
  }
  const front = await startCuttingFront(t, origin, (_, number) => (number % 2 === 1 ? 300 : undefined));
  await copy.sync(new SylvaClient({ baseUrl: front.baseUrl }));
  assert.equal(copy.text(), (await presentCopy(api)).text);
});

test('what a callback throws, and a signal, end it', async (t) => {
  const { origin } = await start(t);
  const { client } = watching(origin);
  const full = () => Promise.reject(new Error('the disk is full'));
  await assert.rejects(new MemoryCopy().sync(client, { onUpsert: full }), { message: 'the disk is full' });
  const controller = new AbortController();
  const stop = () => controller.abort(new Error('enough'));
  await assert.rejects(new MemoryCopy().sync(client, { onStart: stop, signal: controller.signal }), {
    message: 'enough',
  });
});

test('for random histories: any older copy becomes the present one, whatever is published on the way', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(3), async (editions, publishesBefore) => {
      const { origin, api, publish } = await start(t, editions[0]);
      const { client } = watching(origin);
      const copies: MemoryCopy[] = [];
      for (const [index, trees] of editions.entries()) {
        if (index > 0) publish(trees, `r${index + 1}`);
        const copy = new MemoryCopy();
        await copy.sync(client);
        copies.push(copy);
      }
      let requests = 0;
      const disturbed = watching(origin, () => {
        if (requests++ === publishesBefore)
          publish([...editions[0].slice(1), tree('zelkova')], `r${editions.length + 1}`);
      });
      for (const copy of copies) {
        await copy.sync(disturbed.client);
        const { revision, text } = await presentCopy(api);
        if (copy.revision === revision) assert.equal(copy.text(), text);
        await copy.sync(client);
        assert.deepEqual([copy.revision, copy.text()], Object.values(await presentCopy(api)));
      }
    }),
    { numRuns: often(5) },
  );
});
