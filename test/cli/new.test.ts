// What authors begin with: the files of a new tree, a table with all columns, and the schema that editors check by.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { csv } from '../support/sources.ts';

const SAMPLE_SCHEMA = fileURLToPath(new URL('../../content/front-matter.schema.json', import.meta.url));

test('new writes a file for each language, as drafts, and the schema beside their folders', async (t) => {
  const folder = temporaryFolder(t);
  const { code, stdout } = await command(['new', 'quercus-alba', '--into', folder, '--json']);
  assert.equal(code, 0);
  const files = ['en/quercus-alba.md', 'es/quercus-alba.md', 'front-matter.schema.json'].map((name) =>
    join(folder, name),
  );
  assert.deepEqual(JSON.parse(stdout), { files });
  const text = readFileSync(files[0], 'utf8');
  assert.match(text, /^---\n# yaml-language-server: \$schema=\.\.\/front-matter\.schema\.json\ndraft: true /);
  const checked = JSON.parse((await command(['validate', folder, '--json'])).stdout);
  assert.deepEqual([checked.errors[0].code, checked.drafts.length, checked.warnings], ['empty-source', 2, []]);
});

test('what new wrote can be published once it is filled in, and says what is missing before', async (t) => {
  const folder = temporaryFolder(t);
  await command(['new', 'quercus-alba', '--into', folder]);
  const fill = (locale: string, value: string) => {
    const path = join(folder, locale, 'quercus-alba.md');
    const text = readFileSync(path, 'utf8').replace(/^draft: .*\n/m, '');
    writeFileSync(
      path,
      value === '' ? text : text.replace(/^(\w+): ""/gm, `$1: ${value}`).replace(/^# (\w+: [^"\n]+)$/gm, '$1'),
    );
  };
  fill('en', '');
  fill('es', '');
  const missing = JSON.parse((await command(['validate', folder, '--json'])).stdout).errors;
  assert.deepEqual(
    missing.map(({ file, field }: any) => `${file} ${field}`).toSorted(),
    ['description', 'family', 'scientificName', 'title']
      .map((field) => `en/quercus-alba.md ${field}`)
      .concat(['description', 'title'].map((field) => `es/quercus-alba.md ${field}`)),
  );
  fill('en', 'Something');
  fill('es', 'Algo');
  const { code, stdout } = await command(['validate', folder, '--strict']);
  assert.equal(code, 0, stdout);
});

test('new writes over nothing, and takes the schema that is there already', async (t) => {
  const folder = writeFiles(t, { 'trees/es/oak.md': 'mine', 'front-matter.schema.json': '{}' });
  const into = join(folder, 'trees');
  const refused = await command(['new', 'oak', '--into', into]);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /es\/oak\.md is there already\. Nothing was written\./);
  assert.ok(!existsSync(join(into, 'en/oak.md')));
  assert.equal((await command(['new', 'elm', '--into', into])).code, 0);
  assert.match(readFileSync(join(into, 'en/elm.md'), 'utf8'), /\$schema=\.\.\/\.\.\/front-matter\.schema\.json\n/);
  assert.equal(readFileSync(join(folder, 'front-matter.schema.json'), 'utf8'), readFileSync(SAMPLE_SCHEMA, 'utf8'));
  assert.ok(!existsSync(join(into, 'front-matter.schema.json')));
});

test('new is told what it needs', async (t) => {
  for (const words of [[], ['oak', '--csv', 'x.csv'], ['Big Oak'], ['../x'], ['--csv', 'x.csv', '--into', '.']]) {
    const { code, stderr } = await command(['new', ...words], {}, temporaryFolder(t));
    assert.equal(code, 2, words.join(' '));
    assert.ok(stderr.length > 10);
  }
  assert.match((await command(['new', 'Big Oak'])).stderr, /such as big-oak/);
});

test('new --csv writes a table with all columns, which can be filled in and read', async (t) => {
  const path = join(temporaryFolder(t), 'trees.csv');
  assert.equal((await command(['new', '--csv', path])).code, 0);
  assert.equal((await command(['new', '--csv', path])).code, 1, 'written over');
  const header = readFileSync(path, 'utf8').replace('\ufeff', '').trim().split(',');
  for (const column of ['slug', 'draft', 'title.en', 'title.es', 'family', 'commonNames.es', 'identifiers.gbif'])
    assert.ok(header.includes(column), column);
  const values: Record<string, string> = {
    slug: 'oak',
    draft: 'no',
    bodyFormat: 'mdx',
    conservationStatus: 'LC',
    'conservationAssessment.year': '2023',
    'conservationAssessment.scope': 'global',
    floweringSeason: 'may',
    fruitingSeason: '9|10',
    publishedAt: '2026-01-01',
    updatedAt: '2026-01-01',
    formerSlugs: 'roble|quercus',
    'identifiers.wfo': 'wfo-0000586842',
    'identifiers.ipni': '11187-2',
    'identifiers.gbif': '5406697',
    'identifiers.iucn': '61782438/61782442',
  };
  writeFileSync(path, `${readFileSync(path, 'utf8')}${csv([header.map((name) => values[name] ?? name)], ',', '\r\n')}`);
  const { code, stdout } = await command(['validate', path, '--strict']);
  assert.equal(code, 0, stdout);
});

test('schema prints the schema that the sample catalogue has', async () => {
  const { stdout } = await command(['schema']);
  assert.equal(readFileSync(SAMPLE_SCHEMA, 'utf8'), stdout, './bin/sylva schema > content/front-matter.schema.json');
});
