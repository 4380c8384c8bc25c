// Every recipe of the guide is run as it stands, against a real server, and prints what the guide says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { presentCopy } from '../../support/copies.ts';
import { startCuttingFront } from '../../support/cutting-front.ts';
import { temporaryFolder, writeFiles } from '../../support/folders.ts';
import { missing } from '../../support/missing.ts';
import { SAMPLE_TREES } from '../../support/sample.ts';
import { startSylva, sylva } from '../../support/sylva.ts';
import { until } from '../../support/until.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TSC = join(ROOT, 'node_modules/.bin/tsc');
const run = promisify(execFile);

const PROGRAMS: Record<string, { file: string; command: string[] }> = {
  sh: { file: 'recipe.sh', command: ['sh', '-u'] },
  ts: { file: 'recipe.ts', command: [process.execPath] },
  python: { file: 'recipe.py', command: ['python3'] },
  r: { file: 'recipe.R', command: ['Rscript'] },
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
  const reason = missing(program, found);
  if (reason) t.diagnostic(`skipped: ${reason}`);
  return found !== undefined;
}

/** Those whose language is there. */
async function runnable(t: TestContext): Promise<(recipe: Recipe) => boolean> {
  const [python, r] = [await canRun('python3', t), await canRun('Rscript', t)];
  return ({ language }) => ({ python, r })[language] ?? true;
}

/** The client in the folder of somebody who packed and installed it as the guide says. */
async function installClient(t: TestContext): Promise<string> {
  const folder = writeFiles(t, { 'package.json': '{ "type": "module" }' });
  await run('npm', ['pack', './client', '--pack-destination', folder], { cwd: ROOT });
  const [packed] = globSync('*.tgz', { cwd: folder });
  assert.ok(readFileSync(join(ROOT, 'docs/guide/README.md'), 'utf8').includes(`/${packed}"`), `${packed} is not named`);
  if (await run('Rscript', ['--version']).catch(() => undefined)) {
    mkdirSync(join(folder, 'library'));
    await run('R', ['CMD', 'INSTALL', '--no-docs', `--library=${join(folder, 'library')}`, join(ROOT, 'clients/r')]);
  }
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder });
  return folder;
}

function usersFolder(t: TestContext, client: string, files: Record<string, string>): string {
  const folder = writeFiles(t, { 'package.json': '{ "type": "module" }', ...files });
  for (const part of ['node_modules', 'library'])
    if (existsSync(join(client, part))) cpSync(join(client, part), join(folder, part), { recursive: true });
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
  const env = {
    ...process.env,
    SYLVA_URL: origin,
    SYLVA_KEY: key,
    R_LIBS_USER: join(folder, 'library'),
    LC_ALL: 'C.UTF-8',
  };
  return (await run(program, [...words, file], { cwd: folder, env })).stdout;
}

async function newKey(data: string): Promise<string> {
  const { stdout } = await sylva(['keys', 'create', '--name', 'Reader', '--data', data, '--json']);
  return JSON.parse(stdout).key;
}

const pages = globSync('docs/guide/*.md', { cwd: ROOT }).filter((page) => basename(page) !== 'README.md');

