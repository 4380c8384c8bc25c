// In charge of telling the code apart that answers: the same on every instance that runs the same, another after each change.

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A hash of all sources of the service. */
export function codeVersion(): string {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const hash = createHash('sha256');
  for (const name of globSync('**/*.ts', { cwd: folder }).sort())
    hash.update(`${name}\0`).update(readFileSync(folder + name));
  return hash.digest('base64url');
}
