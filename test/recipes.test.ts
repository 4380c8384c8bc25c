// Every recipe of the guide is run as it stands, against a real server, and prints what the guide says.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from './support/folders.ts';
import { type RunningSylva, startSylva, sylva } from './support/sylva.ts';

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

/** The built client, as it is installed. */
async function buildClient(t: TestContext): Promise<string> {
  const folder = writeFiles(t, { 'package.json': readFileSync(join(ROOT, 'client/package.json')) });
  await run(TSC, ['-p', join(ROOT, 'client'), '--outDir', join(folder, 'dist')]);
  return folder;
}

/** A folder of somebody who has installed the client. */
function usersFolder(t: TestContext, client: string, files: Record<string, string>): string {
  const folder = writeFiles(t, { 'package.json': '{ "type": "module" }', ...files });
  cpSync(client, join(folder, 'node_modules/sylva-client'), { recursive: true });
  return folder;
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
  const client = await buildClient(t);
  const hasPython = await canRun('python3', t);

  const perform = async ({ language, code, printed }: Recipe, { origin }: RunningSylva, page: string) => {
    const { file, command } = PROGRAMS[language];
    const [program, ...words] = command;
    const folder = usersFolder(t, client, { [file]: code });
    assert.ok(printed.length > 0, `${page} does not say what the recipe in ${language} prints`);
    for (const expected of printed) {
      const env = { ...process.env, SYLVA_URL: origin, SYLVA_KEY: key };
      const { stdout } = await run(program, [...words, file], { cwd: folder, env });
      assert.equal(stdout, expected, `${page}, ${language}`);
    }
  };
  for (const page of pages) {
    const server = page.endsWith('rate-limit.md') ? strict : plain;
    const recipes = recipesIn(page).filter(({ language }) => language !== 'python' || hasPython);
    for (const recipe of recipes) await perform(recipe, server, page);
  }
});

test('the recipes in TypeScript are right by their types, too', async (t) => {
  const recipes = pages.flatMap(recipesIn).filter(({ language }) => language === 'ts');
  const files = Object.fromEntries(recipes.map(({ code }, index) => [`recipe-${index}.ts`, code]));
  const compilerOptions = { module: 'nodenext', target: 'esnext', strict: true, noEmit: true, types: ['node'] };
  const tsconfig = { compilerOptions: { ...compilerOptions, typeRoots: [join(ROOT, 'node_modules/@types')] } };
  const folder = usersFolder(t, await buildClient(t), { ...files, 'tsconfig.json': JSON.stringify(tsconfig) });
  await run(TSC, ['-p', folder]).catch(({ stdout }) => assert.fail(stdout));
});
