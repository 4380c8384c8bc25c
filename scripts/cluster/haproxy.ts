// In charge of the load balancer: the configuration that we ship, with the addresses of this machine put in.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, freePort, makeFolder, Program } from './program.ts';

const SHIPPED = new URL('../../deploy/haproxy.cfg', import.meta.url);

export const haproxyProgram = (): string | undefined => findProgram('haproxy');

export interface Balancer {
  address: string;
  program: Program;
}

export async function startHaproxy(folder: string, instancePorts: number[]): Promise<Balancer> {
  const port = await freePort();
  const path = join(makeFolder(folder), 'haproxy.cfg');
  writeFileSync(path, configuration(port, instancePorts));
  const program = new Program(haproxyProgram() as string, ['-db', '-f', path], { cwd: folder });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, program);
  return { address, program };
}

export function configuration(port: number, instancePorts: number[]): string {
  const shipped = readFileSync(SHIPPED, 'utf8').replace('bind :8080', `bind 127.0.0.1:${port}`);
  const servers = instancePorts.map((each, index) => `  server sylva-${index + 1} 127.0.0.1:${each}\n`);
  return shipped.replace(/(^ {2}server .*\n)+/m, servers.join(''));
}

async function untilReady(address: string, program: Program): Promise<void> {
  for (let attempt = 0; attempt < 500 && !program.hasEnded; attempt++) {
    const response = await fetch(`${address}/readyz`).catch(() => undefined);
    await response?.arrayBuffer();
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`HAProxy does not serve:\n${program.output}`);
}
