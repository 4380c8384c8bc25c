// Locates the installation (the folder of package.json) and identifies its version, for sources and bundle alike.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const INSTALLATION = findUp(new URL('.', import.meta.url));

function findUp(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findUp(new URL('..', folder));
}

export function versionNumber(): string {
  return packageJson().version;
}

export function pinnedNode(): string {
  return Object.values(packageJson().optionalDependencies)[0];
}

function packageJson(): { version: string; optionalDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(new URL('package.json', INSTALLATION), 'utf8'));
}

let version: string | undefined;

/** A hash of the sources or the bundle: the same on every instance that runs the same code. */
export function codeVersion(): string {
  const isSource = extname(import.meta.url) === '.ts';
  version ??= isSource ? hashOfCode(fileURLToPath(new URL('src/', INSTALLATION)), '.ts') : hashOfBundle();
  return version;
}

/** The file alongside a bundle that holds its hash, which takes some 10 ms to compute. */
export const HASH_FILE = 'hash';

function hashOfBundle(): string {
  const kept = new URL(HASH_FILE, import.meta.url);
  return existsSync(kept)
    ? readFileSync(kept, 'utf8')
    : hashOfCode(fileURLToPath(new URL('.', import.meta.url)), '.js');
}

export function hashOfCode(folder: string, extension: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((file) => extname(file) === extension).sort())
    hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('base64url');
}
