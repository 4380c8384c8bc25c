// Follows the active revision of a store: which rows are loaded, and what is served if they cannot be.

import assert from 'node:assert/strict';
import { copyFileSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { StoreError } from '../../src/store/errors.ts';
import { backUp } from '../../src/store/maintenance/backup.ts';
import type { Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { beforeLoad, follow } from '../support/following.ts';
import { newGate } from '../support/gate.ts';
import { catalogueOf, edition, publishTrees, storeOf } from '../support/publishing.ts';
import { makeTree } from '../support/trees.ts';
import { until } from '../support/until.ts';

const CANNOT_LOAD = 'cannot load the active revision; the last good one stays';

/** What a follower loads of each revision: since which one, and the slugs of the trees. */
function recordLoads() {
  const loads: { number: number; since: number | null; slugs: string[] }[] = [];
  const onStore = ({ revisions }: Store) => {
    const load = revisions.load.bind(revisions);
    revisions.load = async (number, onTree, earlier) => {
      const slugs: string[] = [];
      const onEach: typeof onTree = (tree) => {
        slugs.push(tree.slug);
        onTree(tree);
      };
      const rows = await load(number, onEach, earlier);
      loads.push({ number, since: rows.since, slugs });
      return rows;
    };
  };
  return { loads, onStore };
}

/** Records the hash of each snapshot that is served. */
function recordHashes() {
  const hashes: string[] = [];
  const events = {
    onPublished: (_: unknown, { bytes }: { bytes: Uint8Array }) => hashes.push(openSnapshot(bytes).hash),
  };
  return { hashes, events };
}

test('loads only the rows that are newer than the served revision', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const { loads, onStore } = recordLoads();
  const { hashes, events } = recordHashes();
  await follow(t, data, { onStore, events });
  const [first, ...others] = edition(1);
  const changed = { ...first, scientificName: 'Changed' };
  const added = makeTree({ slug: 'added' });
  await publishTrees(store, [changed, added, ...others]);
  await until(() => hashes.length === 2);
  assert.deepEqual(loads.slice(1), [{ number: 2, since: 1, slugs: ['added', changed.slug] }]);
  assert.equal(loads[0].slugs.length, 30);
  assert.equal(hashes[1], (await catalogueOf({ trees: [changed, added, ...others] })).hash);
});

test('loads all rows if a restored store has used the number of the served revision for other content', async (t) => {
  const [data, aside] = [temporaryFolder(t), temporaryFolder(t)];
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await backUp(join(data, 'sylva.db'), join(aside, 'sylva.db'));
  await publishTrees(store, edition(2));
  await store.close();
  const { loads, onStore } = recordLoads();
  const { hashes, events } = recordHashes();
  await follow(t, data, { onStore, events });
  const restored = await storeOf(t, aside);
  await publishTrees(restored, edition(3));
  await publishTrees(restored, edition(4));
  await restored.close();
  for (const file of globSync('sylva.db*', { cwd: data })) rmSync(join(data, file));
  copyFileSync(join(aside, 'sylva.db'), join(data, 'sylva.db'));
  await until(() => hashes.length === 2);
  assert.deepEqual(
    loads.map(({ number, since, slugs }) => [number, since, slugs.length]),
    [
      [2, null, 30],
      [3, null, 30],
    ],
  );
  assert.equal(hashes[1], (await catalogueOf({ trees: edition(4) })).hash);
});

test('loads all rows if those that are newer do not give the content that was published', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const { loads, onStore } = recordLoads();
  const { hashes, events } = recordHashes();
  const gate = newGate();
  t.after(gate.open);
  const hold = beforeLoad((number) => number === 2 && gate.pass());
  await follow(t, data, {
    events,
    onStore(opened) {
      onStore(opened);
      hold(opened);
    },
  });
  const trees = [{ ...edition(1)[0], scientificName: 'Changed' }, ...edition(1).slice(1)];
  const { number } = await publishTrees(store, trees);
  await gate.reached;
  // As if the row had been there all along: the difference lacks it, the whole revision has it.
  await sql`delete from tree_versions where slug = ${trees[0].slug} and revision = 1`.execute(store.engine.db);
  await sql`update tree_versions set revision = 1 where revision = ${number}`.execute(store.engine.db);
  gate.open();
  await until(() => hashes.length === 2);
  assert.deepEqual(
    loads.slice(1).map(({ since, slugs }) => [since, slugs.length]),
    [
      [1, 0],
      [null, 30],
    ],
  );
});

test('loads a revision again after the connection was lost', async (t) => {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  let losses = 0;
  const onStore = beforeLoad((number) => {
    if (number === 2 && losses++ < 2) throw new StoreError('The connection was lost.');
  });
  const { served } = await follow(t, data, { onStore });
  await publishTrees(store, edition(2));
  await until(() => served.includes('r2'));
  assert.deepEqual([served, losses], [['r1', 'r2'], 3]);
});

const PASSING_TROUBLE = {
  'a disk error': Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 }),
  'a lack of memory': new RangeError('Array buffer allocation failed'),
};

for (const [trouble, error] of Object.entries(PASSING_TROUBLE)) {
  test(`loads a revision again after ${trouble}, and logs that once`, async (t) => {
    const data = temporaryFolder(t);
    const store = await storeOf(t, data);
    await publishTrees(store, edition(1));
    let failures = 0;
    const onStore = beforeLoad((number) => {
      if (number === 2 && failures++ < 2) throw error;
    });
    const { served, log } = await follow(t, data, { onStore });
    await publishTrees(store, edition(2));
    await until(() => served.includes('r2'));
    assert.deepEqual(
      log.map(({ msg }) => msg),
      [CANNOT_LOAD],
    );
  });
}

