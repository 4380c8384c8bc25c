// `npm run test:broken -- [WORD …]`: turns the service into one that is broken on purpose, one fault of the table at a time, and
// runs the campaign that should notice. Fails where one does not, or fails without the fault as well. A word picks the faults whose
// campaign or text has it.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAULTS, type Fault } from './faults.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONGEST_SECONDS = 30 * 60;
/** As `timeout` has it. */
const OUT_OF_TIME = [124, 137];

/** A copy of the working tree; what takes long to copy is linked, file by file. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'sylva-broken-'));
  const copyInto = (...words: string[]) => execFileSync('cp', [...words, copy], { cwd: ROOT });
  for (const path of readdirSync(ROOT).filter((name) => name !== '.git'))
    copyInto(path === 'node_modules' ? '-al' : '-a', path);
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

/** Whether the campaign failed, and the first thing that did. One that comes to no end says nothing either way. */
function run(tree: string, command: string): { hasFailed: boolean; by: string } {
  const env = { ...process.env, PATH: `${join(tree, 'node_modules/.bin')}:${process.env.PATH}` };
  execFileSync('./bin/setup', { cwd: tree, env });
  // It ends what the campaign has started as well.
  const within = ['--kill-after=30', `${LONGEST_SECONDS}`, 'sh', '-c', command];
  const { status, stdout } = spawnSync('timeout', within, { cwd: tree, env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (OUT_OF_TIME.includes(status ?? 0)) throw new Error(`This came to no end in ${LONGEST_SECONDS} s: ${command}`);
  const [, failed = ''] = /^\s*✖ (.*?)(?: \([\d.]+ms\))?$/m.exec(stdout) ?? [];
  return { hasFailed: status !== 0, by: failed };
}

const soundness = new Map<string, boolean>();

/** Whether it passes where nothing is broken: it is tried once. */
function isSound(tree: string, command: string): boolean {
  const known = soundness.get(command) ?? !run(tree, command).hasFailed;
  soundness.set(command, known);
  return known;
}

/** By whom a fault was noticed; undefined where it was not, or where that means nothing. */
function noticedBy(tree: string, fault: Fault): string | undefined {
  const whole = breakIn(tree, fault);
  const { hasFailed, by } = run(tree, fault.command);
  writeFileSync(join(tree, fault.file), whole);
  return hasFailed && isSound(tree, fault.command) ? by || 'yes' : undefined;
}

const words = process.argv.slice(2);
const chosen = FAULTS.filter(({ campaign, what }) => words.every((word) => `${campaign} ${what}`.includes(word)));
const tree = copyTree();
let missed = 0;
console.log('| campaign | broken on purpose | noticed by |\n| --- | --- | --- |');
for (const fault of chosen) {
  const by = noticedBy(tree, fault);
  if (by === undefined) missed++;
  const why = soundness.get(fault.command) === false ? '**fails without the fault, too**' : '**nobody**';
  console.log(`| \`${fault.campaign}\` | ${fault.what} | ${by ?? why} |`);
}
rmSync(tree, { recursive: true, force: true });
process.exitCode = missed === 0 ? 0 : 1;
