// Publishing a source again: units that are as they were come from the import cache, and nothing else of the result depends on it.

import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSettings } from '../../src/config/settings.ts';
import { findPrevious, saveImportCache } from '../../src/publishing/previous.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { COSTA_RICA } from '../support/maps.ts';
import { storeOf } from '../support/publishing.ts';
import { oakPage } from '../support/sources.ts';
import { makeTree } from '../support/trees.ts';

const FAMILIES = 'Fagaceae: { en: Beeches }\n';
const DOUBTFUL = oakPage({ tilte: 'y' });

/** What the next publish from a data folder would find in its cache. */
async function previousIn(t: TestContext, data: string) {
  const { revisions } = await storeOf(t, data);
  return await findPrevious(readSettings({ data }, {}), await revisions.active());
}

/** Alters what the cache says, as if the last publish had said so. */
async function rewriteCache(t: TestContext, data: string, change: (text: string) => string): Promise<void> {
  const previous = await previousIn(t, data);
  assert.ok(previous);
  const imported = JSON.parse(change(JSON.stringify(previous.imported)));
  await saveImportCache(readSettings({ data }, {}), previous.snapshot.hash, imported);
}

interface Published {
  source: string;
  data: string;
  again(...words: string[]): Promise<any>;
  /** Whether the next publish tells a finding of the cache, instead of what it has read. */
  isCacheUsed(...words: string[]): Promise<boolean>;
}

