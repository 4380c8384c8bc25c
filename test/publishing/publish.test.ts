// Publishing alongside other clients of the store, and when something fails, over every database that a store can be in.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateKey, hashKey } from '../../src/access/api-key.ts';
import { readSettings } from '../../src/config/settings.ts';
import { type Outcome, type PublishOptions, publishSource } from '../../src/publishing/publish.ts';
import { PublishError } from '../../src/publishing/publish-error.ts';
import { MovedOnError } from '../../src/store/errors.ts';
import { PendingRevision } from '../../src/store/revisions/publication.ts';
import type { Store } from '../../src/store/store.ts';
import { contract, type Subject } from '../support/databases.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { type Gate, gateBefore } from '../support/gate.ts';
import { underPermissions, withoutPermissions } from '../support/permissions.ts';
import { contentOf } from '../support/publishing.ts';
import { OAK, oakPage } from '../support/sources.ts';
import { differenceOf, infoOf, NO_DOCUMENTS } from '../support/stores.ts';
import { SYLVA, startSylva } from '../support/sylva.ts';
import { until } from '../support/until.ts';

/** More than one batch of rows. */
const MANY = 510;
const FEW = 3;

/** So many trees that all say the same, and one of another name. */
function sourceOf(t: TestContext, title: string, { count = FEW, own = '' } = {}): string {
  const slugs = Array.from({ length: count }, (_, number) => `oak-${number}`);
  if (own) slugs.push(own);
  const rows = slugs.map((slug) => JSON.stringify({ ...OAK, slug, title, scientificName: `Quercus ${slug}` }));
  return join(writeFiles(t, { 'trees.ndjson': rows.join('\n') }), 'trees.ndjson');
}

function publish(
  { flags }: Pick<Subject, 'flags'>,
  source: string,
  options: Partial<PublishOptions> = {},
): Promise<Outcome> {
  return publishSource(source, readSettings(flags, {}), { note: null, ...options });
}

/** What the rows of the active revision say. */
async function titlesIn(store: Store): Promise<{ id: string; titles: Set<string | undefined>; trees: number }> {
  const active = await store.revisions.active();
  assert.ok(active);
  const { trees } = await contentOf(store, active);
  return { id: active.id, titles: new Set(trees.map(({ texts }) => texts.en?.title)), trees: trees.length };
}

async function assertNothingPending({ engine: { db } }: Store): Promise<void> {
  const revisions = await db.selectFrom('revisions').select(['number', 'state']).execute();
  assert.deepEqual(new Set(revisions.map(({ state }) => state)), new Set(['published']));
  const numbers = new Set(revisions.map(({ number }) => number));
  for (const table of ['treeVersions', 'documents'] as const) {
    const rows = await db.selectFrom(table).select('revision').distinct().execute();
    for (const { revision } of rows) assert.ok(numbers.has(revision), `${table} has rows of ${revision}`);
  }
}

const STEPS = { 'before its first row': 'write', 'before it is activated': 'activate' } as const;

for (const [what, step] of Object.entries(STEPS)) {
  contract(`a publish that is outrun ${what} starts over, and is published after the other`, async (t, subject) => {
    const store = await subject.open();
    await publish(subject, sourceOf(t, 'First'));
    const gate = gateBefore(t, PendingRevision.prototype, step);
    const outrun = publish(subject, sourceOf(t, 'Outrun'));
    await gate.reached;
    const other = await publish(subject, sourceOf(t, 'Other', { own: 'elm' }));
    assert.equal(other.isNew, true);
    await assertNothingPending(store);
    assert.deepEqual((await titlesIn(store)).titles, new Set(['Other']));
    gate.open();
    const { revision, difference } = await outrun;
    assert.deepEqual([difference?.removed, difference?.changed.length], [['elm'], FEW]);
    assert.deepEqual(await titlesIn(store), { id: revision?.id, titles: new Set(['Outrun']), trees: FEW });
    const ids = (await store.revisions.list()).map(({ id }) => id);
    assert.deepEqual(ids, [revision?.id, other.revision?.id, 'r1']);
    await assertNothingPending(store);
  });
}

