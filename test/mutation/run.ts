// `npm run test:mutation -- FOLDER …`: puts small faults into folders of src/ one at a time, runs the tests that reach each, and
// shows which were not noticed. `-- --since COMMIT` does it for the lines that were changed since; `--sample N` for so many lines
// of each folder, drawn by `--seed` (1 where it is left out): the same ones each time. What is known from an earlier run of a
// whole folder, of code and tests that are still the same, is not tried again.

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
  domain: ['test/content/*.test.ts', 'test/http/operations.test.ts', 'test/catalogue/likeness.property.test.ts'],
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
const folders = values.since ? [...new Set(changed.map((range) => range.split('/')[1]))] : positionals;
if (folders.length === 0) throw new Error('Say which folders of src/, or --since COMMIT.');
mkdirSync(WORK, { recursive: true });
for (const folder of folders) {
  const mutate = values.since
    ? changed.filter((range) => range.startsWith(`src/${folder}/`))
    : values.sample
      ? sampleOf(folder, Number(values.sample), Number(values.seed))
      : [`src/${folder}/**/*.ts`];
  report(folder, run(folder, mutate));
}

/** So many lines with code in them, as `src/a.ts:7-7`: those whose hash with the seed is least. */
function sampleOf(folder: string, size: number, seed: number): string[] {
  const lines = globSync(`src/${folder}/**/*.ts`, { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ line, range: `${file}:${index + 1}-${index + 1}` })),
  );
  return lines
    .filter(({ line }) => /\w/.test(line) && !/^\s*(?:\/\/|\/?\*|import|export interface|interface|type)/.test(line))
    .map(({ range }) => ({ range, draw: hash('sha1', `${seed} ${range}`) }))
    .sort((a, b) => (a.draw < b.draw ? -1 : 1))
    .slice(0, size)
    .map(({ range }) => range);
}

/** As `src/a.ts:1-2`. */
function changedLines(commit: string): string[] {
  const diff = execFileSync('git', ['diff', '-U0', commit, '--', 'src'], { cwd: ROOT, encoding: 'utf8' });
  let file = '';
  return diff.split('\n').flatMap((line) => {
    if (line.startsWith('+++ b/')) file = line.slice('+++ b/'.length);
    const [, start, length = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))?/.exec(line) ?? [];
    return start && Number(length) > 0 && file.endsWith('.ts') ? [`${file}:${start}-${+start + +length - 1}`] : [];
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
