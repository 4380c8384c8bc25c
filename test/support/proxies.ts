// The proxies of the docs, each run with the configuration that we ship, its ports changed to free ones.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHaproxy } from '../../scripts/cluster/haproxy.ts';
import { findProgram, freePort, makeFolder, Program } from '../../scripts/cluster/program.ts';
import { until } from './until.ts';

export interface RunningProxy {
  address: string;
  program: Program;
}

type Start = (folder: string, servicePort: number) => Promise<RunningProxy>;

export const PROXIES: Record<string, Start> = {
  nginx: startNginx,
  haproxy: (folder, port) => startHaproxy(folder, [port]),
  caddy: startCaddy,
};

async function startNginx(folder: string, servicePort: number): Promise<RunningProxy> {
  const { port, text } = await shipped('nginx.conf', 'listen 8080', 'listen 127.0.0.1:', servicePort);
  writeFileSync(join(makeFolder(folder), 'sylva.conf'), text);
  const main = join(folder, 'main.conf');
  writeFileSync(main, `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\n  include ${folder}/sylva.conf;\n}\n`);
  const words = ['-e', 'stderr', '-p', folder, '-c', main];
  return ready(port, new Program(findProgram('nginx') as string, words, { asSelf: true }));
}

async function startCaddy(folder: string, servicePort: number): Promise<RunningProxy> {
  const { port, text } = await shipped('Caddyfile', ':8080 {', 'http://127.0.0.1:', servicePort, ' {');
  const path = join(makeFolder(folder), 'Caddyfile');
  writeFileSync(path, text);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const words = ['run', '--adapter', 'caddyfile', '--config', path];
  return ready(port, new Program(findProgram('caddy') as string, words, { cwd: folder, env }));
}

async function shipped(name: string, listens: string, listensHere: string, servicePort: number, rest = '') {
  const port = await freePort();
  const file = readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
  for (const part of [listens, '127.0.0.1:3000']) if (!file.includes(part)) throw new Error(`${name} has no ${part}`);
  const text = file
    .replace(listens, `${listensHere}${port}${rest}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${servicePort}`);
  return { port, text };
}

async function ready(port: number, program: Program): Promise<RunningProxy> {
  const address = `http://127.0.0.1:${port}`;
  await until(() => {
    if (program.hasEnded) throw new Error(program.output);
    return fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return { address, program };
}
