// In charge of the version's number: package.json has it, and whatever else shows one takes it from there.

import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../package.json', import.meta.url);

/** Such as 1.2.3. Read when it is asked for: most commands do not. */
export function versionNumber(): string {
  return JSON.parse(readFileSync(PACKAGE, 'utf8')).version;
}
