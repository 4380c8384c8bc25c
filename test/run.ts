// Runs suites of tests: `node test/run.ts NAME…`, or `--extended [NAME…]` for all but core, or `--ci` for what every change must pass.
// Prints failures, skips, the time of each suite, and last `N passed, N failed, N skipped`.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SUITES, type Suite } from './suites.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache');
const FILES_IN_A_PROCESS = 8;
const MAX_OUTPUT_CHUNKS = 100;
const TIMEOUT_MILLISECONDS = 15 * 60_000;

interface Result {
  passed: number;
  failed: number;
  skipped: number;
}

const words = process.argv.slice(2);
const onlyCi = words.includes('--ci');
const names = chosenNames(words.filter((word) => !word.startsWith('--')));
const total: Result = { passed: 0, failed: 0, skipped: 0 };
const times: string[] = [];

for (const name of names) {
  const startedAt = performance.now();
  if (names.length > 1) console.log(`\n${name}: ${SUITES[name].purpose}`);
  const result = await runSuite(name, SUITES[name]);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  times.push(`${name.padEnd(16)}${`${seconds} s`.padStart(7)}  ${textOf(result)}`);
  for (const key of Object.keys(total) as (keyof Result)[]) total[key] += result[key];
}
console.log(`\n${times.join('\n')}\n`);
console.log(textOf(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

function chosenNames(chosen: string[]): string[] {
  const unknown = chosen.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) {
    const list = Object.entries(SUITES).map(([name, { purpose }]) => `  ${name.padEnd(16)}${purpose}`);
    console.error(`There is no suite named ${unknown.join(', ')}. Choose from:\n${list.join('\n')}`);
    process.exit(2);
  }
  if (chosen.length > 0) return chosen;
  return Object.keys(SUITES).filter((name) => name !== 'core' && (!onlyCi || SUITES[name].ci));
}

function textOf({ passed, failed, skipped }: Result): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function filesOf(name: string, { files, ci }: Suite): string[] {
  const patterns = onlyCi && Array.isArray(ci) ? ci : (files ?? [`test/extended/${name}/**/*.test.ts`]);
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).toSorted();
}

async function runSuite(name: string, suite: Suite): Promise<Result> {
  const { packages = [], processes = 1, sharesProcesses = false } = suite;
  for (const folder of packages) execFileSync('./bin/tools', [folder], { cwd: ROOT, stdio: 'inherit' });
  const files = filesOf(name, suite);
  const manyCases = name === 'core' || onlyCi ? {} : { SYLVA_TEST_LONG: '1' };
  const events = run({
    cwd: ROOT,
    files: sharesProcesses ? groupsOf(name, files) : files.map((file) => join(ROOT, file)),
    concurrency: processes,
    timeout: TIMEOUT_MILLISECONDS,
    env: { NODE_COMPILE_CACHE: join(CACHE, 'compile'), ...manyCases, ...process.env } as Record<string, string>,
  });
  const result = { passed: 0, failed: 0, skipped: 0 };
  const output: string[] = [];
  for await (const text of Readable.from(notable(events, result, output)).compose(spec)) process.stdout.write(text);
  if (result.failed > 0) console.log(`\nThe last output of the tests:\n${output.slice(-MAX_OUTPUT_CHUNKS).join('')}`);
  return result;
}

/** Modules that each import some of the files. */
function groupsOf(name: string, files: string[]): string[] {
  const folder = join(CACHE, 'tests', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return Array.from({ length: Math.ceil(files.length / FILES_IN_A_PROCESS) }, (_, index) => {
    const group = files.slice(index * FILES_IN_A_PROCESS, (index + 1) * FILES_IN_A_PROCESS);
    const path = join(folder, `${String(index).padStart(2, '0')}.mjs`);
    writeFileSync(path, group.map((file) => `import ${JSON.stringify(pathToFileURL(join(ROOT, file)))};\n`).join(''));
    return path;
  });
}

/** Counts everything, collects the output, and yields failures and skips. */
async function* notable(events: ReturnType<typeof run>, result: Result, output: string[]) {
  for await (const event of events) {
    const { type, data } = event as any;
    if (type === 'test:stderr' || type === 'test:stdout') output.push(data.message);
    if (type === 'test:fail') result.failed++;
    if (type === 'test:pass') result[data.skip === undefined ? 'passed' : 'skipped']++;
    if (type === 'test:fail' || data?.skip !== undefined) yield event;
  }
}
