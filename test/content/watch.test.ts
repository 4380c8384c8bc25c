// What a source is watched for: its own files and those that it is read with, and not what the service writes itself.

import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { stateOf } from '../../src/content/source/watch.ts';
import { command } from '../support/command.ts';
import { writeFiles } from '../support/folders.ts';
import { oakPage, readFiles } from '../support/sources.ts';

test('the service’s own data, in the middle of a source, is no content', async (t) => {
  const source = writeFiles(t, { 'en/oak.md': oakPage(), 'es/oak.md': oakPage() });
  const publish = () => command(['publish', source, '--data', join(source, 'data'), '--strict']);
  assert.equal((await publish()).code, 0);
  const before = stateOf(source);
  const again = await publish();
  assert.deepEqual([again.code, /Nothing has changed since revision r1/.test(again.stdout)], [0, true]);
  await command(['keys', 'create', '--name', 'Herbarium', '--data', join(source, 'data')]);
  assert.equal(stateOf(source), before);
  appendFileSync(join(source, 'en/oak.md'), 'More.\n');
  assert.notEqual(stateOf(source), before);
});

test('a folder that is called data is content like any other', (t) => {
  const { trees, passedOver } = readFiles(t, { 'data/en/oak.md': oakPage(), 'data/cache/README.md': 'None.' });
  assert.deepEqual([trees.length, passedOver.map(({ file }) => file)], [1, ['data/cache/README.md']]);
});

test('rules that an archive is read with are watched as well', (t) => {
  const folder = writeFiles(t, { 'flora.txt': 'taxonID\n', 'rules/own.yaml': 'description: A tree.' });
  mkdirSync(join(folder, 'other'));
  const state = () => stateOf(join(folder, 'flora.txt'), [join(folder, 'rules/own.yaml')]);
  const before = state();
  assert.equal(state(), before);
  appendFileSync(join(folder, 'rules/own.yaml'), '\n');
  assert.notEqual(state(), before);
});
