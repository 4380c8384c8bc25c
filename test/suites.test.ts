// Every test file belongs to a suite, and every suite that CI names is run by it.

import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { SUITES } from './suites.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('every test file belongs to a suite', () => {
  const patterns = Object.entries(SUITES).flatMap(
    ([name, { files }]) => files ?? [`test/extended/${name}/**/*.test.ts`],
  );
  const files = globSync('test/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] });
  assert.ok(files.length > 200);
  assert.deepEqual(
    files.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern))),
    [],
  );
});

test('every folder of extended tests is a suite of that name', () => {
  for (const folder of readdirSync(join(ROOT, 'test/extended'))) assert.ok(folder in SUITES, folder);
});

test('every file that CI takes of a suite is there', () => {
  for (const { ci } of Object.values(SUITES))
    for (const file of Array.isArray(ci) ? ci : []) assert.equal(globSync(file, { cwd: ROOT }).length, 1, file);
});

test('CI runs npm test and what the suites name', () => {
  const lines = read('.ci/run').split('\n');
  for (const line of ['npm test', 'npm run test:extended -- --ci']) assert.ok(lines.includes(line), line);
});

test('docs/testing.md says what each suite tests', () => {
  const page = read('docs/testing.md').replace(/ +/g, ' ');
  for (const [name, { purpose }] of Object.entries(SUITES))
    assert.ok(page.includes(`| \`${name}\` | ${purpose} |`), name);
});
