// The map that a source brings, from its file to the service: it is of its revision, wherever that goes.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { command, commandJson } from '../../support/command.ts';
import { privatePostgres, withoutPostgres } from '../../support/engines.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { COSTA_RICA, featureOf, mapOf } from '../../support/maps.ts';
import { startPreview } from '../../support/previews.ts';
import { oakPage } from '../../support/sources.ts';
import { startSylva } from '../../support/sylva.ts';

const OAK = { 'en/oak.md': oakPage({ distribution: ['Limón', 'Heredia'] }) };
const LIMON_ALONE = mapOf([featureOf('Limón', [-83.8, 9.5, -82.6, 10.8])]);

/** The names on the map that a service has. */
async function regionsAt(t: TestContext, where: string[], key: string): Promise<string[] | undefined> {
  const { origin } = await startSylva(t, ['serve', ...where]);
  const answer = await fetch(`${origin}/api/v1/map`, { headers: { 'x-api-key': key } });
  assert.equal(answer.status, 200);
  return ((await answer.json()) as any).data?.regions.map(({ name }: any) => name);
}

async function publishedMap(t: TestContext) {
  const [data, source] = [temporaryFolder(t), writeFiles(t, { ...OAK, 'regions.geojson': COSTA_RICA })];
  await commandJson(['publish', source, '--data', data]);
  const { key } = await commandJson(['keys', 'create', '--name', 'Reader', '--data', data]);
  return { data, source, key };
}

test('another map alone is another revision that says so, and going back brings back the first', async (t) => {
  const { data, source, key } = await publishedMap(t);
  writeFileSync(join(source, 'regions.geojson'), LIMON_ALONE);
  const { revision, map, changed } = await commandJson(['publish', source, '--data', data]);
  assert.deepEqual([revision.id, changed.length, map.length], ['r2', 0, 7]);
  assert.deepEqual(await regionsAt(t, ['--data', data], key), ['Limón']);
  const { stdout } = await command(['revisions', 'diff', 'r1', 'r2', '--data', data]);
  assert.match(stdout, /Map \(7\):\n {2}Alajuela\n/);
  await commandJson(['revisions', 'activate', 'r1', '--data', data]);
  assert.equal((await regionsAt(t, ['--data', data], key))?.length, 7);
  const again = await commandJson(['publish', source, '--data', data]);
  assert.deepEqual([again.published, again.map.length], [true, 7]);
});

test('a backup and a copy in PostgreSQL have the map', { skip: withoutPostgres }, async (t) => {
  const { data, key } = await publishedMap(t);
  const [file, restored] = [join(data, 'all.backup'), temporaryFolder(t)];
  await commandJson(['backup', file, '--data', data]);
  await commandJson(['restore', file, '--data', restored]);
  assert.equal((await regionsAt(t, ['--data', restored], key))?.length, 7);
  const database = await (await privatePostgres()).database();
  await commandJson(['store', 'copy', '--from', `sqlite:${join(data, 'sylva.db')}`, '--to', database]);
  const where = ['--data', temporaryFolder(t), '--database', database];
  assert.equal((await regionsAt(t, where, key))?.length, 7);
});

test('a snapshot that is compiled again from the store has the map', async (t) => {
  const { data, key } = await publishedMap(t);
  rmSync(join(data, 'cache'), { recursive: true });
  assert.equal((await regionsAt(t, ['--data', data], key))?.length, 7);
});

test('a preview follows the map', async (t) => {
  const { save, remove, checked, running } = await startPreview(t, { ...OAK, 'regions.geojson': LIMON_ALONE });
  const regions = async () => {
    const { data } = (await (await fetch(`${running.origin}/api/v1/map`)).json()) as any;
    return data?.regions.length;
  };
  assert.equal(await regions(), 1);
  save('regions.geojson', COSTA_RICA);
  await checked(({ revision }) => revision === 'r2');
  assert.equal(await regions(), 7);
  save('regions.geojson', '{');
  const { findings } = await checked(({ errors }) => errors > 0);
  assert.equal(findings[0]?.file, 'regions.geojson');
  assert.equal(await regions(), 7);
  remove('regions.geojson');
  await checked(({ revision }) => revision === 'r3');
  assert.equal(await regions(), undefined);
});