/** A follower that serves r1, and finds r2 as `damage` leaves it. */
async function followDamaged(t: TestContext, damage: (store: Store) => Promise<unknown>) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  const gate = newGate();
  t.after(gate.open);
  let elapsed = 0;
  let [loads, looks] = [0, 0];
  const following = await follow(t, data, {
    clock: { ...systemClock, monotonic: () => elapsed },
    onStore: beforeLoad(async (number) => {
      if (number !== 2) return;
      loads++;
      await gate.pass();
    }),
    events: { onRead: () => looks++ },
  });
  await publishTrees(store, [...edition(2), makeTree({ slug: 'added' })]);
  await gate.reached;
  await damage(store);
  gate.open();
  await until(() => following.unloadable.includes('r2'));
  const lookOn = async (milliseconds: number) => {
    elapsed += milliseconds;
    const before = looks;
    await until(() => looks > before + 3);
  };
  return { ...following, store, lookOn, loads: () => loads };
}

const inStore = (statement: string) => (store: Store) => sql.raw(statement).execute(store.engine.db);
const ROW = "where slug = 'tree-7' and revision = 2";

const DAMAGES: Record<string, { statement: string; why: RegExp }> = {
  'an altered record': {
    statement: `update tree_versions set record = replace(record, 'Edition 2', 'Edition 3') ${ROW}`,
    why: /the rows of r2 are not those that were published/,
  },
  'a record of another tree': {
    statement: `update tree_versions set record = replace(record, 'tree-7', 'tree-8') ${ROW}`,
    why: /the record of tree-7 is that of tree-8/,
  },
  'a record that is not JSON': {
    statement: `update tree_versions set record = '{' ${ROW}`,
    why: /a record is not that of a tree \(.+\)/,
  },
  'a record without the texts of a tree': {
    statement: `update tree_versions set record = '{"slug":"tree-7"}' ${ROW}`,
    why: /a record is not that of a tree \(.+\)/,
  },
  'a record without the facts of a tree': {
    statement: `update tree_versions set record = '{"slug":"tree-7","texts":{"en":{}}}' ${ROW}`,
    why: /the record of tree-7 is not that of a tree \(.+\)/,
  },
  'a missing record': {
    statement: `update tree_versions set record = null ${ROW}`,
    why: /r2 lacks the record of tree-7/,
  },
  'a missing row of a changed tree': {
    statement: `delete from tree_versions ${ROW}`,
    why: /the rows of r2 are not those that were published/,
  },
  'a missing row of an added tree': {
    statement: "delete from tree_versions where slug = 'added'",
    why: /r2 has 30 of its 31 trees/,
  },
  'missing names of families': {
    statement: "delete from documents where name = 'families'",
    why: /it lacks the names of families/,
  },
  'altered names of families': {
    statement: 'update documents set content = \'[["malvaceae",{"en":"Mallows"}]]\' where name = \'families\'',
    why: /the document “families” was altered/,
  },
};

for (const [damage, { statement, why }] of Object.entries(DAMAGES)) {
  test(`serves the last good revision if the active one has ${damage}, and logs how to repair it`, async (t) => {
    const { served, log, lookOn, loads } = await followDamaged(t, inStore(statement));
    const [{ msg, err }] = log;
    assert.equal(msg, CANNOT_LOAD);
    assert.match(err?.message ?? '', /^The store is damaged: .+\. Publish its source again with --mend, or restore a/);
    assert.match(err?.message ?? '', why);
    const before = loads();
    await lookOn(3_600_000);
    assert.deepEqual([served, log.length, loads()], [['r1'], 1, before], 'it stays so until the store changes');
  });
}

test('serves a damaged revision as soon as it is repaired', async (t) => {
  const { served, store, unloadable } = await followDamaged(t, inStore(`delete from tree_versions ${ROW}`));
  const wanted = await catalogueOf({ trees: [...edition(2), makeTree({ slug: 'added' })] });
  const versions = wanted.versions.values().map((version) => ({ ...version, record: wanted.record(version.slug) }));
  assert.equal(await store.revisions.repair(2, versions, wanted.documents), 1);
  await until(() => served.includes('r2'));
  assert.equal(unloadable.at(-1), undefined);
});

/** A follower of r1 that waits at the gate before it loads r2. */
async function followHeld(t: TestContext) {
  const data = temporaryFolder(t);
  const store = await storeOf(t, data);
  await publishTrees(store, edition(1));
  await store.access.addKey({ id: 'key_1', name: 'A', contact: null, hash: 'f'.repeat(64), expiresAt: null });
  const gate = newGate();
  t.after(gate.open);
  const onStore = beforeLoad((number) => number === 2 && gate.pass());
  const following = await follow(t, data, { onStore });
  await publishTrees(store, edition(2));
  await gate.reached;
  return { ...following, store, gate };
}

test('follows keys while a revision is loaded', async (t) => {
  const { served, callers, store, gate } = await followHeld(t);
  assert.deepEqual(callers(), ['key_1']);
  await store.access.revokeKey('key_1');
  await until(() => callers().length === 0);
  assert.deepEqual(served, ['r1']);
  gate.open();
  await until(() => served.includes('r2'));
});

test('stops without a complaint while a revision is loaded', async (t) => {
  const { follower, served, log, gate } = await followHeld(t);
  await follower.stop();
  gate.open();
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual([served, log], [['r1'], []]);
});
