// What two clients of a store do at once, step by step, over every database that a store can be in.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { MovedOnError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import { contract } from '../support/databases.ts';
import { type Gate, newGate } from '../support/gate.ts';
import {
  differenceOf,
  editionRows,
  infoOf,
  NO_DOCUMENTS,
  publishRows,
  type Rows,
  rowsAt,
  tableOf,
  versionsOf,
} from '../support/stores.ts';

/** More than one batch: a publish of so many rows has transactions to begin, for documents, three batches, and to activate. */
const MANY = 1200;
const [BEFORE_SECOND_BATCH, BEFORE_ACTIVATION] = [4, 6];

/** Pauses a store before one of the short transactions of its revisions. */
function gateBefore(t: TestContext, { engine }: Store, number: number): Gate {
  const gate = newGate();
  t.after(gate.open);
  const { db } = engine;
  let transactions = 0;
  const transaction = () => ({
    async execute(work: never) {
      transactions++;
      if (transactions === number) await gate.pass();
      return await db.transaction().execute(work);
    },
  });
  engine.db = new Proxy(db, {
    get(target, name) {
      const value = name === 'transaction' ? transaction : Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return gate;
}

/** Pauses a store within its next transaction that reads, which sees the store as it is now. */
function gateInRead(t: TestContext, { engine }: Store): Gate {
  const gate = newGate();
  t.after(gate.open);
  const { read } = engine;
  engine.read = (work) =>
    read(async (db) => {
      await db.selectFrom('revisions').select('number').execute();
      await gate.pass();
      return await work(db);
    });
  return gate;
}

async function useAccess({ access, usage, audit }: Store, number: number): Promise<void> {
  const key = { id: `key_${number}`, name: 'Herbarium', contact: null, hash: `${number}`, expiresAt: null };
  const made = await access.addKey(key);
  await access.replaceKey(made, { id: `${key.id}_2`, hash: `${number} 2`, expiresAt: null }, '2030-01-01T00:00:00Z');
  await access.revokeKey(key.id);
  await access.allow(`192.0.2.${number}/32`);
  await access.recordUse(new Map([[key.id, '2026-05-01T00:00:00.000Z']]));
  await usage.add([{ day: '2026-05-01', caller: key.id, requests: 1, errors: 0, limited: 0 }]);
  assert.ok((await access.key(key.id))?.revokedAt);
  assert.equal((await audit.events({ limit: 1 }))[0].action, 'range allowed');
}

contract('keys, allowlist, use and audit wait for no step of a publish or prune', async (t, { open }) => {
  const [other, rows] = [await open(), editionRows(1, MANY)];
  for (let step = 1, isReached = true; isReached; step++) {
    const store = await open({ 'keep-revisions': '0' });
    const gate = gateBefore(t, store, step);
    const publishing = publishRows(store, { ...rows, 'tree-0': `step ${step}`, 'tree-1': `step ${step}` });
    isReached = await Promise.race([gate.reached.then(() => true), publishing.then(() => false)]);
    if (isReached) await useAccess(other, step);
    else assert.ok(step > BEFORE_SECOND_BATCH + 1, `${step} steps`);
    gate.open();
    assert.equal((await publishing).number, step);
  }
});

contract('a change waits for no transaction that reads', async (t, { open }) => {
  const [store, other] = [await open(), await open()];
  await publishRows(store, editionRows(1));
  const gate = gateInRead(t, store);
  const loading = rowsAt(store, 1);
  await gate.reached;
  await useAccess(other, 1);
  // Nor do other queries of the same client.
  await useAccess(store, 2);
  gate.open();
  assert.deepEqual(await loading, editionRows(1));
});

contract('a publisher that was outrun fails, and its rows are gone', async (t, { open }) => {
  const [slow, quick] = [await open(), await open()];
  const gate = gateBefore(t, slow, BEFORE_SECOND_BATCH);
  const publishing = publishRows(slow, editionRows(1, MANY));
  await gate.reached;
  assert.equal((await tableOf(quick)).length, 500);
  assert.equal((await publishRows(quick, { oak: '1' })).id, 'r2');
  assert.deepEqual(
    (await tableOf(quick)).map(({ slug }) => slug),
    ['oak'],
    'the quick one has cleaned up',
  );
  gate.open();
  await assert.rejects(publishing, MovedOnError);
  assert.deepEqual(
    (await quick.revisions.list()).map(({ id }) => id),
    ['r2'],
  );
  assert.deepEqual(await rowsAt(quick, 2), { oak: '1' });
  assert.deepEqual(
    (await tableOf(quick)).map(({ slug }) => slug),
    ['oak'],
  );
  assert.equal((await quick.engine.db.selectFrom('revisions').select('number').execute()).length, 1);
  assert.equal((await publishRows(slow, { oak: '2' })).id, 'r3');
});

contract('a publisher of a higher number fails if its base is active no more', async (t, { open }) => {
  const [first, second] = [await open(), await open()];
  const [firstGate, secondGate] = [gateBefore(t, first, BEFORE_ACTIVATION), gateBefore(t, second, BEFORE_ACTIVATION)];
  const publishing = publishRows(first, editionRows(1, MANY));
  await firstGate.reached;
  const outrun = publishRows(second, editionRows(2, MANY));
  await secondGate.reached;
  firstGate.open();
  assert.equal((await publishing).id, 'r1');
  secondGate.open();
  await assert.rejects(outrun, /Something else was published meanwhile/);
  assert.deepEqual(await rowsAt(first, 1), editionRows(1, MANY));
  assert.equal((await tableOf(first)).length, MANY);
});

contract('nobody sees rows of a publisher that was killed, and the next publish removes them', async (t, { open }) => {
  const store = await open();
  await publishRows(store, { oak: '1', 'tree-1': 'before' });
  for (let number = 2; number <= 3; number++) {
    const killed = await open();
    const gate = gateBefore(t, killed, BEFORE_SECOND_BATCH + 1);
    publishRows(killed, editionRows(number, MANY)).catch(() => {});
    await gate.reached;
    assert.equal((await tableOf(store, number)).length, 1000);
  }
  assert.equal((await store.revisions.active())?.id, 'r1');
  assert.deepEqual(await rowsAt(store, 1), { oak: '1', 'tree-1': 'before' });
  assert.deepEqual(await store.revisions.changes(1), { revisions: [1], slugs: [] });
  assert.equal(await store.revisions.find('r2'), undefined);
  assert.equal((await publishRows(store, { oak: '1', 'tree-1': 'after' })).id, 'r4');
  assert.deepEqual(
    (await tableOf(store)).map(({ slug, revision }) => `${slug} ${revision}`),
    ['oak 1', 'tree-1 1', 'tree-1 4'],
  );
});

contract('a publish that fails half-way removes its rows', async (_t, { open }) => {
  const store = await open();
  const before = await store.state();
  function* failing() {
    yield* versionsOf(editionRows(1, MANY));
    throw new Error('on purpose');
  }
  const info = infoOf(editionRows(1, MANY));
  await assert.rejects(store.revisions.publish(info, null, failing(), NO_DOCUMENTS), /on purpose/);
  assert.deepEqual(await tableOf(store), []);
  assert.deepEqual(await store.engine.db.selectFrom('documents').selectAll().execute(), []);
  assert.deepEqual(await store.engine.db.selectFrom('revisions').selectAll().execute(), []);
  assert.deepEqual([await store.state(), await store.audit.events()], [before, []]);
});

contract('a publish compared with a revision that is active no more fails', async (_t, { open }) => {
  const store = await open();
  const base = await publishRows(store, { oak: '1' });
  const versions = await differenceOf(store, { oak: '2' }, base);
  await publishRows(store, { oak: '3' });
  await assert.rejects(store.revisions.publish(infoOf({ oak: '2' }), 1, versions, NO_DOCUMENTS), MovedOnError);
  await assert.rejects(store.revisions.publish(infoOf({ oak: '2' }), null, versions, NO_DOCUMENTS), MovedOnError);
  assert.deepEqual(await rowsAt(store, 2), { oak: '3' });
});

contract('a load that has begun sees its revision, though another prunes it', async (t, { open }) => {
  const [reader, publisher] = [await open(), await open({ 'keep-revisions': '0' })];
  await publishRows(publisher, editionRows(1, MANY));
  const gate = gateInRead(t, reader);
  const loading = rowsAt(reader, 1);
  const changes = reader.revisions.changes(1);
  await gate.reached;
  await publishRows(publisher, editionRows(2, MANY - 1));
  await publishRows(publisher, editionRows(3, MANY - 2));
  assert.deepEqual(
    (await publisher.revisions.list()).map(({ id }) => id),
    ['r3'],
  );
  gate.open();
  assert.deepEqual(await loading, editionRows(1, MANY));
  assert.deepEqual((await changes).revisions, [1]);
  await assert.rejects(rowsAt(reader, 1), MovedOnError);
});

contract('a prune that another overtakes removes nothing that is kept', async (t, { open }) => {
  const [slow, quick] = [await open({ 'keep-revisions': '0' }), await open({ 'keep-revisions': '1' })];
  await publishRows(quick, editionRows(1));
  // Begin, documents, one batch, activate, mark.
  const gate = gateBefore(t, slow, 6);
  const publishing = publishRows(slow, editionRows(2));
  await gate.reached;
  await publishRows(quick, editionRows(3));
  gate.open();
  await publishing;
  assert.deepEqual(await rowsAt(quick, 3), editionRows(3));
  assert.deepEqual(await rowsAt(quick, 2), editionRows(2));
});

const EARLIER: Rows = { oak: '1', elm: '1' };

contract('an earlier revision is published again over what another published meanwhile', async (t, { open }) => {
  const [store, other] = [await open(), await open()];
  await publishRows(store, EARLIER);
  await publishRows(store, { oak: '2' });
  const gate = gateBefore(t, store, 2);
  const activating = store.revisions.activate('r1');
  await gate.reached;
  await publishRows(other, { fir: '1', oak: '3' });
  gate.open();
  assert.deepEqual((await activating)?.revision.id, 'r5');
  assert.deepEqual(await rowsAt(store, 5), EARLIER);
});

contract('an earlier revision that another prunes meanwhile is not published again', async (t, { open }) => {
  const [store, other] = [await open(), await open({ 'keep-revisions': '0' })];
  await publishRows(store, EARLIER);
  await publishRows(store, { oak: '2' });
  for (const step of [1, 2, 3]) {
    const gate = gateBefore(t, store, step);
    const active = (await store.revisions.list())[1].id;
    const activating = store.revisions.activate(active);
    await gate.reached;
    await publishRows(other, { oak: `${step}`, fir: '1' });
    await publishRows(other, EARLIER);
    gate.open();
    assert.equal(await activating, undefined);
    await publishRows(store, { oak: '2' });
  }
});

contract('a repair stops if another revision becomes active', async (t, { open }) => {
  const [store, other] = [await open(), await open()];
  await publishRows(store, editionRows(1, MANY));
  const gate = gateBefore(t, store, 2);
  const repairing = store.revisions.repair(1, versionsOf(editionRows(1, MANY)), NO_DOCUMENTS);
  await gate.reached;
  await publishRows(other, { oak: '1' });
  gate.open();
  await assert.rejects(repairing, MovedOnError);
  assert.deepEqual(await rowsAt(store, 2), { oak: '1' });
});
