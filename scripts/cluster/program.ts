// In charge of installed programs run for a while: found, started as a user of few rights, stopped and ended.

import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
/** However slow the machine. */
const READY_MILLISECONDS = 120_000;
/** Below those that systems give to whoever asks for any: nobody else gets one of these by chance. */
const [LOWEST_PORT, HIGHEST_PORT] = [10_000, 32_000];

/** Where a program is, looked for in the usual places and in those of a pattern. */
export function findProgram(name: string, pattern?: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const known = pattern ? globSync(pattern).sort().reverse() : [];
  return [...known, ...folders].map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** One that nobody has now, or is likely to have soon. */
export async function freePort(): Promise<number> {
  const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return await freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

/** A folder that the programs may write into. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  return path;
}

export interface StartOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** As ourselves, instead of as nobody where we are root. */
  asSelf?: boolean;
}

export class Program {
  readonly process: ChildProcess;
  #output = '';

  constructor(path: string, words: string[], { asSelf = false, ...options }: StartOptions = {}) {
    const user = isRoot && !asSelf ? { uid: NOBODY, gid: NOBODY } : {};
    this.process = spawn(path, words, { ...options, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk) => {
        this.#output += chunk;
      });
    }
    const kill = () => this.process.kill('SIGKILL');
    process.once('exit', kill);
    this.process.once('exit', () => process.off('exit', kill));
  }

  get output(): string {
    return this.#output;
  }

  get hasEnded(): boolean {
    return this.process.exitCode !== null || this.process.signalCode !== null;
  }

  /** Returns what the pattern matched in its output. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const deadline = performance.now() + READY_MILLISECONDS;
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match;
      if (this.hasEnded || performance.now() > deadline) {
        throw new Error(`${this.process.spawnfile} did not say ${pattern}:\n${this.#output}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Ends it, and tells how it ended. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | NodeJS.Signals | null> {
    if (!this.hasEnded) {
      const ended = once(this.process, 'exit');
      this.process.kill(signal);
      await ended;
    }
    return this.process.exitCode ?? this.process.signalCode;
  }

  /** Stops it and its children in their tracks: they accept connections, and never answer. */
  freeze(): void {
    this.#signalAll('SIGSTOP');
  }

  thaw(): void {
    this.#signalAll('SIGCONT');
  }

  #signalAll(signal: NodeJS.Signals): void {
    const { pid } = this.process;
    if (pid === undefined || this.hasEnded) return;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
    for (const each of [pid, ...children.map(Number)]) {
      try {
        process.kill(each, signal);
      } catch {
        // A child that has ended meanwhile.
      }
    }
  }
}

/** Runs a program to its end. */
export async function run(path: string, words: string[], options: StartOptions = {}): Promise<string> {
  const program = new Program(path, words, options);
  await once(program.process, 'close');
  if (program.process.exitCode === 0) return program.output;
  throw new Error(`${path} ${words.join(' ')} failed:\n${program.output}`);
}
