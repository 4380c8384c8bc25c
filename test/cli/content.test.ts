// `sylva validate` and `sylva publish`, as a maintainer runs them.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';

const GOOD = '---\ntitle: Oak\nscientificName: Quercus robur\nfamily: Fagaceae\ndescription: A tree.\n---\n';
const BAD = '---\ntitle: Oak\nfamily: Fagaceae\ndescription: A tree.\nfloweringSeason: Sometime\n---\n';

test('validate says that good content is good', async (t) => {
  const { code, stdout } = await command(['validate', writeFiles(t, { 'en/oak.md': GOOD, 'es/oak.md': GOOD })]);
  assert.equal(code, 0);
  assert.match(stdout, /1 tree, 0 errors, 0 warnings/);
});

test('validate shows every problem with its place, errors and warnings apart, and fails', async (t) => {
  const source = writeFiles(t, { 'en/oak.md': BAD, 'en/elm.md': GOOD });
  const { code, stdout } = await command(['validate', source]);
  assert.equal(code, 1);
  assert.match(stdout, /Warnings:\n {2}en\/elm\.md:1: /);
  assert.match(
    stdout,
    /Errors:\n {2}en\/oak\.md:1 scientificName: .*\n {2}en\/oak\.md:5 floweringSeason: “Sometime” is not a month/,
  );
});

test('validate --json is for scripts', async (t) => {
  const { code, stdout } = await command(['validate', '--json', writeFiles(t, { 'en/oak.md': BAD })]);
  const report = JSON.parse(stdout);
  assert.equal(code, 1);
  assert.equal(report.ok, false);
  assert.deepEqual(
    report.errors.map(({ code, file, line, field }: any) => [code, file, line, field]),
    [
      ['missing-field', 'en/oak.md', 1, 'scientificName'],
      ['bad-month', 'en/oak.md', 5, 'floweringSeason'],
    ],
  );
  assert.ok(report.errors.every(({ severity, message }: any) => severity === 'error' && message.length > 10));
});

test('publish stores a revision, and the same content no second one', async (t) => {
  const data = temporaryFolder(t);
  const source = writeFiles(t, { 'en/oak.md': GOOD });
  const first = await command(['publish', source, '--data', data, '--json', '--note', 'spring']);
  assert.equal(first.code, 0);
  const { revision, published, warnings } = JSON.parse(first.stdout);
  assert.deepEqual([revision.id, revision.note, revision.trees, published], ['r1', 'spring', 1, true]);
  assert.deepEqual(
    warnings.map(({ code }: any) => code),
    ['one-language'],
  );

  const again = await command(['publish', source, '--data', data]);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /Nothing has changed since revision r1/);
  const other = await command(['publish', writeFiles(t, { 'en/elm.md': GOOD }), '--data', data]);
  assert.match(other.stdout, /Published revision r2/);
});

test('publish of content with errors leaves everything as it was', async (t) => {
  const data = temporaryFolder(t);
  const { code, stdout } = await command(['publish', writeFiles(t, { 'en/oak.md': BAD }), '--data', data]);
  assert.equal(code, 1);
  assert.match(stdout, /Nothing was published: 0 trees, 2 errors, 1 warning/);
  assert.deepEqual(readdirSync(data), []);
});

test('the data folder may come from a variable, and a flag wins over it', async (t) => {
  const [variable, flag] = [temporaryFolder(t), temporaryFolder(t)];
  const source = writeFiles(t, { 'en/oak.md': GOOD });
  await command(['publish', source], { SYLVA_DATA: variable });
  await command(['publish', source, '--data', join(flag, 'deep/er')], { SYLVA_DATA: variable });
  assert.ok(existsSync(join(variable, 'sylva.db')));
  assert.ok(existsSync(join(flag, 'deep/er/sylva.db')));
});
