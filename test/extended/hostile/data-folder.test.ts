// Each file of the data folder in turn empty, cut off, random, a folder, unreadable or read-only, while the service runs and
// before it starts: whoever has a good key is served, a revoked key is refused, and the service lives.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, globSync, mkdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateKey, hashKey } from '../../../src/access/api-key.ts';
import { underPermissions, withoutPermissions } from '../../support/permissions.ts';
import { storeOf } from '../../support/publishing.ts';
import { ask, type Prepared, prepare, readiness, serve } from '../../support/serving.ts';
import type { RunningSylva } from '../../support/sylva.ts';

const DAMAGES: Record<string, (path: string) => void> = {
  empty: (path) => truncateSync(path),
  'cut off': (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  random: (path) => writeFileSync(path, randomBytes(statSync(path).size), { flag: 'r+' }),
  'a folder': (path) => {
    rmSync(path);
    mkdirSync(join(path, 'within'), { recursive: true });
  },
  unreadable: (path) => chmodSync(path, 0o000),
  'read-only': (path) => chmodSync(path, 0o400),
};

/** By the names that they have while the service runs. */
const FILES = ['sylva.db', 'sylva.db-wal', 'sylva.db-shm', 'cache/known.json', 'cache/*.snapshot', 'cache/*.changes'];

/** Memory that processes share through a file is gone with what is cut off of it: no program survives to touch it then. */
const isFatal = (file: string, damage: string) => file === 'sylva.db-shm' && ['empty', 'cut off'].includes(damage);

interface Folder extends Prepared {
  revoked: string;
}

/** A folder that was served before, with a good key and one that was revoked since. */
async function servedBefore(t: TestContext): Promise<Folder> {
  const prepared = await prepare(t);
  const revoked = generateKey(randomBytes);
  const store = await storeOf(t, prepared.data);
  await store.access.addKey({ id: 'key_2', name: 'B', contact: null, hash: hashKey(revoked), expiresAt: null });
  await store.access.revokeKey('key_2');
  const running = await serve(t, prepared.data);
  assert.equal(await ask(running, prepared.key), '200 r1');
  assert.equal(await running.stop(), 0);
  return { ...prepared, revoked };
}

async function assertRight(running: RunningSylva, { key, revoked }: Folder): Promise<void> {
  assert.equal(await ask(running, key), '200 r1');
  assert.equal(await ask(running, revoked), '401');
}

/** Until the store was looked at a few times more, or could not be. */
async function afterSomePolls(running: RunningSylva, folder: Folder): Promise<void> {
  for (let look = 0; look < 6; look++) {
    await readiness(running);
    await assertRight(running, folder);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

for (const file of FILES) {
  for (const [damage, spoil] of Object.entries(DAMAGES).filter(([each]) => !isFatal(file, each))) {
    test(`${file} ${damage} while it serves`, { skip: withoutPermissions }, async (t) => {
      const folder = await servedBefore(t);
      const running = await serve(t, folder.data, [], underPermissions);
      await assertRight(running, folder);
      for (const found of globSync(file, { cwd: folder.data })) spoil(join(folder.data, found));
      await afterSomePolls(running, folder);
      assert.equal(running.process.exitCode ?? running.process.signalCode, null);
      assert.equal(await running.stop(), 0);
    });

    test(`${file} ${damage} before a start`, { skip: withoutPermissions }, async (t) => {
      const folder = await servedBefore(t);
      for (const found of globSync(file, { cwd: folder.data })) spoil(join(folder.data, found));
      const running = await serve(t, folder.data, [], underPermissions);
      await afterSomePolls(running, folder);
      assert.equal(await running.stop(), 0);
    });
  }
}
