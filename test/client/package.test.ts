// The client as a package: built, type-checked and used from outside, as its users would.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
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
const { buildTypeScript, packTypeScript } = await import(new URL('../../bin/clients.mjs', import.meta.url).href);

const TYPED = `
import { type Cache, type ExportedTree, MemoryCache, NotFoundError, SylvaClient, type TreeRecord } from 'sylva-client';
export async function use() {
  const cache: Cache = new MemoryCache({ maxEntries: 10 });
  const client = new SylvaClient({ baseUrl: 'https://trees.example.org', cache });
  const list = await client.trees.list({ family: 'Fagaceae', tag: ['a', 'b'], sort: 'title', facets: ['family'] });
  const total: number = list.pagination.total;
  const titles: string[] = [];
  for await (const tree of client.trees.all({ locale: 'es' }, { onChange: 'restart' })) {
    const record: TreeRecord = tree;
    titles.push(record.title);
  }
  const copy = new Map<string, ExportedTree>();
  await client.sync({ since: 'r1', onUpsert: (tree) => void copy.set(tree.slug, tree), onRemove: (slug) => void copy.delete(slug) });
  for await (const tree of (await client.exports.trees()).trees) titles.push(tree['title.es'] ?? tree.family);
  const heights = (await client.changes.since('r1', { view: 'detail' })).changes.map(({ tree }) => tree?.maxHeight);
  // @ts-expect-error: no tree in this view
  (await client.changes.since('r1', { view: 'none' })).changes[0]?.tree;
  // @ts-expect-error: no such field to sort by
  client.trees.list({ sort: 'height' });
  // @ts-expect-error: no such parameter
  client.families.list({ page: 2 });
  return [total, titles, heights, (error: unknown) => error instanceof NotFoundError && error.problem?.detail];
}
`;

const USED = `
const client = new SylvaClient({ baseUrl: process.argv[2] });
async function use() {
  const seen = await Array.fromAsync(client.trees.all());
  const error = await client.trees.get('none').catch((each) => each);
  console.log(seen.length, seen[0].slug, error instanceof NotFoundError);
}
use();
`;

/** As Node 20 was before it could require ES modules. */
const OLD_REQUIRE = '--no-experimental-require-module';

function optionsFor(module: string, moduleResolution: string, ...files: string[]): string {
  const common = { target: 'es2022', lib: ['es2022', 'dom'], types: [], strict: true, noEmit: true };
  return JSON.stringify({ compilerOptions: { ...common, module, moduleResolution }, files });
}

/** The package as the service offers it, unpacked where `npm install` puts it. */
async function install(t: TestContext, files: Record<string, string | Buffer>) {
  const folder = writeFiles(t, { 'package.json': '{ "type": "module" }', ...files });
  const own = join(folder, 'node_modules/sylva-client');
  mkdirSync(own, { recursive: true });
  const [dist, archive] = ['dist', 'sylva-client.tgz'].map((name) => join(folder, name));
  await buildTypeScript(dist);
  writeFileSync(archive, packTypeScript(dist));
  await run('tar', ['-xzf', archive, '-C', own, '--strip-components=1']);
  const manifest = () => JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  return { folder, own, manifest };
}

test('the packed package serves its users: types in every resolution, ES modules and CommonJS', async (t) => {
  const { folder, own, manifest } = await install(t, {
    'typed.ts': TYPED,
    'typed.cts': TYPED,
    'used.js': `import { NotFoundError, SylvaClient } from 'sylva-client';${USED}`,
    'used.cjs': `const { NotFoundError, SylvaClient } = require('sylva-client');${USED}`,
    'nodenext.json': optionsFor('nodenext', 'nodenext', 'typed.ts', 'typed.cts'),
    'bundler.json': optionsFor('esnext', 'bundler', 'typed.ts'),
  });
  const { origin } = await startTestService(t, { trees: [makeTree()] });
  const check = (project: string) =>
    run(TSC, ['-p', join(folder, project)]).catch(({ stdout }) => assert.fail(`${project}: ${stdout}`));
  const use = async (file: string) => {
    const { stdout } = await run(process.execPath, [OLD_REQUIRE, join(folder, file), origin]);
    assert.equal(stdout, '1 ceiba-pentandra true\n', file);
  };
  const command = join(own, manifest().bin['sylva-client']);
  assert.match(readFileSync(command, 'utf8'), /^#!\/usr\/bin\/env node\n/);
  const env = { SYLVA_URL: origin };
  const [synced] = await Promise.all([
    run(process.execPath, [command, 'sync', 'copy'], { cwd: folder, env }),
    ...['nodenext.json', 'bundler.json'].map(check),
    ...['used.js', 'used.cjs'].map(use),
  ]);
  assert.equal(synced.stdout, `1 trees: ${join('copy', 'trees-r1.ndjson')}\n`);

  // What `node10` knows: `main` and `types`.
  const { exports: _, ...old } = manifest();
  writeFileSync(join(own, 'package.json'), JSON.stringify(old));
  await Promise.all([check('bundler.json'), use('used.cjs')]);
});

test('every link in the packed README leads somewhere', async () => {
  const text = readFileSync(join(ROOT, 'client/README.md'), 'utf8');
  const headings = Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading.toLowerCase().replaceAll(' ', '-'),
  );
  const targets = Array.from(text.matchAll(/\]\((?!https:)([^)]*)\)/g), ([, target]) => target);
  assert.ok(targets.length > 0);
  for (const target of targets) assert.ok(headings.includes(target.slice(1)), target);
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