contract('a publish that is outrun by one of the same content finds that nothing has changed', async (t, subject) => {
  const source = sourceOf(t, 'First');
  const gate = gateBefore(t, PendingRevision.prototype, 'activate');
  const outrun = publish(subject, source);
  await gate.reached;
  const other = await publish(subject, source);
  gate.open();
  const { isNew, revision } = await outrun;
  assert.deepEqual([isNew, revision], [false, other.revision]);
  await assertNothingPending(await subject.open());
});

contract('a publish that is outrun again and again gives up, and leaves nothing', async (t, subject) => {
  await publish(subject, sourceOf(t, 'First'));
  t.mock.method(PendingRevision.prototype, 'activate', async () => {
    throw new MovedOnError();
  });
  await assert.rejects(publish(subject, sourceOf(t, 'Other')), PublishError);
  const store = await subject.open();
  assert.deepEqual((await titlesIn(store)).titles, new Set(['First']));
  await assertNothingPending(store);
});

contract('a publish that fails between two batches leaves the active revision as it was', async (t, subject) => {
  await publish(subject, sourceOf(t, 'First', { count: MANY }));
  const { write } = PendingRevision.prototype;
  let writes = 0;
  const failing = t.mock.method(PendingRevision.prototype, 'write', function (this: PendingRevision, work) {
    if (++writes === 3) return Promise.reject(new Error('the disk is gone'));
    return write.call(this, work);
  } satisfies typeof write);
  await assert.rejects(publish(subject, sourceOf(t, 'Other', { count: MANY })), /the disk is gone/);
  failing.mock.restore();
  const store = await subject.open();
  assert.deepEqual(await titlesIn(store), { id: 'r1', titles: new Set(['First']), trees: MANY });
  await assertNothingPending(store);
  assert.equal((await publish(subject, sourceOf(t, 'Other', { count: MANY }))).isNew, true);
  assert.deepEqual((await titlesIn(store)).titles, new Set(['Other']));
});

contract('the next publish removes the rows of one that has died', async (t, subject) => {
  const [store, dying] = [await subject.open(), await subject.open()];
  await publish(subject, sourceOf(t, 'First'));
  const rows = Object.fromEntries(Array.from({ length: 2 * MANY }, (_, number) => [`lost-${number}`, 'lost']));
  const versions = await differenceOf(dying, rows);
  const lost = dying.revisions.publish(infoOf(rows), 1, versions, NO_DOCUMENTS, {
    onProgress: () => void dying.close(),
  });
  await assert.rejects(lost);
  const pending = await store.engine.db
    .selectFrom('revisions')
    .select('number')
    .where('state', '=', 'pending')
    .execute();
  assert.equal(pending.length, 1);
  assert.deepEqual(await titlesIn(store), { id: 'r1', titles: new Set(['First']), trees: FEW });
  assert.equal((await publish(subject, sourceOf(t, 'Other'))).isNew, true);
  assert.deepEqual((await titlesIn(store)).titles, new Set(['Other']));
  await assertNothingPending(store);
});

contract('a key that is revoked between two batches of a publish is refused at once', async (t, subject) => {
  const { open, flags } = subject;
  const store = await open();
  const key = generateKey(randomBytes);
  const stored = { id: 'key_1', name: 'Herbarium', contact: null, hash: hashKey(key), expiresAt: null };
  await store.access.addKey(stored);
  await publish(subject, sourceOf(t, 'First', { count: MANY }));
  const words = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
  const { origin } = await startSylva(t, ['serve', ...words, '--log-level', 'error']);
  const status = async () => (await fetch(`${origin}/api/v1/trees/oak-1`, { headers: { 'x-api-key': key } })).status;
  await until(async () => (await status()) === 200);
  const isBetweenBatches = Promise.withResolvers<Gate>();
  const progress = (step: string, done?: number) => {
    if (step === 'storing' && done === 500) isBetweenBatches.resolve(gateBefore(t, PendingRevision.prototype, 'write'));
  };
  const publishing = publish(subject, sourceOf(t, 'Other', { count: MANY }), { progress });
  const gate = await isBetweenBatches.promise;
  await gate.reached;
  await store.access.revokeKey('key_1');
  await until(async () => (await status()) === 401);
  assert.deepEqual((await titlesIn(store)).titles, new Set(['First']));
  gate.open();
  await publishing;
  assert.ok((await store.access.key('key_1'))?.revokedAt);
  assert.deepEqual((await titlesIn(store)).titles, new Set(['Other']));
  assert.equal(await status(), 401);
});

