// `sylva publish --watch`: every good change is published, a bad one told, until Ctrl-C.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { command } from '../../support/command.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { storeOf } from '../../support/publishing.ts';
import { oakPage } from '../../support/sources.ts';
import { SYLVA } from '../../support/sylva.ts';
import { stoppingAt } from '../../support/told-to-stop.ts';
import { until } from '../../support/until.ts';

function watching(t: TestContext, words: string[], env = {}) {
  const child = spawn(SYLVA, ['publish', '--watch', ...words], { env: { ...process.env, ...env } });
  t.after(() => child.kill('SIGKILL'));
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => {
    said.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said.error += chunk;
  });
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  return {
    said,
    ended,
    stop: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}

/** At once: the watch may look at any moment, on a busy machine also long after a file was emptied to be written. */
function save(t: TestContext, path: string, text: string): void {
  const written = join(temporaryFolder(t), 'written');
  writeFileSync(written, text);
  renameSync(written, path);
}

const oak = (number: number, fields: object = {}) => oakPage({ scientificName: `Quercus ${number}`, ...fields });

test('a saved change is published, a bad one is not, and much is not removed', async (t) => {
  const data = temporaryFolder(t);
  const files = Array.from({ length: 20 }, (_, number) => [`en/oak-${number}.md`, oak(number)]);
  const source = writeFiles(t, Object.fromEntries(files));
  const { said, stop } = watching(t, [source, '--data', data, '--json']);
  const told = async (count: number) => {
    await until(() => said.out.split('\n').length > count);
    return JSON.parse(said.out.split('\n')[count - 1]);
  };
  assert.equal((await told(1)).revision.id, 'r1');
  await until(() => said.error.includes('Watching'));

  save(t, join(source, 'en/oak-0.md'), oak(0, { title: 'Great oak' }));
  const second = await told(2);
  assert.deepEqual([second.published, second.revision.id, second.changed[0].slug], [true, 'r2', 'oak-0']);

  save(t, join(source, 'en/oak-0.md'), oak(0, { floweringSeason: 'Brumaire' }));
  const broken = await told(3);
  assert.deepEqual([broken.ok, broken.published, broken.errors[0].code], [false, false, 'bad-month']);

  save(t, join(source, 'en/oak-0.md'), oak(0, { title: 'Great oak' }));
  assert.deepEqual([(await told(4)).ok, (await told(4)).published], [true, false], 'as it was before');

  renameSync(join(source, 'en'), join(temporaryFolder(t), 'away'));
  const gone = await told(5);
  assert.deepEqual([gone.ok, gone.published], [false, false]);
  assert.equal(await stop(), 0);
  const { revisions } = await storeOf(t, data);
  assert.equal((await revisions.active())?.id, 'r2');
});

test('a person sees what becomes of each save, and that it goes on', async (t) => {
  const data = temporaryFolder(t);
  const source = writeFiles(t, { 'en/oak.md': oak(1) });
  const { said, stop } = watching(t, [source, '--data', data]);
  await until(() => said.error.includes(`Watching ${source}: Ctrl-C ends it.`));
  await until(() => said.out.includes('Published revision r1: 1 tree.'));
  save(t, join(source, 'en/oak.md'), oak(1, { title: 'Great oak' }));
  await until(() => /oak: title\.en\n\nPublished revision r2/.test(said.out));
  assert.equal(await stop(), 0);
});

test('Ctrl-C ends it well from the very moment in which something is told', async (t) => {
  const source = writeFiles(t, { 'en/oak.md': oak(1) });
  const words = [source, '--data', temporaryFolder(t), '--json'];
  for (const told of ['"published":true', '"published":false', 'Watching'])
    assert.deepEqual([told, await watching(t, words, stoppingAt(told)).ended], [told, 0]);

  const { said, ended } = watching(t, words, stoppingAt('"published":true'));
  await until(() => said.error.includes('Watching'));
  save(t, join(source, 'en/oak.md'), oak(1, { title: 'Great oak' }));
  assert.equal(await ended, 0, 'of what was saved');
});

test('what goes wrong at once is not watched', async (t) => {
  const source = writeFiles(t, { 'en/oak.md': oak(1) });
  const { code } = await command(['publish', source, '--watch', '--data', join(source, 'en/oak.md')]);
  assert.equal(code, 1);
  const missing = await command(['publish', join(source, 'none'), '--watch', '--data', join(source, 'data')]);
  assert.deepEqual([missing.code, missing.stderr], [1, `${join(source, 'none')} does not exist.\n`]);
});
