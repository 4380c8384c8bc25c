// Every recipe of the guide is run as it stands, against a real server, and prints what the guide says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from './support/folders.ts';
import { startSylva, sylva } from './support/sylva.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const run = promisify(execFile);

const PROGRAMS: Record<string, { file: string; command: string[] }> = {
  sh: { file: 'recipe.sh', command: ['sh', '-u'] },
  ts: { file: 'recipe.ts', command: [process.execPath] },
  python: { file: 'recipe.py', command: ['python3'] },
};

interface Recipe {
  language: string;
  code: string;
  /** What each run of it prints, one after the other. */
  printed: string[];
}

/** The blocks of a page: each of text belongs to the program above it. */
function recipesIn(page: string): Recipe[] {
  const recipes: Recipe[] = [];
  for (const [, language, code] of readFileSync(join(ROOT, page), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)) {
    if (language === 'text') recipes.at(-1)?.printed.push(code);
    else recipes.push({ language, code, printed: [] });
  }
  return recipes;
}

/** Without a language's program its recipes are left out, which is said; in CI that is a failure. */
async function canRun(program: string, t: TestContext): Promise<boolean> {
  const found = await run(program, ['--version']).catch(() => undefined);
  if (!found && process.env.SYLVA_TEST_REQUIRE_ALL) throw new Error(`there is no ${program}`);
  if (!found) t.diagnostic(`skipped: there is no ${program}`);
  return found !== undefined;
}

/** The client in the folder of somebody who packed and installed it as the guide says. */
async function installClient(t: TestContext): Promise<string> {
  const folder = writeFiles(t, { 'package.json': '{ "type": "module" }' });
  await run('npm', ['run', '--prefix', 'client', 'build'], { cwd: ROOT });
  await run('npm', ['pack', './client', '--pack-destination', folder], { cwd: ROOT });
  const [packed] = globSync('*.tgz', { cwd: folder });
  assert.ok(readFileSync(join(ROOT, 'docs/guide/README.md'), 'utf8').includes(`/${packed} `), `${packed} is not named`);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder });
  return folder;
}

function usersFolder(t: TestContext, client: string, files: Record<string, string>): string {
  const folder = writeFiles(t, { 'package.json': '{ "type": "module" }', ...files });
  cpSync(join(client, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  return folder;
}

interface Performance {
  folder: string;
  origin: string;
  key: string;
}

/** Runs a recipe's file in a folder; fails where it does. */
async function perform({ language }: Recipe, { folder, origin, key }: Performance): Promise<string> {
  const { file, command } = PROGRAMS[language];
  const [program, ...words] = command;
  const env = { ...process.env, SYLVA_URL: origin, SYLVA_KEY: key };
  return (await run(program, [...words, file], { cwd: folder, env })).stdout;
}

async function newKey(data: string): Promise<string> {
  const { stdout } = await sylva(['keys', 'create', '--name', 'Reader', '--data', data, '--json']);
  return JSON.parse(stdout).key;
}

const pages = globSync('docs/guide/*.md', { cwd: ROOT }).filter((page) => basename(page) !== 'README.md');

test('there is a recipe in each language on every page', () => {
  assert.equal(pages.length, 6);
  for (const page of pages) {
    const languages = recipesIn(page).map(({ language }) => language);
    assert.deepEqual([...new Set(languages)].sort(), ['python', 'sh', 'ts'], page);
  }
});

test('every recipe prints what the guide says', async (t) => {
  const data = temporaryFolder(t);
  await sylva(['publish', join(ROOT, 'content'), '--data', data]);
  const key = await newKey(data);
  const serve = (limit: string) =>
    startSylva(t, ['serve', '--data', data, '--rate-limit', limit, '--rate-window', '1']);
  const [plain, strict] = await Promise.all([serve('1000'), serve('5')]);
  const client = await installClient(t);
  const hasPython = await canRun('python3', t);

  for (const page of pages) {
    const { origin } = page.endsWith('rate-limit.md') ? strict : plain;
    for (const recipe of recipesIn(page).filter(({ language }) => language !== 'python' || hasPython)) {
      const { language, code, printed } = recipe;
      const folder = usersFolder(t, client, { [PROGRAMS[language].file]: code });
      assert.ok(printed.length > 0, `${page} does not say what the recipe in ${language} prints`);
      for (const expected of printed) {
        assert.equal(await perform(recipe, { folder, origin, key }), expected, `${page}, ${language}`);
      }
    }
  }
});

/** A server in front of another, which cuts off every answer to a second page in the middle. */
async function failingFront(t: TestContext, origin: string): Promise<string> {
  const front = createServer(async ({ url = '', method = 'GET', headers }, response) => {
    const answer = await fetch(origin + url, { method, headers: headers as Record<string, string> });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'content-length': body.length });
    if (/[?&]page=2/.test(url)) response.write(body.subarray(0, body.length / 2), () => response.destroy());
    else response.end(body);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.after(() => front.close());
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

test('a recipe that walks fails when a page does not come, and leaves the copy that was there', async (t) => {
  const data = temporaryFolder(t);
  await sylva(['publish', join(ROOT, 'content'), '--data', data]);
  const key = await newKey(data);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '1000']);
  const front = await failingFront(t, origin);
  const client = await installClient(t);
  const hasPython = await canRun('python3', t);
  const copy = { revision: 'r0\n', 'trees.ndjson': 'old\n', 'trees.json': '{"revision":"r0","trees":[]}' };

  const walks = ['docs/guide/paging.md', 'docs/guide/syncing.md'].flatMap(recipesIn);
  assert.equal(walks.length, 6);
  for (const recipe of walks.filter(({ language }) => language !== 'python' || hasPython)) {
    const { language, code } = recipe;
    const folder = usersFolder(t, client, { ...copy, [PROGRAMS[language].file]: code });
    await assert.rejects(perform(recipe, { folder, origin: front, key }), `${language} did not fail:\n${code}`);
    for (const [file, text] of Object.entries(copy)) assert.equal(readFileSync(join(folder, file), 'utf8'), text);
  }
});

test('the recipes in TypeScript are right by their types, too', async (t) => {
  const recipes = pages.flatMap(recipesIn).filter(({ language }) => language === 'ts');
  const files = Object.fromEntries(recipes.map(({ code }, index) => [`recipe-${index}.ts`, code]));
  const compilerOptions = { module: 'nodenext', target: 'esnext', strict: true, noEmit: true, types: ['node'] };
  const tsconfig = { compilerOptions: { ...compilerOptions, typeRoots: [join(ROOT, 'node_modules/@types')] } };
  const folder = usersFolder(t, await installClient(t), { ...files, 'tsconfig.json': JSON.stringify(tsconfig) });
  await run(TSC, ['-p', folder]).catch(({ stdout }) => assert.fail(stdout));
});
