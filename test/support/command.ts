// A command in the process of the test, for tests of what it does: a process of its own takes ten times as long.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { Output } from '../../src/cli/framework/output.ts';
import './plain-text.ts';
import type { Outcome } from './sylva.ts';

/** Not for what serves or asks a person; one at a time where it is run in another folder. */
export async function command(words: string[], env: NodeJS.ProcessEnv = {}, cwd?: string): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'sylva-said-'));
  const files = ['stdout', 'stderr'].map((name) => join(folder, name));
  const [standard, error] = files.map((file) => openSync(file, 'w'));
  const before = process.cwd();
  try {
    if (cwd) process.chdir(cwd);
    const output = new Output(standard, error);
    const code = await runCommandLine(words, { ...process.env, ...env }, output);
    await output.isOut();
    const [stdout, stderr] = files.map((file) => readFileSync(file, 'utf8'));
    return { code, stdout, stderr };
  } finally {
    if (cwd) process.chdir(before);
    for (const each of [standard, error]) closeSync(each);
    rmSync(folder, { recursive: true });
  }
}

/** One that must succeed, and what it says as JSON. */
export async function commandJson(words: string[], env: NodeJS.ProcessEnv = {}): Promise<any> {
  const { code, stdout, stderr } = await command([...words, '--json'], env);
  if (code !== 0) throw new Error(`sylva ${words.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}
