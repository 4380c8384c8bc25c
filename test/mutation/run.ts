// `npm run test:mutation -- FOLDER …`: puts small faults into folders of src/ one at a time, runs the tests that reach each, and
// shows which were not noticed. `-- --since COMMIT` does it for the lines that were changed since, of all folders or those named;
// `--sample N` for so many lines of each, drawn by `--seed` (1 where it is left out): the same ones each time. What is known from
// an earlier run of a whole folder, of code and tests that are still the same, is not tried again.

import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TOOL = fileURLToPath(new URL('node_modules/@stryker-mutator/', import.meta.url));
const WORK = join(ROOT, 'node_modules/.cache/mutation');

/** Beside the folder of the same name: the tests of users see what these do. */
const ALSO: Record<string, string[]> = {
  catalogue: ['test/http/operations.test.ts', 'test/http/questions.test.ts', 'test/http/exports.test.ts'],
  snapshot: ['test/catalogue/*.test.ts'],
  domain: ['test/content/**/*.test.ts', 'test/http/operations.test.ts', 'test/catalogue/likeness.property.test.ts'],
  access: ['test/http/access.test.ts', 'test/models/limiter-memory.test.ts'],
};

/** Words of messages are for people to judge. */
const LEFT_ALONE = ['StringLiteral'];

interface Mutant {
  mutatorName: string;
  status: string;
  replacement?: string;
  location: { start: { line: number; column: number } };
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { since: { type: 'string' }, sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const isWhole = values.since === undefined && values.sample === undefined;
const changed = values.since ? changedLines(values.since) : [];
const folders =
  positionals.length > 0 ? positionals : [...new Set(changed.map(({ file }) => file.split('/')[1] as string))];
if (folders.length === 0) throw new Error('Say which folders of src/, or --since COMMIT.');
mkdirSync(WORK, { recursive: true });
for (const folder of folders) report(folder, run(folder, isWhole ? [`src/${folder}/**/*.ts`] : drawnOf(folder)));

interface Line {
  file: string;
  number: number;
}

/** Lines with code in them, as `src/a.ts:7-7`; of a sample those whose hash with the seed is least. */
function drawnOf(folder: string): string[] {
  const lines = values.since ? changed.filter(({ file }) => file.startsWith(`src/${folder}/`)) : linesOf(folder);
  const drawn = lines
    .filter(hasCode)
    .map(({ file, number }) => `${file}:${number}-${number}`)
    .map((range) => ({ range, draw: hash('sha1', `${values.seed} ${range}`) }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .map(({ range }) => range);
  return values.sample ? drawn.slice(0, Number(values.sample)) : drawn;
}

function linesOf(folder: string): Line[] {
  return globSync(`src/${folder}/**/*.ts`, { cwd: ROOT }).flatMap((file) =>
    textOf(file).map((_, index) => ({ file, number: index + 1 })),
  );
}

function hasCode({ file, number }: Line): boolean {
  const line = textOf(file)[number - 1] as string;
  return /\w/.test(line) && !/^\s*(?:\/\/|\/?\*|import|export interface|interface|type)/.test(line);
}

function textOf(file: string): string[] {
  return readFileSync(join(ROOT, file), 'utf8').split('\n');
}

function changedLines(commit: string): Line[] {
  const diff = execFileSync('git', ['diff', '-U0', commit, '--', 'src'], { cwd: ROOT, encoding: 'utf8' });
  let file = '';
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length);
    const [, start, length = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))?/.exec(line) ?? [];
    if (!start || !file.endsWith('.ts')) return [];
    return Array.from({ length: Number(length) }, (_, index) => ({ file, number: Number(start) + index }));
  });
}

/** Most of those that start the real command take too long, and what only their processes reach counts as not reached. */
function testsOf(folder: string): string[] {
  const files = [`test/${folder}/**/*.test.ts`, ...(ALSO[folder] ?? [])].flatMap((glob) =>
    globSync(glob, { cwd: ROOT }),
  );
  return files.filter((file) => !/support\/(sylva|serve|siege)/.test(readFileSync(join(ROOT, file), 'utf8')));
}

function run(folder: string, mutate: string[]): Record<string, { mutants: Mutant[] }> {
  const result = join(WORK, `${folder}.json`);
  const config = join(WORK, `${folder}.config.json`);
  const settings = {
    testRunner: 'tap',
    plugins: [`${TOOL}tap-runner/dist/src/index.js`],
    tap: {
      testFiles: testsOf(folder),
      nodeArgs: ['--test-reporter=tap', '-r', '{{hookFile}}', '{{testFile}}'],
      forceBail: true,
    },
    mutate,
    // Its copy is newer than the packages, which a command that a test starts would install again: under the feet of all others.
    buildCommand: 'touch -t 200001010000 package-lock.json',
    mutator: { excludedMutations: LEFT_ALONE },
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 20_000,
    // Our TypeScript has no programming interface, and nothing here needs one.
    tsconfigFile: 'none.json',
    disableTypeChecks: false,
    ignorePatterns: ['/dist', '.git', 'test/mutation', 'test/tools', 'test/runtimes'],
    incremental: isWhole,
    incrementalFile: join(WORK, `${folder}.incremental.json`),
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: result },
  };
  writeFileSync(config, JSON.stringify(settings));
  const { status } = spawnSync(process.execPath, [`${TOOL}core/bin/stryker.js`, 'run', config], {
    cwd: ROOT,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`The campaign over ${folder} ended with ${status}.`);
  return JSON.parse(readFileSync(result, 'utf8')).files;
}

function report(folder: string, files: Record<string, { mutants: Mutant[] }>): void {
  const all = Object.entries(files).flatMap(([file, { mutants }]) => mutants.map((mutant) => ({ file, ...mutant })));
  const tried = all.filter(({ status }) => status !== 'Ignored');
  const missed = tried.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  for (const { file, location, mutatorName, replacement, status } of missed)
    console.log(`${file}:${location.start.line}:${location.start.column} ${status} ${mutatorName} → ${replacement}`);
  const noticed = tried.length - missed.length;
  console.log(`${folder}: ${noticed} of ${tried.length} noticed, ${((100 * noticed) / tried.length).toFixed(1)} %`);
}
