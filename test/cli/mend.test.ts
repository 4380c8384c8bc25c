// A store whose rows were damaged, and an operator who still has the source.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { command, commandJson } from '../support/command.ts';
import { DAMAGES, loseRecords } from '../support/damage.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { contentOf, storeOf } from '../support/publishing.ts';
import { oakPage } from '../support/sources.ts';

const page = (slug: string, fields: object = {}) => ({
  [`en/${slug}.md`]: oakPage({ scientificName: `Quercus ${slug}`, ...fields }),
});
const PAGES = { ...page('oak'), ...page('elm'), ...page('fir'), 'families.yaml': 'Fagaceae: { en: Beeches }\n' };

async function published(t: TestContext) {
  const data = temporaryFolder(t);
  const source = writeFiles(t, PAGES);
  const publish = (from: string, ...words: string[]) => command(['publish', from, '--data', data, ...words]);
  assert.equal((await publish(source)).code, 0);
  const store = await storeOf(t, data);
  /** What the rows of the active revision say. */
  const titles = async () => {
    const active = await store.revisions.active();
    assert.ok(active);
    const { trees } = await contentOf(store, active);
    return Object.fromEntries(trees.map(({ slug, texts }) => [slug, texts.en?.title]));
  };
  return { data, source, publish, titles, db: store.engine.db };
}

const WHOLE = { elm: 'Oak', fir: 'Oak', oak: 'Oak' };

for (const [what, damage] of Object.entries(DAMAGES)) {
  test(`--mend with the published source repairs ${what}, and the revision stays active`, async (t) => {
    const { source, publish, titles, db } = await published(t);
    await damage(db);
    await assert.rejects(titles(), /Publish its source again with --mend, or restore a backup/);
    const { code, stdout, stderr } = await publish(source, '--mend');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /Revision r1 was compared with the source: 1 row repaired\. It stays active\./);
    assert.deepEqual(await titles(), WHOLE);
  });
}

test('--mend repairs a row with another hash', async (t) => {
  const { source, publish, titles, db } = await published(t);
  const hashes = () => db.selectFrom('treeVersions').select(['slug', 'hash']).execute();
  const before = await hashes();
  await db
    .updateTable('treeVersions')
    .set({ hash: '0'.repeat(32) })
    .where('slug', '=', 'oak')
    .execute();
  assert.match((await publish(source, '--mend')).stdout, /: 1 row repaired\./);
  assert.deepEqual([await hashes(), await titles()], [before, WHOLE]);
});

test('--mend repairs several rows and says how many, and nothing a second time', async (t) => {
  const { source, publish, titles, db } = await published(t);
  for (const damage of ['a lost row', 'a row too many', 'lost names of families']) await DAMAGES[damage](db);
  await loseRecords(db, 'elm');
  assert.match((await publish(source, '--mend')).stdout, /: 4 rows repaired\./);
  assert.deepEqual(await titles(), WHOLE);
  assert.match((await publish(source, '--mend')).stdout, /: 0 rows repaired\./);
});

test('a dry run with --mend repairs nothing', async (t) => {
  const { source, publish, titles, db } = await published(t);
  await loseRecords(db, 'oak');
  const { code, stdout } = await publish(source, '--mend', '--dry-run');
  assert.deepEqual([code, /Nothing has changed since revision r1/.test(stdout)], [0, true]);
  await assert.rejects(titles());
});

test('a changed tree that cannot be compared because it is damaged is published with --mend and --allow-removals only', async (t) => {
  const { publish, titles, db } = await published(t);
  await loseRecords(db, 'oak', 'fir');
  const other = writeFiles(t, { ...PAGES, ...page('oak', { title: 'English oak' }) });
  const plain = await publish(other);
  assert.deepEqual([plain.code, /with --mend/.test(plain.stderr)], [1, true]);
  const doubted = await publish(other, '--mend');
  assert.deepEqual([doubted.code, /is damaged, and nobody can tell what/.test(doubted.stdout)], [1, true]);
  const meant = await publish(other, '--mend', '--allow-removals');
  assert.deepEqual([meant.code, /Published revision r\d+: 3 trees/.test(meant.stdout)], [0, true], meant.stderr);
  assert.deepEqual(await titles(), { ...WHOLE, oak: 'English oak' });
});

test('--mend with other content compares with what is intact, publishes, and repairs the rows that stay', async (t) => {
  const { data, publish, titles, db } = await published(t);
  await loseRecords(db, 'fir');
  const other = writeFiles(t, { ...PAGES, ...page('oak', { title: 'English oak' }) });
  const { code, stdout, stderr } = await publish(other, '--mend', '--json');
  assert.deepEqual([code, stderr.includes('Error')], [0, false], stderr);
  const { changed, published: isNew } = JSON.parse(stdout);
  assert.deepEqual([isNew, changed], [true, [{ slug: 'oak', fields: ['title.en'] }]]);
  assert.deepEqual(await titles(), { ...WHOLE, oak: 'English oak' });
  const events = await commandJson(['audit', '--data', data]);
  assert.deepEqual(
    events.map(({ action }: { action: string }) => action),
    ['mended', 'published', 'published'],
  );
});

test('a repair leaves earlier revisions as they were', async (t) => {
  const { data, source, publish, titles, db } = await published(t);
  const other = writeFiles(t, { ...PAGES, ...page('oak', { title: 'English oak' }) });
  await publish(other);
  await loseRecords(db, 'fir');
  assert.match((await publish(other, '--mend')).stdout, /: 1 row repaired/);
  await commandJson(['revisions', 'activate', 'r1', '--data', data]);
  assert.deepEqual(await titles(), WHOLE);
  assert.match((await publish(source)).stdout, /Nothing has changed/);
});
