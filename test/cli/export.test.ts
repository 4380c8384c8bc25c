// Exports on the command line: the bytes of the API's, whole or not at all, and a source of the same catalogue.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { archiveReader, rowsOf } from '../support/read-archives.ts';
import { startSylva } from '../support/sylva.ts';
import { copiesOf } from '../support/whole-file.ts';

/** The sample, which this machine may call. */
const publishedSample = copiesOf(async (t) => {
  const data = temporaryFolder(t);
  const { revision } = await commandJson(['publish', 'content', '--data', data]);
  await commandJson(['allow', 'add', '127.0.0.1', '--data', data]);
  return { data, revision };
});

test('an export of the sample is what the API gives, and publishes the same catalogue', async (t) => {
  const folder = temporaryFolder(t);
  const { data, revision } = await publishedSample(t);
  const where = ['--data', data];
  const { origin } = await startSylva(t, ['serve', ...where, '--log-level', 'error']);
  for (const format of ['ndjson', 'csv']) {
    const file = join(folder, `trees.${format}`);
    const exported = await commandJson(['export', file, ...where]);
    assert.deepEqual(exported, { file, revision: 'r1', trees: revision.trees });
    const response = await fetch(`${origin}/api/v1/exports/trees?format=${format}`);
    assert.equal(readFileSync(file, 'utf8'), await response.text());

    const again = await commandJson(['publish', file, '--data', join(folder, `from-${format}`)]);
    assert.equal(again.revision.hash, revision.hash);
    const unchanged = await commandJson(['publish', file, '--dry-run', ...where]);
    assert.deepEqual([unchanged.added, unchanged.changed, unchanged.removed], [[], [], []]);
  }
});

test('an archive of the sample is what the API gives, with what the settings tell of the whole', async (t) => {
  const folder = temporaryFolder(t);
  const { data, revision } = await publishedSample(t);
  const where = ['--data', data];
  const told = [
    '--catalogue-contact',
    'Flora desk <flora@example.org>',
    '--usage-policy-url',
    'https://example.org/policy',
  ];
  const { origin } = await startSylva(t, ['serve', ...where, ...told, '--log-level', 'error']);
  const file = join(folder, 'trees.zip');
  await commandJson(['export', file, ...where, ...told]);
  const response = await fetch(`${origin}/api/v1/exports/trees?format=dwca`);
  assert.ok(readFileSync(file).equals(Buffer.from(await response.arrayBuffer())));
  const archive = await archiveReader(t)(file);
  const accepted = rowsOf(archive, 'Taxon').filter(({ taxonomicStatus }) => taxonomicStatus === 'accepted');
  assert.equal(accepted.length, revision.trees);
  assert.deepEqual(
    [archive.contact, archive.link],
    [['Flora desk', 'flora@example.org'], 'https://example.org/policy'],
  );
  assert.deepEqual(archive.dates, ['(1980, 1, 1, 0, 0, 0)']);
});

test('an earlier revision is exported by its id, and a file is there whole or as it was', async (t) => {
  const folder = temporaryFolder(t);
  const where = ['--data', join(folder, 'data')];
  const source = join(folder, 'trees.ndjson');
  const row = { slug: 'oak', scientificName: 'Quercus robur', family: 'Fagaceae', 'description.en': 'A tree.' };
  for (const title of ['Oak', 'English oak']) {
    writeFileSync(source, JSON.stringify({ ...row, 'title.en': title }));
    await commandJson(['publish', source, ...where]);
  }
  const file = join(folder, 'out.NDJSON');
  writeFileSync(file, 'of yesterday');
  const unknown = await command(['export', file, '--revision', 'R1', ...where]);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /no revision R1\. Did you mean r1\?/);
  assert.equal(readFileSync(file, 'utf8'), 'of yesterday');
  await commandJson(['export', file, '--revision', 'r1', ...where]);
  assert.equal(JSON.parse(readFileSync(file, 'utf8'))['title.en'], 'Oak');
  await commandJson(['export', file, ...where]);
  assert.equal(JSON.parse(readFileSync(file, 'utf8'))['title.en'], 'English oak');

  mkdirSync(join(folder, 'taken.csv'));
  assert.equal((await command(['export', join(folder, 'taken.csv'), ...where])).code, 1);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('what cannot be exported is said', async (t) => {
  const folder = temporaryFolder(t);
  const wrong = await command(['export', join(folder, 'trees.xml'), '--data', folder]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /must end with \.ndjson, \.csv, \.zip/);
  const none = await command(['export', join(folder, 'trees.csv'), '--data', folder]);
  assert.equal(none.code, 1);
});

test('where nothing can be written, that is said', async (t) => {
  const { data } = await publishedSample(t);
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'trees.csv'));
  for (const file of [join(folder, 'nowhere', 'trees.csv'), join(folder, 'trees.csv')]) {
    const { code, stderr } = await command(['export', file, '--data', data]);
    assert.equal(code, 1);
    assert.match(stderr, /trees\.csv cannot be written: E[A-Z]+: [^\n]+\.\n$/);
  }
  assert.deepEqual(readdirSync(folder), ['trees.csv']);
});

test('whatever names its author gave to parts of a value, it is exported, and comes back', async (t) => {
  const folder = temporaryFolder(t);
  const odd = { toString: 'a', valueOf: 'b', length: -1, toJSON: 'c' };
  const lists = { images: [{ url: 'oak.jpg', ...odd }], 'toxicParts.en': [odd, 'bark'], 'uses.en': [odd], bark: odd };
  const tree = {
    slug: 'oak',
    scientificName: 'Quercus robur',
    family: 'Fagaceae',
    title: 'Oak',
    description: 'A tree.',
  };
  writeFileSync(join(folder, 'trees.ndjson'), JSON.stringify({ ...tree, ...lists }));
  const hashes: string[] = [];
  for (const name of ['trees.ndjson', 'again.csv', 'more.ndjson']) {
    const data = join(folder, `from-${name}`);
    const { revision } = await commandJson(['publish', join(folder, name), '--data', data]);
    hashes.push(revision.hash);
    for (const file of ['again.csv', 'more.ndjson', 'all.zip'])
      await commandJson(['export', join(folder, file), '--data', data]);
  }
  assert.equal(new Set(hashes).size, 1);
});
