// Names of a file on the command line: what each means beside what the file says.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { command, commandJson } from '../support/command.ts';
import { temporaryFolder, writeFiles } from '../support/folders.ts';
import { onTerminal } from '../support/terminal.ts';
import { copiesOf } from '../support/whole-file.ts';

const SAMPLE = fileURLToPath(new URL('../../content', import.meta.url));

const publishedSample = copiesOf(async (t) => {
  const data = temporaryFolder(t);
  assert.equal((await command(['publish', SAMPLE, '--data', data])).code, 0);
  return { data };
});

async function published(t: TestContext): Promise<string> {
  return (await publishedSample(t)).data;
}

function fileOf(t: TestContext, name: string, text: string): string {
  return join(writeFiles(t, { [name]: text }), name);
}

test('the columns of a table are kept, and what each name means stands after them', async (t) => {
  const data = await published(t);
  const table =
    'id,Scientific name,note\n1,"Bombax pentandrum L.","a, b"\n2,QUERCUS ROBUR,\n\n3,Quecus robr,x\n4,Quercus,\n5,,\n';
  const { code, stdout } = await command(['names', 'match', fileOf(t, 'list.csv', table), '--data', data]);
  assert.equal(code, 0);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'id,Scientific name,note,match.status,match.slug,match.scientificName,match.candidates',
    '1,Bombax pentandrum L.,"a, b",synonym,ceiba-pentandra,Ceiba pentandra,',
    '2,QUERCUS ROBUR,,accepted,quercus-robur,Quercus robur,',
    '3,Quecus robr,x,fuzzy,quercus-robur,Quercus robur,',
    '4,Quercus,,ambiguous,,,quercus-costaricensis|quercus-robur|quercus-suber',
    '5,,,none,,,',
  ]);
});

test('what the cells of a table hold is written as it is, and on a terminal nothing of it does harm', async (t) => {
  const data = await published(t);
  const note = 'a\tb\u200cc\u200dd\u00ade\u202ef\x1b[2Jg';
  const words = ['names', 'match', fileOf(t, 'list.csv', `name,note\nKapok,"${note}"\n`), '--data', data];
  const { stdout } = await command(words);
  assert.equal(stdout.split('\n')[1], `Kapok,"${note}",commonName,ceiba-pentandra,Ceiba pentandra,`);
  const shown = await onTerminal(words, 200);
  assert.match(shown, /\nKapok,"a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffd\[2Jg",commonName,/);
});

test('cells that no column has a name for get columns without one, before what each name means', async (t) => {
  const data = await published(t);
  const table = 'Name;x\nKapok;1;2;3\nGinkgo biloba\n';
  const { stdout } = await command(['names', 'match', fileOf(t, 'list.csv', table), '--data', data]);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'Name,x,,,match.status,match.slug,match.scientificName,match.candidates',
    'Kapok,1,2,3,commonName,ceiba-pentandra,Ceiba pentandra,',
    'Ginkgo biloba,,,,accepted,ginkgo-biloba,Ginkgo biloba,',
  ]);
});

test('a list has a name on each line, and JSON tells the same', async (t) => {
  const data = await published(t);
  const path = fileOf(t, 'list.txt', '\ufeffKapok\r\n\r\n  Ginkgo biloba L.\r\n');
  const { stdout } = await command(['names', 'match', path, '--data', data]);
  assert.match(
    stdout,
    /^name,match\.status.*\nKapok,commonName,ceiba-pentandra,Ceiba pentandra,\nGinkgo biloba L\.,accepted,/,
  );
  assert.deepEqual((await commandJson(['names', 'match', path, '--data', data]))[1], {
    name: 'Ginkgo biloba L.',
    status: 'accepted',
    slug: 'ginkgo-biloba',
    scientificName: 'Ginkgo biloba',
    candidates: [],
  });
});

test('another column may be named, and one that is not there is wrong usage', async (t) => {
  const data = await published(t);
  const path = fileOf(t, 'list.tsv', 'name\tbaum\nx\tKapok\n');
  const match = (...flags: string[]) => command(['names', 'match', path, ...flags, '--data', data]);
  assert.match((await match('--column', 'Baum')).stdout, /\nx,Kapok,commonName,/);
  assert.match((await match()).stdout, /\nx,Kapok,none,/);
  const wrong = await match('--column', 'tree');
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /no column “tree”; there are “name”, “baum”/);
});

test('a file that cannot be read, or is broken, and a store without a catalogue are failures', async (t) => {
  const data = await published(t);
  const none = await command(['names', 'match', join(data, 'none.csv'), '--data', data]);
  assert.deepEqual([none.code, /cannot be read/.test(none.stderr)], [1, true]);
  const broken = await command(['names', 'match', fileOf(t, 'a.csv', 'name\n"Kapok\n'), '--data', data]);
  assert.deepEqual([broken.code, /Line 2: A quote is opened/.test(broken.stderr)], [1, true]);
  const empty = temporaryFolder(t);
  await command(['keys', 'create', '--name', 'x', '--data', empty]);
  const unpublished = await command(['names', 'match', fileOf(t, 'b.txt', 'Kapok'), '--data', empty]);
  assert.deepEqual([unpublished.code, /Nothing has been published/.test(unpublished.stderr)], [1, true]);
});
