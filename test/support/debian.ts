// A small Debian made by debootstrap, with the npm and the Node of this machine. Only Debian's mirror and npm's registry are asked for
// anything.

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/cluster/program.ts';
import { missing } from './missing.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Why no Debian can be made here, or false. */
export const withoutDebian =
  missing('debootstrap', findProgram('debootstrap')) || missing('the right of root', process.getuid?.() === 0);

/** What a program prints that runs to its end. */
export async function run(program: string, ...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, words, { cwd: ROOT, maxBuffer: 2 ** 26 });
  return stdout.trim();
}

/** A small Debian, from the mirror that this machine uses. What is mounted into it meanwhile, only its maker sees. */
export async function bootstrap(tree: string, release: string): Promise<void> {
  const which = ['--format', '$(REPO_URI)', 'Created-By: Packages', 'Label: Debian'];
  const mirrors = await run('apt-get', 'indextargets', ...which);
  const mirror = mirrors.split('\n').slice(0, 1).filter(Boolean);
  await run('unshare', '--mount', 'debootstrap', '--variant=minbase', release, tree, ...mirror);
  const proxies = (await run('apt-config', 'dump')).split('\n').filter((line) => /^Acquire::https?::/.test(line));
  writeFileSync(join(tree, 'etc/apt/apt.conf.d/here'), proxies.join('\n'));
}

/** With the Node that runs it, and the certificates that this machine believes. */
export async function bringNpm(tree: string): Promise<void> {
  const { npm_node_execpath: node = ofSystem('node'), npm_execpath: npm = ofSystem('npm') } = process.env;
  const modules = join(tree, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  await run('cp', '-rL', dirname(dirname(realpathSync(npm as string))), modules);
  copyFileSync(node as string, join(tree, 'usr/local/bin/node'));
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(tree, 'usr/local/bin/npm'));
  mkdirSync(dirname(join(tree, CERTIFICATES)), { recursive: true });
  copyFileSync(process.env.NODE_EXTRA_CA_CERTS ?? CERTIFICATES, join(tree, CERTIFICATES));
}

/** Not the pinned Node, which scripts find first: it needs a library that a small Debian lacks. */
function ofSystem(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** The variables with which npm installs there as it does here. */
export async function npmSettings(): Promise<string[]> {
  const registry = await run('npm', 'config', 'get', 'registry');
  return [`npm_config_registry=${registry}`, `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`];
}
