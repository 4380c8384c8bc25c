// In charge of where Sylva stands, the folder with its package.json, whether the sources run or the bundle made of them; and of
// which Sylva it is.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const INSTALLATION = findUp(new URL('.', import.meta.url));

function findUp(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findUp(new URL('..', folder));
}

/** The version's number, such as 1.2.3: package.json has it, and whatever else shows one takes it from there. */
export function versionNumber(): string {
  return packageJson().version;
}

/** The version of Node that is installed with it. */
export function pinnedNode(): string {
  return Object.values(packageJson().optionalDependencies)[0];
}

function packageJson(): { version: string; optionalDependencies: Record<string, string> } {
  return JSON.parse(readFileSync(new URL('package.json', INSTALLATION), 'utf8'));
}

let version: string | undefined;

/** A hash of the sources, or of the bundle where that is what runs: the same on every instance that runs the same. */
export function codeVersion(): string {
  version ??= hashOfCode();
  return version;
}

function hashOfCode(): string {
  const isSource = extname(import.meta.url) === '.ts';
  const folder = fileURLToPath(new URL(isSource ? 'src/' : 'dist/', INSTALLATION));
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((file) => extname(file) === extname(import.meta.url)).sort())
    hash.update(`${name}\0`).update(readFileSync(folder + name));
  return hash.digest('base64url');
}
