// The command that keeps a copy in a folder.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { syncFolder } from '../../client/src/command/sync-folder.ts';
import { SylvaClient } from '../../client/src/index.ts';
import { presentCopy } from '../support/copies.ts';
import { startCuttingFront } from '../support/cutting-front.ts';
import { answer, startFakeService } from '../support/fake-service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { killAtRandomMoments, startSync } from '../support/killed-syncs.ts';
import { often } from '../support/often.ts';
import { startTestService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** With what some readers take for the end of a line. */
const tree = (slug: string, title = slug) =>
  makeTree({ slug, texts: { en: makeText({ title, body: 'one\u2028two\u2029\u0085\n\r' }) } });
const FIRST = ['ash', 'elm', 'fir', 'oak', 'oak-2', 'oak2'].map((slug) => tree(slug));
const SECOND = [tree('abies'), tree('elm', 'Elm'), ...FIRST.slice(2, 5), tree('yew')];

async function run(folder: string, origin: string) {
  const child = startSync(folder, origin);
  let [stdout, stderr] = ['', ''];
  child.stdout?.on('data', (text) => (stdout += text));
  child.stderr?.on('data', (text) => (stderr += text));
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}

async function start(t: TestContext) {
  return { ...(await startTestService(t, { trees: FIRST })), folder: join(temporaryFolder(t), 'deep', 'copy') };
}

test('everything first, then what has changed: the file is the export, to the letter', async (t) => {
  const { origin, api, publish, folder } = await start(t);
  const file = (revision: string) => join(folder, `trees-${revision}.ndjson`);
  assert.deepEqual(await run(folder, origin), { code: 0, stdout: `6 trees: ${file('r1')}\n`, stderr: '' });
  assert.equal(readFileSync(file('r1'), 'utf8'), (await presentCopy(api)).text);
  publish(SECOND, 'r2');
  const said = `3 trees changed, 2 removed: ${file('r2')}\n`;
  assert.deepEqual(await run(folder, origin), { code: 0, stdout: said, stderr: '' });
  assert.equal(readFileSync(file('r2'), 'utf8'), (await presentCopy(api)).text);
  assert.equal((await run(folder, origin)).stdout, `up to date: ${file('r2')}\n`);
  publish(SECOND, 'r3');
  const { upserted, removed, isNew } = await syncFolder(new SylvaClient({ baseUrl: origin }), folder);
  assert.deepEqual([upserted, removed, isNew], [0, 0, true]);
  assert.deepEqual(readdirSync(folder), ['trees-r3.ndjson']);
});

test('what a run that was ended left behind is taken away, and nothing else', async (t) => {
  const { origin, folder } = await start(t);
  const client = new SylvaClient({ baseUrl: origin });
  await syncFolder(client, folder);
  for (const name of ['trees-1234.part', 'trees-r0.ndjson', 'notes.txt', 'trees.ndjson']) {
    writeFileSync(join(folder, name), 'x');
  }
  await syncFolder(client, folder);
  assert.deepEqual(readdirSync(folder).sort(), ['notes.txt', 'trees-r0.ndjson', 'trees-r1.ndjson', 'trees.ndjson']);
});

test('a failure is said, and leaves the folder as it was', async (t) => {
  const { origin, publish, folder } = await start(t);
  await syncFolder(new SylvaClient({ baseUrl: origin }), folder);
  const before = readFileSync(join(folder, 'trees-r1.ndjson'), 'utf8');
  publish(SECOND, 'r2');
  const front = await startCuttingFront(t, origin, () => 10);
  const cut = new SylvaClient({ baseUrl: front.baseUrl, maxRetries: 0 });
  await assert.rejects(syncFolder(cut, folder), { name: 'NetworkError' });
  const { baseUrl } = await startFakeService(t, answer(404, 'nothing here'));
  const { code, stdout, stderr } = await run(folder, baseUrl);
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^The service answered with status 404\. \(http:\S+\) The copy is as it was\.\n$/);
  assert.deepEqual(readdirSync(folder), ['trees-r1.ndjson']);
  assert.equal(readFileSync(join(folder, 'trees-r1.ndjson'), 'utf8'), before);
});

/** A client whose service has one tree, never changed, of a revision that each answer names. */
function claiming(revision: string): SylvaClient {
  const pagination = { page: 1, pageSize: 100, total: 0, totalPages: 0, hasNext: false, hasPrev: false };
  return new SylvaClient({
    baseUrl: 'http://localhost',
    fetch: async (address) =>
      String(address).includes('/changes')
        ? Response.json({ data: [], pagination, meta: { since: 'r1', revision }, _links: {} })
        : new Response('{"slug":"ash"}\n', { headers: { 'sylva-revision': revision } }),
  });
}

test('writes nothing outside the folder, and keeps the copy, if the revision is part of a path', async (t) => {
  const parent = temporaryFolder(t);
  const folder = join(parent, 'copy');
  for (const revision of ['../../evil', '/../../evil', 'r2/../../evil']) {
    await assert.rejects(syncFolder(claiming(revision), folder), { name: 'UnexpectedAnswerError' });
    writeFileSync(join(folder, 'trees-r1.ndjson'), '{"slug":"ash"}\n');
    await assert.rejects(syncFolder(claiming(revision), folder), { name: 'UnexpectedAnswerError' });
    assert.deepEqual(readdirSync(parent, { recursive: true }).sort(), ['copy', join('copy', 'trees-r1.ndjson')]);
  }
});

test('keeps the copy of a revision with more digits than a number holds', async (t) => {
  const folder = temporaryFolder(t);
  const copies = ['r9', 'r100000000000000000000001', 'r100000000000000000000002'];
  for (const revision of copies) writeFileSync(join(folder, `trees-${revision}.ndjson`), '{"slug":"ash"}\n');
  const { isNew } = await syncFolder(claiming('r100000000000000000000002'), folder);
  assert.equal(isNew, false);
  assert.deepEqual(readdirSync(folder), ['trees-r100000000000000000000002.ndjson']);
});

test('keeps the copy, and no unfinished file, if the next one cannot be put in place', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'trees-r1.ndjson'), '{"slug":"ash"}\n');
  mkdirSync(join(folder, 'trees-r2.ndjson'));
  for (const revision of ['r2', `r${'9'.repeat(300)}`]) {
    await assert.rejects(syncFolder(claiming(revision), folder), { code: /EISDIR|ENAMETOOLONG/ });
    assert.ok(readdirSync(folder).includes('trees-r1.ndjson'));
    assert.ok(readdirSync(folder).every((name) => !name.endsWith('.part')));
  }
});

test('two at once: each ends with the copy or says why not, and the copy is whole', async (t) => {
  const { origin, api, folder } = await start(t);
  const both = await Promise.all([run(folder, origin), run(folder, origin)]);
  assert.ok(both.some(({ code }) => code === 0));
  assert.equal(readFileSync(join(folder, 'trees-r1.ndjson'), 'utf8'), (await presentCopy(api)).text);
});

test('wrong usage is told', async (t) => {
  const { folder } = await start(t);
  const { code, stderr } = await run(folder, '');
  assert.equal(code, 2);
  assert.match(stderr, /^sylva-client sync FOLDER\n/);
});

test('kill -9 at random moments leaves a whole revision', async (t) => {
  await killAtRandomMoments(t, often(2));
});