test('there is a recipe in each language on every page', () => {
  assert.equal(pages.length, 7);
  for (const page of pages) {
    const languages = recipesIn(page).map(({ language }) => language);
    assert.deepEqual([...new Set(languages)].sort(), ['python', 'r', 'sh', 'ts'], page);
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
  const canBeRun = await runnable(t);

  for (const page of pages) {
    const { origin } = page.endsWith('rate-limit.md') ? strict : plain;
    for (const recipe of recipesIn(page).filter(canBeRun)) {
      const { language, code, printed } = recipe;
      const folder = usersFolder(t, client, { [PROGRAMS[language].file]: code });
      assert.ok(printed.length > 0, `${page} does not say what the recipe in ${language} prints`);
      for (const expected of printed) {
        assert.equal(await perform(recipe, { folder, origin, key }), expected, `${page}, ${language}`);
      }
    }
  }
});

/** A server in front of another, which cuts off in the middle every answer whose address is like this. */
async function failingFront(t: TestContext, origin: string, address: RegExp): Promise<string> {
  const front = createServer(async ({ url = '', method = 'GET', headers }, response) => {
    const answer = await fetch(origin + url, { method, headers: headers as Record<string, string> });
    const body = Buffer.from(await answer.arrayBuffer());
    const { 'content-encoding': _, ...others } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, { ...others, 'content-length': body.length });
    if (address.test(url)) response.write(body.subarray(0, body.length / 2), () => response.destroy());
    else response.end(body);
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  t.after(() => front.close());
  return `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
}

/** A server of the sample, and how it comes to other content. */
async function serveSample(t: TestContext) {
  const data = temporaryFolder(t);
  const publish = async (source: string) => {
    const { code, stderr } = await sylva(['publish', source, '--data', data]);
    assert.equal(code, 0, stderr);
  };
  await publish(join(ROOT, 'content'));
  await sylva(['allow', 'add', '127.0.0.1', '--data', data]);
  const key = await newKey(data);
  const { origin } = await startSylva(t, ['serve', '--data', data, '--rate-limit', '10000']);
  const canBeRun = await runnable(t);
  return { origin, key, publish, canBeRun, client: await installClient(t) };
}

test('a recipe that walks fails when a page does not come', async (t) => {
  const { origin, key, client, canBeRun } = await serveSample(t);
  const front = await failingFront(t, origin, /[?&]page=2/);
  const walks = recipesIn('docs/guide/paging.md');
  assert.equal(walks.length, 4);
  for (const recipe of walks.filter(canBeRun)) {
    const { language, code } = recipe;
    const folder = usersFolder(t, client, { [PROGRAMS[language].file]: code });
    await assert.rejects(perform(recipe, { folder, origin: front, key }), `${language} did not fail:\n${code}`);
  }
});

/** The sample with so many trees changed, two removed and one added. */
function editedSample(t: TestContext, changed: number): string {
  const folder = temporaryFolder(t);
  cpSync(join(ROOT, 'content'), folder, { recursive: true });
  const files = globSync('trees/en/*.md', { cwd: folder }).sort();
  for (const file of files.slice(0, changed)) {
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), `${text}\nOne more line.\n`);
  }
  for (const file of files.slice(-2)) {
    for (const each of [file, file.replace('/en/', '/es/')]) rmSync(join(folder, each), { force: true });
  }
  const added = readFileSync(join(folder, files[0]), 'utf8').replace(/^slug:.*\n/m, '');
  writeFileSync(join(folder, 'trees/en/zelkova-nova.md'), added);
  return folder;
}

/** What a recipe made: the trees by slug, and of which revision they are. */
function copyIn(folder: string) {
  if (existsSync(join(folder, 'trees.json'))) return JSON.parse(readFileSync(join(folder, 'trees.json'), 'utf8'));
  const [file, ...others] = globSync('{.,copy}/trees-r*.ndjson', { cwd: folder });
  assert.deepEqual(others, []);
  if (file === undefined) return undefined;
  return { revision: /r\d+/.exec(basename(file))?.[0], trees: bySlug(readFileSync(join(folder, file), 'utf8')) };
}

const bySlug = (lines: string) =>
  Object.fromEntries(
    lines
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .map((tree) => [tree.slug, tree]),
  );

async function presentIn(origin: string) {
  const { revision, text } = await presentCopy(`${origin}/api/v1`);
  return { revision, trees: bySlug(text) };
}

/** The recipes that ask for themselves: the clients have tests of their own. */
const byHand = ({ code }: Recipe) => !/sylva-client|library\(sylva\)/.test(code);

test('a copy is a whole revision, whatever is cut off on the way, and the next run brings it up', async (t) => {
  const { origin, key, publish, client, canBeRun } = await serveSample(t);
  const cuts = await Promise.all([/exports/, /changes/, /page=2/].map((each) => failingFront(t, origin, each)));
  const recipes = recipesIn('docs/guide/syncing.md').filter(canBeRun);
  const folders = recipes.map(({ language, code }) => usersFolder(t, client, { [PROGRAMS[language].file]: code }));
  const first = await presentIn(origin);
  for (const [index, recipe] of recipes.entries()) {
    const folder = folders[index];
    await assert.rejects(perform(recipe, { folder, origin: cuts[0], key }), recipe.code);
    assert.equal(copyIn(folder), undefined);
    await perform(recipe, { folder, origin, key });
    assert.deepEqual(copyIn(folder), first, recipe.code);
  }
  await publish(editedSample(t, 105));
  const second = await until(async () => {
    const now = await presentIn(origin);
    return now.revision === 'r2' && now;
  });
  for (const [index, recipe] of recipes.entries()) {
    const folder = folders[index];
    for (const front of byHand(recipe) ? cuts : cuts.slice(0, 2)) {
      await assert.rejects(perform(recipe, { folder, origin: front, key }), recipe.code);
      assert.deepEqual(copyIn(folder), first);
    }
    await perform(recipe, { folder, origin, key });
    assert.deepEqual(copyIn(folder), second, recipe.code);
  }
});

const rangesOf = (requests: IncomingMessage[]) =>
  requests.map(({ headers }) => `${headers.range ?? 'all'}${headers['if-range'] ? ' if the same' : ''}`);

test('a download that is cut goes on where it was, in the same run and in the next, and begins anew after a publish', async (t) => {
  const { origin, key, publish, client, canBeRun } = await serveSample(t);
  const recipes = recipesIn('docs/guide/syncing.md').filter(byHand).filter(canBeRun);
  const newFolder = ({ language, code }: Recipe) => usersFolder(t, client, { [PROGRAMS[language].file]: code });
  const failing = async (recipe: Recipe, folder: string) => {
    const { baseUrl, requests } = await startCuttingFront(t, origin, () => 20_000);
    await assert.rejects(perform(recipe, { folder, origin: baseUrl, key }), recipe.code);
    assert.equal(copyIn(folder), undefined);
    const rest = [20, 40, 60, 80].map((thousand) => `bytes=${thousand}000- if the same`);
    assert.deepEqual(rangesOf(requests), ['all', ...rest], recipe.code);
  };
  const begun = recipes.map((recipe) => ({ recipe, part: newFolder(recipe), whole: newFolder(recipe) }));
  for (const { recipe, part, whole } of begun) {
    for (const folder of [part, whole]) await failing(recipe, folder);
    const { baseUrl, requests } = await startCuttingFront(t, origin, (_, number) => (number < 3 ? 10_000 : undefined));
    await perform(recipe, { folder: whole, origin: baseUrl, key });
    const rest = [100, 110, 120].map((thousand) => `bytes=${thousand}000- if the same`);
    assert.deepEqual(rangesOf(requests), rest);
    assert.deepEqual(copyIn(whole), await presentIn(origin), recipe.code);
  }
  await publish(editedSample(t, 45));
  const second = await until(async () => {
    const now = await presentIn(origin);
    return now.revision === 'r2' && now;
  });
  for (const { recipe, part, whole } of begun) {
    await perform(recipe, { folder: part, origin, key });
    const { baseUrl, requests } = await startCuttingFront(t, origin, () => undefined);
    await perform(recipe, { folder: whole, origin: baseUrl, key });
    for (const folder of [part, whole]) assert.deepEqual(copyIn(folder), second, recipe.code);
    assert.ok(requests.length <= 3, `${requests.length} requests for 48 changes:\n${recipe.code}`);
  }
});

test('a download that lost only its end mark is whole', async (t) => {
  const { origin, key, client, canBeRun } = await serveSample(t);
  const present = await presentIn(origin);
  const length = Buffer.byteLength((await presentCopy(`${origin}/api/v1`)).text);
  for (const recipe of recipesIn('docs/guide/syncing.md').filter(byHand).filter(canBeRun)) {
    const folder = usersFolder(t, client, { [PROGRAMS[recipe.language].file]: recipe.code });
    const { baseUrl, requests } = await startCuttingFront(t, origin, (_, number) =>
      number === 1 ? length : undefined,
    );
    await perform(recipe, { folder, origin: baseUrl, key });
    assert.deepEqual(rangesOf(requests), ['all', `bytes=${length}- if the same`], recipe.code);
    assert.deepEqual(copyIn(folder), present, recipe.code);
  }
});

test('a copy that is too old for changes is fetched anew', async (t) => {
  const { origin, key, client, canBeRun } = await serveSample(t);
  // No revision has so many digits, so no instance may still load it.
  const revision = 'r9999999999';
  const old = {
    'trees.json': JSON.stringify({ revision, trees: {} }),
    [`trees-${revision}.ndjson`]: '',
    [`copy/trees-${revision}.ndjson`]: '',
  };
  for (const recipe of recipesIn('docs/guide/syncing.md').filter(canBeRun)) {
    const { language, code } = recipe;
    const isOfJson = code.includes('trees.json');
    const files = Object.entries(old).filter(([name]) => name.endsWith('.json') === isOfJson);
    const folder = usersFolder(t, client, { ...Object.fromEntries(files), [PROGRAMS[language].file]: code });
    assert.match(await perform(recipe, { folder, origin, key }), new RegExp(`${SAMPLE_TREES} trees`));
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
