// The API's description in the hands of others: validators and generators that are not ours read it from a running service,
// and call the service by it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { build } from 'esbuild';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { GENERATORS, TELL } from '../../support/generators.ts';
import { missing } from '../../support/missing.ts';
import { SAMPLE_FAMILIES } from '../../support/sample.ts';
import { startSylva, sylva } from '../../support/sylva.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TOOLS = join(ROOT, 'test/tools/node_modules');
/** Debian's own, which finds the packages of Debian; another one may come first on the way to programs. */
const PYTHON = '/usr/bin/python3';
const run = promisify(execFile);

/** The sample catalogue, served to somebody with a key. */
async function startService(t: TestContext): Promise<{ origin: string; key: string }> {
  const data = temporaryFolder(t);
  await sylva(['publish', join(ROOT, 'content'), '--data', data]);
  const { stdout } = await sylva(['keys', 'create', '--name', 'Consumer', '--data', data, '--json']);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '100000']);
  return { origin, key: JSON.parse(stdout).key };
}

const CALLS: Record<string, [operation: string, status: number]> = {
  '/trees?pageSize=100': ['/trees', 200],
  '/trees?search=oak&facets=family&facets=tag&locale=es': ['/trees', 200],
  '/trees?page=1000000': ['/trees', 200],
  '/trees?page=0&famly=x&%zz=1&=1': ['/trees', 400],
  '/trees/ceiba-pentandra': ['/trees/{slug}', 200],
  '/trees/quercus-robur?locale=es': ['/trees/{slug}', 200],
  '/trees/none': ['/trees/{slug}', 404],
  '/families?locale=es': ['/families', 200],
  '/families?page=1': ['/families', 400],
};

/** As ajv-formats has it: Ajv itself knows no formats, and says so of each. */
const FORMATS = { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/ };

test('Ajv in its default strictness compiles every schema without a word, and finds every answer right', async (t) => {
  const { origin, key } = await startService(t);
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as any;
  const said: string[] = [];
  const say = (...words: unknown[]) => said.push(words.join(' '));
  const ajv = new Ajv2020({ formats: FORMATS, logger: { log: say, warn: say, error: say } });
  const { schemas, responses } = document.components;
  for (const [name, schema] of Object.entries<any>(schemas)) ajv.addSchema(schema, `#/components/schemas/${name}`);
  for (const name of Object.keys(schemas)) assert.ok(ajv.getSchema(`#/components/schemas/${name}`), name);

  const hold = async (path: string, operation: string, expected: number, headers: Record<string, string>) => {
    const answer = await fetch(`${origin}/api/v1${path}`, { headers });
    assert.equal(answer.status, expected, path);
    const described = document.paths[operation].get.responses[expected];
    const response = described.$ref ? responses[described.$ref.split('/').at(-1)] : described;
    const [type] = (answer.headers.get('content-type') ?? '').split(';');
    const isRight = ajv.validate(response.content[type].schema, await answer.json());
    assert.ok(isRight, `${path}: ${ajv.errorsText()}`);
  };
  for (const [path, [operation, status]] of Object.entries(CALLS)) {
    await hold(path, operation, status, { 'x-api-key': key });
    await hold(path, operation, 401, {});
  }
  for (const { get } of Object.values<any>(document.paths)) {
    for (const { schema } of get.parameters) assert.ok(ajv.compile(schema));
  }
  assert.deepEqual(said, []);
});

const TYPED = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.d.ts';

const [origin, key] = process.argv.slice(2) as [string, string];
const client = createClient<paths>({ baseUrl: origin + '/api/v1', headers: { 'X-API-Key': key } });

const list = await client.GET('/trees', {
  params: { query: { family: ['Fagaceae', 'Fabaceae'], sort: 'scientificName', pageSize: 3, facets: ['family'] } },
});
const names: string[] = list.data!.data.map((tree) => tree.scientificName);
const family: string | undefined = list.data!.data[0]?.family;
const counted: number | undefined = list.data!.facets?.family?.[0]?.count;

const one = await client.GET('/trees/{slug}', { params: { path: { slug: 'ceiba-pentandra' }, query: { locale: 'es' } } });
const months: string[] = one.data!.data.floweringSeason;

const families = await client.GET('/families');
const total: number = families.data!.meta.totalFamilies;

