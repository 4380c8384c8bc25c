// In charge of the servers under load: each a process of its own on one core, its log in a file as in production.

import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onCore } from './load.ts';

export interface Server {
  origin: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a command that prints `listening on http://…` when it is ready. */
export async function startServer(command: string[], folder: string, core?: number): Promise<Server> {
  const [program, words] = core === undefined ? [command[0], command.slice(1)] : onCore(core, command);
  const log = join(folder, 'server.log');
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', openSync(log, 'a')] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let isReady = false;
  const origin = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      const [, found] = /listening on (http:\S+)/.exec(output) ?? [];
      if (!found) return;
      isReady = true;
      resolve(found);
    });
    child.once('error', reject);
    ended.then((code) => {
      if (!isReady) reject(new Error(`${command[0]} ended with ${code}: ${readFileSync(log, 'utf8')}`));
    });
  });
  return {
    origin,
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

export function residentMegabytes({ process: { pid } }: Server): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}
