// The client as a package: built, type-checked and used from outside, as its users would.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fileOf, VERSIONS } from '../../scripts/client-version.ts';
import { versionNumber } from '../../src/config/installation.ts';
import { readSettings } from '../../src/config/settings.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { writeFiles } from '../support/folders.ts';
import { startTestService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const run = promisify(execFile);

const TYPED = `
import { type Cache, type ExportedTree, MemoryCache, NotFoundError, SylvaClient, type TreeRecord } from 'sylva-client';
const cache: Cache = new MemoryCache({ maxEntries: 10 });
const client = new SylvaClient({ baseUrl: 'https://trees.example.org', cache });
const list = await client.trees.list({ family: 'Fagaceae', tag: ['a', 'b'], sort: 'title', facets: ['family'] });
export const total: number = list.pagination.total;
export const titles: string[] = [];
for await (const tree of client.trees.all({ locale: 'es' }, { onChange: 'restart' })) {
  const record: TreeRecord = tree;
  titles.push(record.title);
}
const copy = new Map<string, ExportedTree>();
await client.sync({ since: 'r1', onUpsert: (tree) => void copy.set(tree.slug, tree), onRemove: (slug) => void copy.delete(slug) });
for await (const tree of (await client.exports.trees()).trees) titles.push(tree['title.es'] ?? tree.family);
export const heights = (await client.changes.since('r1', { view: 'detail' })).changes.map(({ tree }) => tree?.maxHeight);
// @ts-expect-error: no tree in this view
(await client.changes.since('r1', { view: 'none' })).changes[0]?.tree;
// @ts-expect-error: no such field to sort by
client.trees.list({ sort: 'height' });
// @ts-expect-error: no such parameter
client.families.list({ page: 2 });
export const said = (error: unknown) => error instanceof NotFoundError && error.problem?.detail;
`;

const USED = `
import { NotFoundError, SylvaClient } from 'sylva-client';
const client = new SylvaClient({ baseUrl: process.argv[2] });
const seen = await Array.fromAsync(client.trees.all());
const error = await client.trees.get('none').catch((each) => each);
console.log(seen.length, seen[0].slug, error instanceof NotFoundError);
`;

function optionsFor(module: string, moduleResolution: string): string {
  const common = { target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, noEmit: true };
  return JSON.stringify({ compilerOptions: { ...common, module, moduleResolution }, files: ['typed.ts'] });
}

test('the built package serves its users: types in every resolution, and plain JavaScript', async (t) => {
  const folder = writeFiles(t, {
    'package.json': '{ "type": "module" }',
    'node_modules/sylva-client/package.json': readFileSync(join(ROOT, 'client/package.json')),
    'typed.ts': TYPED,
    'used.js': USED,
    'nodenext.json': optionsFor('nodenext', 'nodenext'),
    'bundler.json': optionsFor('esnext', 'bundler'),
  });
  const dist = join(folder, 'node_modules/sylva-client/dist');
  for (const project of ['client', 'client/tsconfig.command.json'])
    await run(TSC, ['-p', join(ROOT, project), '--outDir', dist]);
  for (const project of ['nodenext.json', 'bundler.json']) {
    await run(TSC, ['-p', join(folder, project)]).catch(({ stdout }) => assert.fail(`${project}: ${stdout}`));
  }
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const { stdout } = await run(process.execPath, [join(folder, 'used.js'), origin]);
  assert.equal(stdout, '1 ceiba-pentandra true\n');
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8'));
  const command = join(dist, '..', bin['sylva-client']);
  assert.match(readFileSync(command, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  const synced = await run(process.execPath, [command, 'sync', 'copy'], { cwd: folder, env: { SYLVA_URL: origin } });
  assert.equal(synced.stdout, `1 trees: ${join('copy', 'trees-r1.ndjson')}\n`);
});

test('the types are those of the document', () => {
  const document = JSON.stringify(openApiDocument(readSettings({}, {})));
  const types = readFileSync(join(ROOT, 'client/src/api.ts'), 'utf8');
  assert.ok(types.includes(`// Document: ${hash('sha256', document)}\n`), 'run npm run generate');
});

test('the clients have the version of the service', () => {
  assert.equal(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).version, versionNumber());
  for (const [name, place] of Object.entries(VERSIONS))
    assert.equal(place.exec(readFileSync(fileOf(name), 'utf8'))?.[0], versionNumber(), name);
});

test('the package depends on nothing', () => {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'client/package.json'), 'utf8'));
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
});
