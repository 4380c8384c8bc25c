// `npm run test:broken -- [WORD …]`: turns the service into one that is broken on purpose, one fault of the table at a time, and
// runs the campaign that should notice. Fails where one does not. A word picks the faults whose campaign or text has it.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAULTS, type Fault } from './faults.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONGEST_MILLISECONDS = 15 * 60_000;

/** A copy of the working tree; what takes long to copy is linked, file by file. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sylva-broken-'));
  const run = (...words: string[]) => execFileSync(words[0], words.slice(1), { cwd: ROOT });
  for (const path of readdirSync(ROOT).filter((name) => name !== '.git'))
    run('cp', path === 'node_modules' ? '-al' : '-a', path, copy);
  return copy;
}

/** The file before it was broken. */
function breakIn(tree: string, { file, before, after }: Fault): string {
  const path = join(tree, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(before).length !== 2) throw new Error(`${file} does not have once: ${before}`);
  writeFileSync(
    path,
    whole.replace(before, () => after),
  );
  return whole;
}

/** Whether the campaign failed, and the first thing that did. */
function noticed(tree: string, command: string): { isNoticed: boolean; by: string } {
  const env = { ...process.env, PATH: `${join(tree, 'node_modules/.bin')}:${process.env.PATH}` };
  const { status, stdout } = spawnSync('sh', ['-c', `./bin/setup && ${command}`], {
    cwd: tree,
    env,
    encoding: 'utf8',
    timeout: LONGEST_MILLISECONDS,
    maxBuffer: 2 ** 28,
  });
  const [, failed = ''] = /^\s*✖ (.*?)(?: \([\d.]+ms\))?$/m.exec(stdout) ?? [];
  return { isNoticed: status !== 0, by: failed };
}

const words = process.argv.slice(2);
const chosen = FAULTS.filter(({ campaign, what }) => words.every((word) => `${campaign} ${what}`.includes(word)));
const tree = copyTree();
let missed = 0;
console.log('| campaign | broken on purpose | noticed by |\n| --- | --- | --- |');
for (const fault of chosen) {
  const whole = breakIn(tree, fault);
  const { isNoticed, by } = noticed(tree, fault.command);
  writeFileSync(join(tree, fault.file), whole);
  if (!isNoticed) missed++;
  console.log(`| \`${fault.campaign}\` | ${fault.what} | ${isNoticed ? by || 'yes' : '**nobody**'} |`);
}
rmSync(tree, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;
