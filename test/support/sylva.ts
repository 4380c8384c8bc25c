// The real command, run as a person would.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import './held-answers.ts';
import './plain-text.ts';

export const SYLVA = fileURLToPath(new URL('../../bin/sylva', import.meta.url));

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

export function sylva(words: string[], env: NodeJS.ProcessEnv = {}, cwd = process.cwd()): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(SYLVA, words, { maxBuffer: 2 ** 28, cwd, env: { ...process.env, ...env } }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr });
    });
  });
}

export interface RunningSylva {
  process: ChildProcess;
  origin: string;
  /** Everything printed so far, on both streams. */
  output(): string;
  standardOutput(): string;
  /** Ends it, and tells how it ended. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
}

/** What a serving command is given unless a test gives another: a free port, and as many threads on every machine. */
const USUAL = { '--port': '0', '--threads': '1' };
/** A preview has one thread anyway. */
const USUAL_OF_PREVIEW = { '--port': '0' };

/** Starts a serving command; returns when it listens. `through` is what runs it. */
export function startSylva(
  t: Pick<TestContext, 'after'>,
  words: string[],
  env: NodeJS.ProcessEnv = {},
  through: readonly string[] = [],
): Promise<RunningSylva> {
  const usual = Object.entries(words[0] === 'preview' ? USUAL_OF_PREVIEW : USUAL).filter(
    ([flag]) => !words.includes(flag),
  );
  const [program, ...others] = [...through, SYLVA, ...words, ...usual.flat()];
  const child = spawn(program, others, { env: { ...process.env, ...env } });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  let output = '';
  let standardOutput = '';
  let standardError = '';
  t.after(() => {
    child.kill('SIGKILL');
    const leaked = standardError
      .split('\n')
      .filter((line) => line.startsWith('{') && /sylva_[0-9A-Za-z]{32}/.test(line));
    if (leaked.length > 0) throw new Error(`a key stands in the log: ${leaked[0]}`);
  });
  return new Promise((resolve, reject) => {
    const collect = (chunk: Buffer) => {
      output += chunk;
      const [, origin] =
        /listening on (http:\S+)/.exec(output) ?? /^{"address":"([^"]+)".*\n/.exec(standardOutput) ?? [];
      if (!origin) return;
      const stop = (signal: NodeJS.Signals = 'SIGTERM') => {
        child.kill(signal);
        return ended;
      };
      resolve({ process: child, origin, output: () => output, standardOutput: () => standardOutput, stop });
    };
    child.stdout.on('data', (chunk) => {
      standardOutput += chunk;
      collect(chunk);
    });
    child.stderr.on('data', (chunk) => {
      standardError += chunk;
      collect(chunk);
    });
    ended.then((code) => reject(new Error(`ended with ${code} before it listened:\n${output}`)));
  });
}
