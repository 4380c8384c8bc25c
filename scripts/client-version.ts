// In charge of the clients' version, which is the service's own: `npm run generate` writes it.

import { readFileSync, writeFileSync } from 'node:fs';
import { versionNumber } from '../src/config/installation.ts';

/** Where each has it. */
export const VERSIONS: Record<string, RegExp> = {
  'client/package.json': /(?<="version": ")[^"]*/,
  'client/src/version.ts': /(?<=VERSION = ')[^']*/,
  'clients/r/DESCRIPTION': /(?<=^Version: ).*/m,
  'clients/python/pyproject.toml': /(?<=^version = ")[^"]*/m,
};

export function fileOf(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}

if (import.meta.main) {
  for (const [name, place] of Object.entries(VERSIONS))
    writeFileSync(fileOf(name), readFileSync(fileOf(name), 'utf8').replace(place, versionNumber()));
}
