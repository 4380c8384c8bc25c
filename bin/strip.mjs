// Strips the types off every module of the service and puts the result into one file, so that nobody who runs it has to (see
// decision 0001). Run at set-up by bin/setup.

import { hash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { prepared, sources, strippedFile } from './modules.mjs';

const folder = fileURLToPath(sources);
const modules = globSync('**/*.ts', { cwd: folder }).map((name) => {
  const source = readFileSync(folder + name, 'utf8');
  return [name, { source: hash('sha256', source), code: stripTypeScriptTypes(source) }];
});
const unfinished = `${prepared}/stripped-${process.pid}.json`;
mkdirSync(prepared, { recursive: true });
writeFileSync(unfinished, JSON.stringify(Object.fromEntries(modules)));
renameSync(unfinished, strippedFile);
