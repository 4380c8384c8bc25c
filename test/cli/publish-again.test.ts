// The same source published again: that nothing has changed is told without making anything of it, and never wrongly.

import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { areMostKnown, formerOf, recognised } from '../../src/cli/published-last.ts';
import { readSettings } from '../../src/config/settings.ts';
import { TextColumn } from '../../src/content/text-column.ts';
import type { TreeText } from '../../src/domain/tree.ts';
import { keepLastPublished, type LastPublished, readLastPublished } from '../../src/server/last-published.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { COSTA_RICA } from '../support/maps.ts';
import { oakPage, readAll } from '../support/sources.ts';
import { makeTree } from '../support/trees.ts';

const FAMILIES = 'Fagaceae: { en: Beeches }\n';

interface Published {
  source: string;
  data: string;
  again(...words: string[]): Promise<any>;
  /** Whether the next publish tells what was kept, and not what it has read. */
  isTakenAsKept(...words: string[]): Promise<boolean>;
}

/** One tree is published; what is kept of it is marked, so that it can be told from what is read anew. */
async function published(t: TestContext): Promise<Published> {
  const data = temporaryFolder(t);
  const source = writeFiles(t, { 'en/oak.md': oakPage(), 'families.yaml': FAMILIES, 'notes.pdf': 'x' });
  const publish = (...words: string[]) => commandJson(['publish', source, '--data', data, ...words]);
  await publish();
  const settings = readSettings({ data }, {});
  const last = readLastPublished(settings);
  assert.ok(last);
  const [warning] = last.report.warnings;
  await keepLastPublished(settings, {
    ...last,
    report: { ...last.report, warnings: [{ ...warning, message: 'KEPT' }] },
  });
  const isTakenAsKept = async (...words: string[]) =>
    (await publish(...words)).warnings.some(({ message }: any) => message === 'KEPT');
  return { source, data, again: publish, isTakenAsKept };
}

test('a source that is as it was is not read anew', async (t) => {
  const { isTakenAsKept, again } = await published(t);
  assert.ok(await isTakenAsKept());
  assert.ok(await isTakenAsKept('--dry-run'));
  const { ok, published: isNew, revision } = await again();
  assert.deepEqual([ok, isNew, revision.id], [true, false, 'r1']);
});

test('it is told in the same words as if it had been read', async (t) => {
  const data = temporaryFolder(t);
  const source = writeFiles(t, {
    'en/oak.md': oakPage(),
    'en/elm.md': `${oakPage()}`.replace('---\n', '---\ndraft: true\n'),
  });
  const publish = () => command(['publish', source, '--data', data]);
  await publish();
  rmSync(join(data, 'cache'), { recursive: true });
  const [read, kept] = [await publish(), await publish()];
  assert.deepEqual(kept, read);
  assert.match(kept.stdout, /Warnings:.*Drafts.*Nothing has changed since revision r1, which stays active\./s);
  const strict = await command(['publish', source, '--data', data, '--strict']);
  assert.equal(strict.code, 1);
  assert.match(strict.stdout, /Nothing was published: 1 tree, 0 errors, 1 warning, 1 draft; with --strict/);
});

const CHANGES: Record<string, (published: Published) => void> = {
  'a byte of a file': ({ source }) => writeFileSync(join(source, 'en/oak.md'), oakPage({ title: 'Oaks' })),
  'the name of a file': ({ source }) => renameSync(join(source, 'en/oak.md'), join(source, 'en/robur.md')),
  'a file more': ({ source }) => writeFileSync(join(source, 'en/elm.md'), oakPage()),
  'a file less that is passed over': ({ source }) => rmSync(join(source, 'notes.pdf')),
  'the names of families': ({ source }) => writeFileSync(join(source, 'families.yaml'), 'Fagaceae: { en: Oaks }\n'),
  'no names of families': ({ source }) => rmSync(join(source, 'families.yaml')),
  'a second file of families': ({ source }) => writeFileSync(join(source, 'families.yml'), FAMILIES),
  'a map': ({ source }) => writeFileSync(join(source, 'regions.geojson'), COSTA_RICA),
  'damage to what is kept'({ data }) {
    const file = join(data, 'cache/last-published.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('KEPT', 'SPOILT'));
  },
  'nothing that is kept': ({ data }) => rmSync(join(data, 'cache/last-published.json')),
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`${what}: then it is read anew`, async (t) => {
    const each = await published(t);
    change(each);
    assert.equal(await each.isTakenAsKept(), false);
  });
}

for (const setting of [
  ['--default-locale', 'es'],
  ['--max-tree-size', '2000000'],
]) {
  test(`${setting.join(' ')}: then it is read anew`, async (t) => {
    const { isTakenAsKept } = await published(t);
    assert.equal(await isTakenAsKept(...setting), false);
  });
}

test('what another publish has made active counts, not what was kept here', async (t) => {
  const { again, data } = await published(t);
  const kept = readFileSync(join(data, 'cache/last-published.json'));
  await commandJson(['publish', writeFiles(t, { 'en/elm.md': oakPage() }), '--data', data]);
  writeFileSync(join(data, 'cache/last-published.json'), kept);
  const { revision, published: isNew } = await again();
  assert.deepEqual([revision.id, isNew], ['r3', true]);
});

test('a source with errors, and a dry run, are not kept', async (t) => {
  const [data, good] = [temporaryFolder(t), writeFiles(t, { 'en/oak.md': oakPage() })];
  await commandJson(['publish', good, '--data', data]);
  rmSync(join(data, 'cache'), { recursive: true });
  await commandJson(['publish', writeFiles(t, { 'en/elm.md': oakPage() }), '--data', data, '--dry-run']);
  const { code } = await command(['publish', writeFiles(t, { 'en/elm.md': 'nothing' }), '--data', data]);
  assert.deepEqual([code, readLastPublished(readSettings({ data }, {}))], [1, undefined]);
});