/** A tree with a warning is published; the warning in the cache is altered, so that it can be told from one that is read. */
async function published(t: TestContext): Promise<Published> {
  const data = temporaryFolder(t);
  const source = writeFiles(t, { 'en/oak.md': DOUBTFUL, 'families.yaml': FAMILIES, 'notes.pdf': 'x' });
  const publish = (...words: string[]) => commandJson(['publish', source, '--data', data, ...words]);
  await publish();
  await rewriteCache(t, data, (text) => text.replace(/("code":"unknown-key".*?"message":")/, '$1CACHED '));
  const isCacheUsed = async (...words: string[]) => {
    const { warnings } = await publish(...words);
    return warnings.some(({ message }: any) => message.startsWith('CACHED'));
  };
  return { source, data, again: publish, isCacheUsed };
}

test('an unchanged source is read once if the snapshot on disk is missing, and comes from the import cache from then on', async (t) => {
  const { data, again, isCacheUsed } = await published(t);
  rmSync(join(data, 'cache'), { recursive: true });
  assert.equal((await again('--dry-run')).published, false);
  assert.equal(globSync('*.snapshot', { cwd: join(data, 'cache') }).length, 0);
  assert.equal((await again()).published, false);
  assert.equal(globSync('*.snapshot', { cwd: join(data, 'cache') }).length, 1);
  await rewriteCache(t, data, (text) => text.replace(/("code":"unknown-key".*?"message":")/, '$1CACHED '));
  assert.ok(await isCacheUsed());
});

test('a source that is as it was is taken from the import cache, and nothing is published', async (t) => {
  const { isCacheUsed, again } = await published(t);
  assert.ok(await isCacheUsed());
  assert.ok(await isCacheUsed('--dry-run'));
  const { ok, published: isNew, revision, added, changed, removed } = await again();
  assert.deepEqual([ok, isNew, revision.id, added, changed, removed], [true, false, 'r1', [], [], []]);
});

test('publishing again says the same with and without a cache', async (t) => {
  const data = temporaryFolder(t);
  const source = writeFiles(t, {
    'en/oak.md': oakPage(),
    'en/elm.md': oakPage().replace('---\n', '---\ndraft: true\n'),
  });
  const publish = () => command(['publish', source, '--data', data]);
  await publish();
  const cached = await publish();
  rmSync(join(data, 'cache'), { recursive: true });
  assert.deepEqual(cached, await publish());
  assert.match(cached.stdout, /Warnings:.*Drafts.*Nothing has changed since revision r1, which stays active\./s);
  const strict = await command(['publish', source, '--data', data, '--strict']);
  assert.equal(strict.code, 1);
  assert.match(strict.stdout, /Nothing was published: 1 tree, 0 errors, 1 warning, 1 draft; with --strict/);
});

const UNCHANGED_UNITS: Record<string, (published: Published) => void> = {
  'another file is added': ({ source }) =>
    writeFileSync(join(source, 'en/elm.md'), oakPage({ scientificName: 'Ulmus minor' })),
  'a file that is no content is gone': ({ source }) => rmSync(join(source, 'notes.pdf')),
  'families have other names': ({ source }) => writeFileSync(join(source, 'families.yaml'), 'Fagaceae: { en: Oaks }\n'),
  'families have no names': ({ source }) => rmSync(join(source, 'families.yaml')),
  'a map is added': ({ source }) => writeFileSync(join(source, 'regions.geojson'), COSTA_RICA),
};

for (const [what, change] of Object.entries(UNCHANGED_UNITS)) {
  test(`a file that is as it was is not read again if ${what}`, async (t) => {
    const each = await published(t);
    change(each);
    assert.ok(await each.isCacheUsed('--dry-run'));
    const { published: isNew } = await each.again();
    assert.equal(isNew, what !== 'a file that is no content is gone');
  });
}

const CHANGED_UNITS: Record<string, (published: Published) => void> = {
  'it says something else': ({ source }) =>
    writeFileSync(join(source, 'en/oak.md'), DOUBTFUL.replace('title: Oak', 'title: Oaks')),
  'it has another name': ({ source }) => renameSync(join(source, 'en/oak.md'), join(source, 'en/robur.md')),
};

for (const [what, change] of Object.entries(CHANGED_UNITS)) {
  test(`a file is read again if ${what}`, async (t) => {
    const each = await published(t);
    change(each);
    assert.equal(await each.isCacheUsed(), false);
  });
}

const cacheFile = (data: string) => join(data, 'cache/import-cache.json');
const snapshotFile = (data: string) => join(data, 'cache', globSync('*.snapshot', { cwd: join(data, 'cache') })[0]);
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

/** What may become of the cache of a data folder, so that it cannot be used. */
const SPOILED: Record<string, (data: string) => void> = {
  'the cache folder is missing': (data) => rmSync(join(data, 'cache'), { recursive: true }),
  'the import cache is missing': (data) => rmSync(cacheFile(data)),
  'the import cache is empty': (data) => writeFileSync(cacheFile(data), ''),
  'the import cache is truncated': (data) => truncateSync(cacheFile(data), readFileSync(cacheFile(data)).length - 7),
  'the import cache is altered': (data) => rewrite(cacheFile(data), (text) => text.replace('"slug":"', '"slug":"x')),
  'the import cache is a folder': (data) => {
    rmSync(cacheFile(data));
    mkdirSync(cacheFile(data));
  },
  'the import cache is of another Sylva': (data) =>
    rewrite(cacheFile(data), (text) => text.replace(/\n\["[^"]*"/, '\n["another"')),
  'the import cache is of another revision': (data) =>
    rewrite(cacheFile(data), (text) => text.replace(/"[0-9a-f]{64}"\]\n/, `"${'0'.repeat(64)}"]\n`)),
  'the snapshot is missing': (data) => rmSync(snapshotFile(data)),
  'the snapshot is empty': (data) => writeFileSync(snapshotFile(data), ''),
  'the snapshot is truncated': (data) => truncateSync(snapshotFile(data), 1000),
  'the snapshot is altered': (data) => {
    const bytes = readFileSync(snapshotFile(data));
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(snapshotFile(data), bytes);
  },
  'the snapshot is of something else': (data) =>
    writeFileSync(snapshotFile(data), compile({ trees: [makeTree()], families: new Map() })),
  'the snapshot is a folder': (data) => {
    const file = snapshotFile(data);
    rmSync(file);
    mkdirSync(file);
  },
};

for (const [what, spoil] of Object.entries(SPOILED)) {
  test(`everything is read if ${what}`, async (t) => {
    const each = await published(t);
    spoil(each.data);
    assert.equal(await each.isCacheUsed(), false);
  });
}

for (const setting of [
  ['--default-locale', 'es'],
  ['--max-tree-size', '2000000'],
]) {
  test(`everything is read with another ${setting[0]}`, async (t) => {
    const { isCacheUsed } = await published(t);
    assert.equal(await isCacheUsed(...setting), false);
  });
}

test('a cache from before another publish is not used', async (t) => {
  const { again, data } = await published(t);
  const cached = readFileSync(cacheFile(data));
  await commandJson(['publish', writeFiles(t, { 'en/elm.md': oakPage() }), '--data', data]);
  writeFileSync(cacheFile(data), cached);
  const { revision, published: isNew, added, removed } = await again();
  assert.deepEqual([revision.id, isNew, added, removed], ['r3', true, ['oak'], ['elm']]);
});

test('the cache of a revision is used again after that revision is activated', async (t) => {
  const { again, data } = await published(t);
  await commandJson(['publish', writeFiles(t, { 'en/elm.md': oakPage() }), '--data', data]);
  await commandJson(['revisions', 'activate', 'r1', '--data', data]);
  assert.deepEqual([(await again()).published, (await again()).revision.id], [false, 'r3']);
});

test('a source with errors, and a dry run, leave no import cache', async (t) => {
  const [data, good] = [temporaryFolder(t), writeFiles(t, { 'en/oak.md': oakPage() })];
  await commandJson(['publish', good, '--data', data]);
  rmSync(join(data, 'cache'), { recursive: true });
  await commandJson(['publish', writeFiles(t, { 'en/elm.md': oakPage() }), '--data', data, '--dry-run']);
  const { code } = await command(['publish', writeFiles(t, { 'en/elm.md': 'nothing' }), '--data', data]);
  assert.deepEqual([code, globSync('cache/*.json', { cwd: data })], [1, []]);
});

const oaks = (slug: string, name: string) => {
  const text = oakPage({ scientificName: name });
  return { [`en/${slug}.md`]: text, [`es/${slug}.md`]: text };
};

/** Publishes, changes a file, and publishes again; something is done to the data folder in between. */
async function publishedAgain(
  t: TestContext,
  between: (data: string, source: string) => void | Promise<void>,
): Promise<any> {
  const data = temporaryFolder(t);
  const source = writeFiles(t, {
    ...oaks('oak', 'Quercus robur'),
    ...oaks('elm', 'Ulmus minor'),
    ...oaks('fir', 'Abies alba'),
    ...Object.assign({}, ...[...'abcd'].map((letter) => oaks(`acer-${letter}`, `Acer ${letter}lbum`))),
  });
  await commandJson(['publish', source, '--data', data]);
  await between(data, source);
  writeFileSync(join(source, 'en/fir.md'), oakPage({ scientificName: 'Abies alba', title: 'Another' }));
  const { revision, ...told } = await commandJson(['publish', source, '--data', data]);
  return { ...told, id: revision.id, hash: revision.hash };
}

test('whatever becomes of the cache, it changes nothing of what is published and told', async (t) => {
  const scratch = await publishedAgain(t, (data) => rmSync(join(data, 'cache'), { recursive: true }));
  assert.deepEqual([scratch.id, scratch.changed], ['r2', [{ slug: 'fir', fields: ['title.en'] }]]);
  for (const [what, between] of Object.entries({ intact: () => {}, ...SPOILED }))
    assert.deepEqual(await publishedAgain(t, between), scratch, what);
});