// @ts-expect-error: no such field to sort by
const wrong = await client.GET('/trees', { params: { query: { sort: 'height' } } });
const codes: string[] = [wrong.error!.code, ...wrong.error!.errors!.map(({ parameter }) => parameter)];

// A code that comes later is one, too.
const later: NonNullable<typeof wrong.error>['code'] = 'to-come';
codes.push(later);

console.log(JSON.stringify({ family, names: names.length, counted: typeof counted, months: months.length > 0, total, codes }));
`;

const COMPILER_OPTIONS = {
  ...{ module: 'nodenext', target: 'es2024', lib: ['es2024', 'dom'], types: ['node'], strict: true, noEmit: true },
  ...{
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    typeRoots: [join(ROOT, 'node_modules/@types')],
  },
};

test('openapi-typescript makes types that a program with openapi-fetch is right by, and its calls are answered', async (t) => {
  const { origin, key } = await startService(t);
  const folder = writeFiles(t, {
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files: ['program.ts'] }),
    'program.ts': TYPED,
  });
  symlinkSync(TOOLS, join(folder, 'node_modules'));
  await run(join(TOOLS, '.bin/openapi-typescript'), [`${origin}/openapi.json`, '-o', join(folder, 'schema.d.ts')]);
  for (const tsc of [join(ROOT, 'node_modules/.bin/tsc'), join(TOOLS, '.bin/tsc')]) {
    await run(tsc, ['-p', folder]).catch(({ stdout }) => assert.fail(stdout));
  }
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), origin, key]);
  const codes = ['invalid-parameter', 'sort', 'to-come'];
  const right = { names: 3, counted: 'number', months: true, total: SAMPLE_FAMILIES, codes };
  assert.deepEqual(JSON.parse(stdout), { family: 'Fabaceae', ...right });
});

for (const { name, files, command, program } of GENERATORS) {
  test(`${name} makes a client that a program with data[0].family compiles with, and its calls are answered`, async (t) => {
    const { origin, key } = await startService(t);
    const api = `${origin}/api/v1`;
    const document = await (await fetch(`${origin}/openapi.json`)).text();
    const compilerOptions = { ...COMPILER_OPTIONS, module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true };
    const folder = writeFiles(t, {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['program.ts'] }),
      'openapi.json': document,
      'program.ts': `${program}${TELL}`,
      ...files(api),
    });
    symlinkSync(TOOLS, join(folder, 'node_modules'));
    const [generator, ...words] = command;
    const tell = ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(stdout + stderr);
    await run(join(TOOLS, '.bin', generator), words, { cwd: folder }).catch(tell);
    for (const tsc of [join(ROOT, 'node_modules/.bin/tsc'), join(TOOLS, '.bin/tsc')])
      await run(tsc, ['-p', folder]).catch(tell);
    const outfile = join(folder, 'bundle.mjs');
    await build({ entryPoints: [join(folder, 'program.ts')], outfile, bundle: true, platform: 'node', format: 'esm' });
    const { stdout } = await run(process.execPath, [outfile, api, key]).catch(tell);
    const list = (await (await fetch(`${api}/trees?family=Fagaceae`, { headers: { 'x-api-key': key } })).json()) as any;
    const right = { family: 'Fagaceae', hasDate: 'string', total: list.pagination.total, code: 'tree-not-found' };
    assert.deepEqual(JSON.parse(stdout), right);
  });
}

/** Whether Debian's Python has a package; the test is else skipped, and says so; in CI that is a failure. */
async function hasJsonschema(t: TestContext): Promise<boolean> {
  const found = await run(PYTHON, ['-c', 'import jsonschema']).catch(() => undefined);
  const reason = missing(`jsonschema for ${PYTHON} (Debian: apt-get install python3-jsonschema)`, found);
  if (reason) t.skip(reason);
  return found !== undefined;
}

test('a Python program with jsonschema finds every answer right, and every limit where the document says it is', async (t) => {
  if (!(await hasJsonschema(t))) return;
  const { origin, key } = await startService(t);
  const program = fileURLToPath(new URL('consumer.py', import.meta.url));
  const { stdout } = await run(PYTHON, [program, origin, key]).catch(({ stderr }) => assert.fail(stderr));
  assert.ok(Number(stdout) > 80, `only ${stdout} answers were held`);
});
