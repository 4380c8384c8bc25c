// Older knowledge fills a gap, and never takes the place of newer: a revoked key stays revoked.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { readSettings } from '../../../src/config/settings.ts';
import { compile } from '../../../src/snapshot/compile.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import { Cache } from '../../../src/store/cache.ts';
import { StoreError } from '../../../src/store/errors.ts';
import { openStore } from '../../../src/store/store.ts';
import { beforeLoad, follow, SILENT } from '../../support/following.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { ask, keptIn, prepare, removeDatabase, serve, servedBefore } from '../../support/serving.ts';
import { PATIENCE_MILLISECONDS, until } from '../../support/until.ts';

/** Revokes the key and publishes a second revision while no server runs. */
async function changeMeanwhile(data: string): Promise<void> {
  const store = await openStore(readSettings({ data }, {}));
  await store.access.revokeKey('key_1');
  await publishTrees(store, edition(2));
  await store.close();
}

test('a key that was revoked while the server was down stays revoked when the newest revision is damaged', async (t) => {
  const { data, key } = await servedBefore(t);
  const store = await storeOf(t, data);
  await changeMeanwhile(data);
  await store.access.allow('127.0.0.1', null);
  const file = new DatabaseSync(join(data, 'sylva.db'));
  file.exec('DELETE FROM tree_versions WHERE revision = 2');
  file.close();

  const running = await serve(t, data);
  assert.match(running.output(), /cannot load the active revision; the last good one stays/);
  assert.equal(await ask(running, key), '200 r1', 'the address is allowed, and the last good revision is served');
  await store.access.disallow('127.0.0.1');
  await until(async () => (await ask(running, key)) === '401');
  assert.equal(await running.stop(), 0);
  assert.deepEqual([keptIn(data).keys, keptIn(data).published.revision.id], [[], 'r1']);
  removeDatabase(data);
  assert.equal(await ask(await serve(t, data), key), '401');
});

test('callers that were read are told and kept, though the catalogue then cannot be fetched', async (t) => {
  const { data } = await servedBefore(t);
  await changeMeanwhile(data);
  const told: string[][] = [];
  const { follower, served } = await follow(t, data, {
    cache: new Cache(data, 'sqlite:sylva.db', SILENT),
    onStore: beforeLoad(() => {
      throw new StoreError('The connection was lost.');
    }),
    events: { onCallers: (keys) => told.push(keys.map(({ id }) => id)) },
  });
  assert.deepEqual([told, served], [[[]], ['r1']]);
  await follower.stop(PATIENCE_MILLISECONDS);
  assert.deepEqual([keptIn(data).keys, keptIn(data).published.revision.id], [[], 'r1']);
});

test('the snapshot of an older revision under the name of the newest is not served', async (t) => {
  const { data, key } = await servedBefore(t);
  const { hash: older } = keptIn(data).published.revision;
  const path = (hash: string) => new Cache(data, 'sqlite:sylva.db', SILENT).pathOf(hash);
  const { hash } = await publishTrees(await storeOf(t, data), edition(2));
  copyFileSync(path(older), path(hash));
  const running = await serve(t, data);
  const response = await fetch(`${running.origin}/api/v1/trees`, { headers: { 'x-api-key': key } });
  assert.equal(((await response.json()) as any).data[0].description, 'Edition 2.');
  assert.match(running.output(), /a file on disk is damaged, and is loaded from the store again/);
  await until(() => existsSync(path(hash)) && !readFileSync(path(hash)).equals(readFileSync(path(older))));
});

test('where a new snapshot cannot be kept, the one before it is still there for a day without the store', async (t) => {
  const { data, key } = await prepare(t);
  const running = await serve(t, data);
  const { hash } = openSnapshot(compile({ trees: edition(2), families: new Map() }));
  mkdirSync(join(new Cache(data, 'sqlite:sylva.db', SILENT).pathOf(hash), 'in-the-way'), { recursive: true });
  await publishTrees(await storeOf(t, data), edition(2));
  await until(async () => (await ask(running, key)) === '200 r2');
  await until(() => /cannot keep on disk what is known/.test(running.output()));
  assert.equal(await running.stop(), 0);
  removeDatabase(data);
  assert.equal(await ask(await serve(t, data), key), '200 r1');
});
