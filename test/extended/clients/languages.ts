// The clients as somebody has them who followed the line of /clients/: installed into a folder of their own, nothing else there.

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Call, Outcome } from './cases.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const run = promisify(execFile);

export interface Language {
  name: string;
  /** What the service calls what it offers for it. */
  offer: string;
  /** What must be there to run it. */
  program: string;
  driver: string;
  /** Installs the client from an address, as a person would; returns what runs a file of its language. */
  install(folder: string, url: string): Promise<{ command: string[]; env?: NodeJS.ProcessEnv }>;
}

/** The TypeScript client in what runs it. */
function inRuntime(name: string, command: string[], program = command[0]): Language {
  return {
    ...{ name, offer: 'TypeScript', program, driver: 'driver.mjs' },
    async install(folder, url) {
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      await run('npm', ['install', '--no-audit', '--no-fund', url], { cwd: folder });
      return { command };
    },
  };
}

/** The program that npm has put there for this machine; its name alone where there is none. */
function runtime(name: string, place: string): string {
  const [file] = globSync(`test/runtimes/node_modules/${place}`, { cwd: ROOT });
  return file ? join(ROOT, file) : name;
}

export const LANGUAGES: readonly Language[] = [
  inRuntime('TypeScript', [process.execPath], 'npm'),
  inRuntime('TypeScript in Deno', [runtime('deno', '@deno/*/deno'), 'run', '--allow-all']),
  inRuntime('TypeScript in Bun', [runtime('bun', '@oven/bun-*/bin/bun')]),
  {
    name: 'Python',
    offer: 'Python',
    program: 'python3',
    driver: 'driver.py',
    async install(folder, url) {
      await run('/usr/bin/python3', ['-m', 'venv', '--system-site-packages', join(folder, 'venv')]);
      await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', '--disable-pip-version-check', '--no-index', url]);
      return { command: [join(folder, 'venv/bin/python')] };
    },
  },
  {
    name: 'R',
    offer: 'R',
    program: 'Rscript',
    driver: 'driver.R',
    async install(folder, url) {
      const env = { R_LIBS_USER: join(folder, 'library'), LC_ALL: 'C.UTF-8' };
      mkdirSync(env.R_LIBS_USER);
      const code = `install.packages("${url}", repos = NULL, type = "source", quiet = TRUE); library(sylva)`;
      await run('Rscript', ['-e', code], { cwd: folder, env: { ...process.env, ...env } });
      return { command: ['Rscript'], env };
    },
  },
];

/** A driver that runs: one call after the other. */
export class Driver {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  constructor(t: Pick<TestContext, 'after'>, folder: string, { driver }: Language, command: string[], env = {}) {
    copyFileSync(join(HERE, driver), join(folder, driver));
    const [program, ...words] = [...command, driver];
    this.#child = spawn(program, words, {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
    t.after(() => this.#child.kill('SIGKILL'));
  }

  async call(call: Call): Promise<Outcome> {
    this.#child.stdin?.write(`${JSON.stringify(call)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error('the driver has ended');
    return JSON.parse(value);
  }
}

export function isThere(program: string): boolean {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(':');
  return folders.some((folder) => existsSync(join(folder, program)));
}
