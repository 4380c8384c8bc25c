// Following a store that fails now and then.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import pino from 'pino';
import { readSettings } from '../../src/config.ts';
import { Cache } from '../../src/store/cache.ts';
import { StoreError } from '../../src/store/errors.ts';
import { Follower } from '../../src/store/follow.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { edition, publishTrees, storeOf } from '../support/publishing.ts';
import { until } from '../support/until.ts';

test('a snapshot whose fetching was interrupted is fetched again', async (t) => {
  const data = temporaryFolder(t);
  const settings = readSettings({ data }, {});
  await publishTrees(await storeOf(t, data), edition(1));
  const served: string[] = [];
  let interruptions = 0;
  const follower = new Follower({
    async openStore() {
      const store = await openStore(settings);
      const fetch = store.revisions.snapshot.bind(store.revisions);
      store.revisions.snapshot = async (revision) => {
        if (revision.id === 'r2' && interruptions++ < 2) throw new StoreError('The connection was lost.');
        return await fetch(revision);
      };
      return store;
    },
    cache: new Cache(data, 'test'),
    trusted: [],
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    audience: {
      callersChanged() {},
      upToDate() {},
      unloadable() {},
      failed() {},
      published: ({ id }) => served.push(id),
    },
  });
  await follower.start();
  t.after(() => follower.stop());
  await publishTrees(await storeOf(t, data), edition(2));
  await until(() => served.includes('r2'));
  assert.deepEqual(served, ['r1', 'r2']);
  assert.equal(interruptions, 3);
});
