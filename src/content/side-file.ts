// In charge of finding a file that belongs to a source as a whole, at the top of its folder or beside it.

import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from './files.ts';
import type { Findings } from './findings.ts';
import { kindOfLink } from './formats/folder.ts';

/** The first of some names that there is, unless it is a link that leads out. */
export function sideFileIn(folder: string, names: string[], findings: Findings): SourceFile | undefined {
  const [first, ...others] = names
    .map((name) => ({ path: join(folder, name), name }))
    .filter(({ path }) => lstatSync(path, { throwIfNoEntry: false }));
  const message = `${first?.name} stands beside it and is read in its place.`;
  for (const { name } of others) findings.warn('passed-over', { file: name, line: null }, message);
  const isLink = first && lstatSync(first.path).isSymbolicLink();
  return isLink && !kindOfLink(first, realpathSync(folder), findings) ? undefined : first;
}
