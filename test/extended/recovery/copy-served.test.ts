// A store that was copied to another database, served from there.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateKey, hashKey } from '../../../src/access/api-key.ts';
import { command } from '../../support/command.ts';
import { privatePostgres, withoutPostgres } from '../../support/engines.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { edition, publishTrees, storeOf } from '../../support/publishing.ts';
import { startSylva } from '../../support/sylva.ts';

const KEY = generateKey(randomBytes);

test('a copied service knows the same keys, gives the same answers, and goes on publishing', {
  skip: withoutPostgres,
}, async (t) => {
  const sqlite = `sqlite:${join(temporaryFolder(t), 'sylva.db')}`;
  const postgres = await (await privatePostgres()).database();
  const original = await storeOf(t, temporaryFolder(t), { database: sqlite });
  await publishTrees(original, edition(1));
  await original.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: hashKey(KEY), expiresAt: null });
  const old = await startSylva(t, ['serve', '--database', sqlite, '--data', temporaryFolder(t)]);
  assert.equal((await command(['store', 'copy', '--from', sqlite, '--to', postgres])).code, 0);
  const moved = await startSylva(t, ['serve', '--database', postgres, '--data', temporaryFolder(t)]);
  const answers = await Promise.all(
    [old, moved].map(async ({ origin }) => {
      const response = await fetch(`${origin}/api/v1/trees?pageSize=30`, { headers: { 'x-api-key': KEY } });
      return [response.status, response.headers.get('etag'), await response.text()];
    }),
  );
  assert.equal(answers[0][0], 200);
  assert.deepEqual(answers[1], answers[0]);
  for (const each of [old, moved]) assert.equal(await each.stop(), 0);
  const store = await storeOf(t, temporaryFolder(t), { database: postgres });
  assert.equal((await publishTrees(store, edition(9))).id, 'r2');
  assert.equal((await store.audit.events()).length, 4);
});