const REFUSED: Record<string, [source: (t: TestContext) => string, options: Partial<PublishOptions>]> = {
  'a source with errors': [(t) => writeFiles(t, { 'en/oak.md': 'nothing' }), {}],
  'a source that does not exist': [(t) => join(temporaryFolder(t), 'nowhere'), {}],
  'a source with warnings, if they count as errors': [
    (t) => writeFiles(t, { 'en/oak.md': oakPage({ tilte: 'x' }) }),
    { isStrict: true },
  ],
  'a dry run': [(t) => writeFiles(t, { 'en/oak.md': oakPage() }), { isDryRun: true }],
};

for (const [what, [source, options]] of Object.entries(REFUSED)) {
  test(`${what} creates no store`, async (t) => {
    const data = join(temporaryFolder(t), 'data');
    const { isNew, revision } = await publish({ flags: { data } }, source(t), options);
    assert.deepEqual([isNew, revision, existsSync(data)], [false, undefined, false]);
  });
}

test('a publish tells its steps in their order, and the operator of a new store', async (t) => {
  const [steps, news]: string[][] = [[], []];
  const progress = (step: string) => {
    if (steps.at(-1) !== step) steps.push(step);
  };
  const flags = { data: join(temporaryFolder(t), 'data') };
  await publish({ flags }, sourceOf(t, 'First'), { progress, tell: (text) => news.push(text) });
  const told = ['reading trees.ndjson', 'building', 'comparing', 'storing'];
  assert.deepEqual(
    steps.filter((step) => told.includes(step)),
    told,
  );
  assert.match(news.join(), /There was no store in .*: a new one was made/);
});

const BLOCKED: Record<string, (cache: string) => void> = {
  'is a file': (cache) => {
    rmSync(cache, { recursive: true });
    writeFileSync(cache, 'x');
  },
  'can be written, but not read': (cache) => chmodSync(cache, 0o300),
  'is read-only': (cache) => chmodSync(cache, 0o500),
  'cannot be entered': (cache) => chmodSync(cache, 0o000),
};

for (const [what, block] of Object.entries(BLOCKED)) {
  test(`content is published, and published again, if the cache folder ${what}`, {
    skip: withoutPermissions,
  }, async (t) => {
    const data = temporaryFolder(t);
    const sources = [sourceOf(t, 'First'), sourceOf(t, 'Other')];
    const run = (source: string) => runUnderPermissions(['publish', source, '--data', data]);
    assert.match(await run(sources[0]), /Published revision r1/);
    block(join(data, 'cache'));
    assert.match(await run(sources[1]), /Changed \(3\):.*Published revision r2: 3 trees/s);
    assert.match(await run(sources[1]), /Nothing has changed since revision r2/);
    assert.match(await run(sources[0]), /Changed \(3\):.*Published revision r3: 3 trees/s);
  });
}

async function runUnderPermissions(words: string[]): Promise<string> {
  const [program, ...others] = [...underPermissions, SYLVA, ...words];
  return await new Promise((resolve) => {
    execFile(program, others, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

test('a publish keeps one snapshot and one import cache in the data folder', async (t) => {
  const flags = { data: temporaryFolder(t) };
  await publish({ flags }, sourceOf(t, 'First'));
  const names = readdirSync(join(flags.data, 'cache')).map((name) => name.replace(/^[0-9a-f]{64}\..*\./, '*.'));
  assert.deepEqual(names.sort(), ['*.snapshot', 'import-cache.json']);
});
