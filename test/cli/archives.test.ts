// Archives on the command line: published, chosen from, with rules for what they lack, and with slugs that stay.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { archiveFiles, CORE, DESCRIPTIONS, type TestTable, writeZip, zipOf } from '../support/archives.ts';
import { command } from '../support/command.ts';
import { loseRecords } from '../support/damage.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { contentOf, storeOf } from '../support/publishing.ts';

const archive = (t: TestContext, tables: TestTable[]) => writeZip(t, zipOf(archiveFiles(tables)), 'flora.zip');

async function publish(data: string, source: string, ...flags: string[]) {
  const { code, stdout, stderr } = await command(['publish', source, '--data', data, '--json', ...flags]);
  assert.equal(stderr.includes('Error:'), false, stderr);
  return { code, ...JSON.parse(stdout) };
}

async function slugsIn(t: TestContext, data: string): Promise<string[]> {
  const store = await storeOf(t, data);
  const active = await store.revisions.active();
  assert.ok(active);
  return (await contentOf(store, active)).trees.map(({ slug }) => slug);
}

test('an archive is published, and a taxon keeps its slug when its name changes', async (t) => {
  const data = temporaryFolder(t);
  assert.equal((await publish(data, archive(t, [CORE, DESCRIPTIONS]))).code, 0);
  assert.deepEqual(await slugsIn(t, data), ['ceiba-pentandra', 'quercus-robur']);
  const [first, ...others] = CORE.rows;
  const rows = [...others.toReversed(), first.with(1, 'Ceiba guineensis')];
  const again = await publish(data, archive(t, [{ ...CORE, rows }, DESCRIPTIONS]));
  assert.deepEqual([again.code, again.added, again.removed], [0, [], []]);
  assert.deepEqual((await slugsIn(t, data)).toSorted(), ['ceiba-pentandra', 'quercus-robur']);
});

test('--where takes some rows, --defaults gives what they lack, and both are told', async (t) => {
  const data = temporaryFolder(t);
  const rules = writeFiles(t, { 'rules.yaml': 'Description: "{family} tree."\n' });
  const flags = ['--where', 'family=fagaceae', '--defaults', join(rules, 'rules.yaml')];
  const { code, warnings, passedOver } = await publish(data, archive(t, [CORE]), ...flags);
  assert.equal(code, 0);
  assert.deepEqual(await slugsIn(t, data), ['quercus-robur']);
  assert.deepEqual(
    warnings.map(({ code: kind, file, line, field }: Record<string, unknown>) => [kind, file, line, field]),
    [['filled-in', 'rules.yaml', 1, 'description.en']],
  );
  assert.ok(passedOver.some(({ message }: { message: string }) => /--where chooses another family/.test(message)));
});

test('a choice that cannot be is wrong usage, and so is one of what is no archive', async (t) => {
  const source = archive(t, [CORE]);
  for (const [where, expected] of [
    ['famly=Fagaceae', /--where: “famly” is nothing to choose by: .*Did you mean family\?/],
    ['rank=genus', /“genus” is no rank that a tree may have: use species, subspecies/],
    ['family', /family has no value/],
    [';', /It says nothing/],
    ['family=a; family=b', /family stands twice/],
  ] as const) {
    const { code, stderr } = await command(['validate', source, '--where', where]);
    assert.equal(code, 2, where);
    assert.match(stderr.replace(/\s+/g, ' '), expected);
  }
  const table = writeFiles(t, { 'trees.csv': 'slug\n' });
  const { code, stderr } = await command(['validate', join(table, 'trees.csv'), '--where', 'rank=species']);
  assert.deepEqual([code, /are for Darwin Core Archives/.test(stderr)], [2, true]);
});

test('an archive repairs damaged rows, and its taxa keep the slugs of the snapshot on disk', async (t) => {
  const data = temporaryFolder(t);
  assert.equal((await publish(data, archive(t, [CORE, DESCRIPTIONS]))).code, 0);
  const [first, ...others] = CORE.rows;
  const renamed = archive(t, [{ ...CORE, rows: [first.with(1, 'Ceiba guineensis'), ...others] }, DESCRIPTIONS]);
  assert.equal((await publish(data, renamed)).code, 0);
  await loseRecords((await storeOf(t, data)).engine.db, 'ceiba-pentandra');
  const mended = await publish(data, renamed, '--mend');
  assert.deepEqual([mended.code, mended.refusal, mended.revision?.id], [0, null, 'r2']);
  assert.deepEqual((await slugsIn(t, data)).toSorted(), ['ceiba-pentandra', 'quercus-robur']);
});

test('an archive whose known slugs are damaged is not published without --mend', async (t) => {
  const data = temporaryFolder(t);
  const source = archive(t, [CORE, DESCRIPTIONS]);
  await publish(data, source);
  await loseRecords((await storeOf(t, data)).engine.db, 'ceiba-pentandra');
  const { code, stderr } = await command(['publish', source, '--data', data]);
  assert.deepEqual([code, /with --mend/.test(stderr)], [1, true]);
});