const oaks = (slug: string, name: string) => {
  const text = oakPage({ scientificName: name });
  return { [`en/${slug}.md`]: text, [`es/${slug}.md`]: text };
};

/** Publishes, changes a file, and publishes again; something is done to what is kept in between. */
async function publishedAgain(
  t: TestContext,
  between: (data: string, source: string) => void | Promise<void>,
): Promise<any> {
  const data = temporaryFolder(t);
  const source = writeFiles(t, {
    ...oaks('oak', 'Quercus robur'),
    ...oaks('elm', 'Ulmus minor'),
    ...oaks('fir', 'Abies alba'),
    // So many that most are as they were.
    ...Object.assign({}, ...[...'abcdefgh'].map((letter) => oaks(`acer-${letter}`, `Acer ${letter}lbum`))),
  });
  await commandJson(['publish', source, '--data', data]);
  await between(data, source);
  writeFileSync(join(source, 'en/fir.md'), oakPage({ scientificName: 'Abies alba', title: 'Another' }));
  const { revision, ...told } = await commandJson(['publish', source, '--data', data]);
  return { ...told, id: revision.id, hash: revision.hash };
}

test('files that are as they were are not read again', async (t) => {
  const { removed } = await publishedAgain(t, async (data, source) => {
    const settings = readSettings({ data }, {});
    const last = readLastPublished(settings);
    assert.ok(last);
    // If that is believed, the oak becomes the elm.
    const slugs = last.columns.slugs.all();
    const unitsOf = (slug: string) => last.columns.units.at(slugs.indexOf(slug));
    const units = TextColumn.of(
      slugs.map((slug) => (slug === 'elm' ? unitsOf('oak') : slug === 'oak' ? '' : unitsOf(slug))),
    );
    await keepLastPublished(settings, { ...last, columns: { ...last.columns, units } });
    for (const language of ['en', 'es']) rmSync(join(source, language, 'elm.md'));
  });
  assert.deepEqual(removed, ['oak']);
});

const snapshotIn = (data: string) => {
  const { hash } = readLastPublished(readSettings({ data }, {})) as LastPublished;
  return join(data, `cache/${hash}.snapshot`);
};

const KEPT: Record<string, (data: string) => void | Promise<void>> = {
  'as it was kept': () => {},
  damaged: (data) => writeFileSync(join(data, 'cache/last-published.json'), '{}'),
  'of another Sylva': async (data) => {
    const settings = readSettings({ data }, {});
    await keepLastPublished(settings, { ...(readLastPublished(settings) as LastPublished), maker: 'another' });
  },
  'beside a snapshot that is damaged': (data) => writeFileSync(snapshotIn(data), 'no snapshot'),
  'beside a snapshot of something else': (data) =>
    writeFileSync(snapshotIn(data), compile({ trees: [makeTree()], families: new Map() })),
};

test('what a publish before has kept changes nothing of what is published and told', async (t) => {
  const scratch = await publishedAgain(t, (data) => rmSync(join(data, 'cache'), { recursive: true }));
  assert.deepEqual([scratch.id, scratch.changed], ['r2', [{ slug: 'fir', fields: ['title.en'] }]]);
  for (const [what, between] of Object.entries(KEPT)) assert.deepEqual(await publishedAgain(t, between), scratch, what);
});

test('the active revision is built on where most of its trees are as they were', async (t) => {
  const [data, source] = [temporaryFolder(t), writeFiles(t, oaks('oak', 'Quercus robur'))];
  const { revision } = await commandJson(['publish', source, '--data', data]);
  const settings = readSettings({ data }, {});
  const last = readLastPublished(settings) as LastPublished;
  const blocks = (...trees: number[]) => trees.map((tree) => ({ sum: `sum ${tree}`, trees: [tree] }));
  assert.ok(await formerOf(settings, { ...last, blocks: blocks(0) }));
  for (const nonsense of [blocks(1), blocks(0, 0)])
    assert.equal(await formerOf(settings, { ...last, blocks: nonsense }), undefined);
  const former = await formerOf(settings, last);
  assert.ok(former);
  const oak = former.knownTrees.treeWith('oak');
  assert.deepEqual([oak?.slug, oak?.locales], ['oak', ['en', 'es']]);
  const snapshot = await former.loader.bytes();
  assert.equal(snapshot && openSnapshot(snapshot).hash, revision.hash);
  const most = (known: number, others: number) =>
    areMostKnown([...Array(known).fill(oak), ...Array(others).fill(makeTree())]);
  assert.deepEqual([most(4, 1), most(3, 1), most(0, 1)], [true, false, false]);
});

test('a tree that had to be read, and says what it said, is known all the same', async (t) => {
  const [data, source] = [temporaryFolder(t), writeFiles(t, oaks('oak', 'Quercus robur'))];
  await commandJson(['publish', source, '--data', data]);
  const settings = readSettings({ data }, {});
  const former = await formerOf(settings, readLastPublished(settings));
  const snapshot = await former?.loader.bytes();
  assert.ok(former && snapshot);
  const { trees } = readAll(source);
  const [oak] = trees;
  const others = [
    { ...oak, slug: 'elm' },
    { ...oak, family: 'Other' },
    { ...oak, texts: { ...oak.texts, es: { ...oak.texts.es, title: 'Otro' } as TreeText } },
  ];
  const [known, ...read] = recognised([oak, ...others], former, snapshot);
  assert.equal(known, former.knownTrees.treeWith('oak'));
  assert.deepEqual(read, others);
});
