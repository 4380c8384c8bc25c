// A store of which a part was damaged, and a maintainer who still has the source.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { listOf } from '../../src/store/pieces.ts';
import { command } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { piecesIn, spoil } from '../support/pieces.ts';
import { contentOf, storeOf } from '../support/publishing.ts';
import { oakPage } from '../support/sources.ts';
import { startSylva } from '../support/sylva.ts';

async function damagedStore(t: TestContext, wasServed = false) {
  const data = temporaryFolder(t);
  const source = writeFiles(t, { 'en/oak.md': oakPage() });
  const publish = (from: string, ...words: string[]) => command(['publish', from, '--data', data, ...words]);
  assert.equal((await publish(source)).code, 0);
  if (wasServed) await startSylva(t, ['serve', '--data', data]).then(({ stop }) => stop());
  const store = await storeOf(t, data);
  await spoil(store.engine.db, (await piecesIn(store.engine.db)).stored);
  const isWhole = async () => {
    const active = await store.revisions.active();
    return active !== undefined && (await contentOf(store, active)).trees.length === 1;
  };
  await assert.rejects(isWhole(), /Publish its source again with --mend, or restore a backup/);
  return { data, source, publish, isWhole };
}

test('publishing the same with --mend writes all of it again, and says so; a dry run writes nothing', async (t) => {
  const { source, publish, isWhole } = await damagedStore(t);
  assert.match((await publish(source, '--mend', '--dry-run')).stdout, /Nothing has changed since revision r1/);
  await assert.rejects(isWhole());
  const { code, stdout } = await publish(source, '--mend');
  assert.deepEqual([code, /Revision r1 was written again; nothing has changed/.test(stdout)], [0, true]);
  assert.ok(await isWhole());
});

test('what is new cannot be compared with what is damaged: it is published where somebody says that it is all there', async (t) => {
  const { publish, isWhole } = await damagedStore(t);
  const other = writeFiles(t, { 'en/oak.md': oakPage().replace('Oak', 'Elm') });
  const plain = await publish(other);
  assert.deepEqual([plain.code, /with --mend/.test(plain.stderr)], [1, true]);
  const doubted = await publish(other, '--mend');
  assert.deepEqual([doubted.code, /is damaged, and nobody can tell what/.test(doubted.stdout)], [1, true]);
  const meant = await publish(other, '--mend', '--allow-removals');
  assert.deepEqual([meant.code, /Published revision r2/.test(meant.stdout)], [0, true]);
  assert.ok(await isWhole());
});

test('where a server here has it whole on disk, what is damaged in the store is compared with all the same', async (t) => {
  const { data, publish, isWhole } = await damagedStore(t, true);
  const other = writeFiles(t, { 'en/oak.md': oakPage().replace('Oak', 'Elm') });
  const { code, stdout } = await publish(other, '--mend', '--json');
  assert.deepEqual([code, JSON.parse(stdout).changed], [0, [{ slug: 'oak', fields: ['title.en'] }]], data);
  assert.ok(await isWhole());
});

test('what is built on a damaged snapshot would be damaged as well: it is not published', async (t) => {
  const data = temporaryFolder(t);
  const publish = (from: string) => command(['publish', from, '--data', data]);
  const inBoth = (slug: string, scientificName: string, title: string) => {
    const text = oakPage({ scientificName, title });
    return { [`en/${slug}.md`]: text, [`es/${slug}.md`]: text };
  };
  const pages = (title: string) => ({
    ...Object.assign({}, ...[...'abcd'].map((letter) => inBoth(`oak-${letter}`, `Quercus ${letter}lba`, 'Oak'))),
    ...inBoth('fir', 'Abies alba', title),
  });
  assert.equal((await publish(writeFiles(t, pages('Fir')))).code, 0);
  const store = await storeOf(t, data);
  await spoil(store.engine.db, (await listOf(store.engine.db, 1, 'snapshot'))?.numbers ?? []);
  const { code, stderr } = await publish(writeFiles(t, pages('Silver fir')));
  assert.deepEqual([code, /with --mend/.test(stderr)], [1, true]);
  assert.equal((await store.revisions.active())?.id, 'r1');
});
