// Writes what the clients have of the service: its version, and the types of its answers (`npm run generate`).

import { readFileSync, writeFileSync } from 'node:fs';
import { versionNumber } from '../src/config/installation.ts';
import { pythonModels, rColumns } from './client-models.ts';

/** Where each has the version. */
export const VERSIONS: Record<string, RegExp> = {
  'client/package.json': /(?<="version": ")[^"]*/,
  'client/src/version.ts': /(?<=VERSION = ')[^']*/,
  'clients/r/DESCRIPTION': /(?<=^Version: ).*/m,
  'clients/python/pyproject.toml': /(?<=^version = ")[^"]*/m,
  'clients/python/src/sylva_client/_version.py': /(?<=^VERSION = ")[^"]*/m,
};

/** The files that are generated whole. */
export const MODELS: Record<string, () => string> = {
  'clients/python/src/sylva_client/models.py': pythonModels,
  'clients/r/R/columns.R': rColumns,
};

export function fileOf(name: string): URL {
  return new URL(`../${name}`, import.meta.url);
}

if (import.meta.main) {
  for (const [name, place] of Object.entries(VERSIONS))
    writeFileSync(fileOf(name), readFileSync(fileOf(name), 'utf8').replace(place, versionNumber()));
  for (const [name, generate] of Object.entries(MODELS)) writeFileSync(fileOf(name), generate());
}
