// What a process that was killed left of a file, and what a run after it takes away: its own, and nothing else.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { putInPlace } from '../../src/store/files.ts';
import { backUp, restore } from '../../src/store/maintenance/backup.ts';
import { temporaryFolder } from '../support/folders.ts';
import { editionRows, publishRows, storeOf } from '../support/stores.ts';

/** Of a process that has ended. */
const gone = spawnSync(process.execPath, ['-e', '']).pid;

function leave(folder: string, names: string[]): void {
  for (const name of names) writeFileSync(join(folder, name), 'unfinished');
}

test('a backup and a restore take away what killed ones left, whatever its date', async (t) => {
  const [data, backups, restored] = [temporaryFolder(t), temporaryFolder(t), temporaryFolder(t)];
  await publishRows(await storeOf(t, data), editionRows(1));
  const unfinished = `sylva-2026-12-31.backup.${gone}.tmp`;
  leave(backups, [unfinished, `${unfinished}-journal`, `sylva-2027-01-01.backup.${gone}.tmp`]);
  await backUp(join(data, 'sylva.db'), join(backups, 'sylva-2027-01-01.backup'));
  assert.deepEqual(readdirSync(backups), ['sylva-2027-01-01.backup']);

  leave(restored, [`sylva.db.${gone}.tmp`]);
  await restore(join(backups, 'sylva-2027-01-01.backup'), join(restored, 'sylva.db'), 'ada@server');
  assert.deepEqual(
    readdirSync(restored).filter((name) => name.endsWith('.tmp')),
    [],
  );
});

test('the log that a process of the same number left does not spoil what is written', async (t) => {
  const folder = temporaryFolder(t);
  const own = `trees.backup.${process.pid}.tmp`;
  leave(folder, [own, `${own}-journal`, `${own}-wal`, `${own}-shm`]);
  await putInPlace(join(folder, 'trees.backup'), async (temporary) => {
    assert.deepEqual(readdirSync(folder), [own]);
    writeFileSync(temporary, 'whole');
  });
  assert.deepEqual(readdirSync(folder), ['trees.backup']);
});

test('two files that are written at once, whose names differ in digits alone, do not disturb each other', async (t) => {
  const folder = temporaryFolder(t);
  await putInPlace(join(folder, 'r1.json'), async (temporary) => {
    writeFileSync(temporary, 'one');
    await putInPlace(join(folder, 'r2.json'), async (other) => writeFileSync(other, 'two'));
  });
  assert.deepEqual(readdirSync(folder), ['r1.json', 'r2.json']);
});

test('what a running process writes, what has another name, and what is no file stays', async (t) => {
  const [folder, elsewhere] = [temporaryFolder(t), join(temporaryFolder(t), 'letters')];
  writeFileSync(elsewhere, 'dear');
  const others = [
    `trees.csv.${process.ppid}.tmp`,
    `trees.csv.${gone}.tmp.bak`,
    `trees.csv.${gone}.tmp-old`,
    `trees.csv.x${gone}.tmp`,
    `trees.csv.${gone}`,
    `other.csv.${gone}.tmp`,
    `my-trees.csv.${gone}.tmp`,
    'trees.csv.0.tmp',
    'trees.csv.tmp',
  ];
  leave(folder, others);
  symlinkSync(elsewhere, join(folder, `trees.csv.${gone}.tmp`));
  mkdirSync(join(folder, `trees.csv.${gone}.tmp-journal`));
  const before = readdirSync(folder);
  await putInPlace(join(folder, 'trees.csv'), async (temporary) => writeFileSync(temporary, 'whole'));
  assert.deepEqual(readdirSync(folder), [...before, 'trees.csv'].sort());
  assert.equal(readFileSync(elsewhere, 'utf8'), 'dear');
});
