// The history of a preview has the events that a store would have.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { VersionHistory } from '../../src/publishing/version-history.ts';
import { ChangeLog, encodeChangeLog, type TreeChange } from '../../src/snapshot/change-log.ts';
import { temporaryFolder } from '../support/folders.ts';
import { histories } from '../support/histories.ts';
import { often } from '../support/often.ts';
import { catalogueOf, publishTrees, storeOf } from '../support/publishing.ts';

function changesIn(log: ChangeLog, since: number, present: number): TreeChange[] {
  return log.changed(since, present).map((index) => log.change(index, since, present));
}

test('random histories have the same changes in a preview as in a store', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, async (editions) => {
      const store = await storeOf(t, temporaryFolder(t));
      const history = new VersionHistory();
      let last: string | undefined;
      for (const trees of editions) {
        const [{ number, hash }, { versions }] = [await publishTrees(store, trees), await catalogueOf({ trees })];
        if (hash === last) continue;
        last = hash;
        const [own, stored] = [history.add(number, versions), await store.revisions.changes(number)];
        const [log, expected] = [own, stored].map((rows) => new ChangeLog(encodeChangeLog(rows)));
        assert.deepEqual(own.revisions, stored.revisions);
        for (const since of stored.revisions)
          assert.deepEqual(changesIn(log, since, number), changesIn(expected, since, number));
      }
    }),
    { numRuns: often(10, 200) },
  );
});
