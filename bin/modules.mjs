// In charge of how a process or a thread loads the service's modules: with the types stripped off at set-up, so that none is
// stripped while serving (see decision 0001); and compiled from an earlier start, where a folder for that can be trusted.

import { hash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

export const sources = new URL('../src/', import.meta.url).href;
/** What set-up makes stands here, and can be believed as much as the packages around it. */
export const prepared = fileURLToPath(new URL('../node_modules/.cache', import.meta.url));
export const strippedFile = `${prepared}/stripped.json`;

export function usePreparedModules() {
  module.registerHooks({ load: loader(readStripped()) });
  // Whoever sets the variable has chosen a folder; Node itself follows it before any of this is run.
  const compiled = process.env.NODE_COMPILE_CACHE || ownFolder();
  if (compiled) module.enableCompileCache(compiled);
}

/** A module that has changed since set-up is loaded as it comes. */
function loader(stripped) {
  return (url, context, next) => {
    const known = url.startsWith(sources) ? stripped[url.slice(sources.length)] : undefined;
    const isSame = known && known.source === hash('sha256', readFileSync(fileURLToPath(url)));
    return isSame ? { format: 'module', source: known.code, shortCircuit: true } : next(url, context);
  };
}

function readStripped() {
  try {
    return JSON.parse(readFileSync(strippedFile, 'utf8'));
  } catch {
    return {};
  }
}

/** What is compiled is run: it is kept by the owner of the packages alone, where nobody else can put anything. */
function ownFolder() {
  const folder = `${prepared}/compile`;
  try {
    if (!isOwn(prepared)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwn(folder)) return undefined;
    chmodSync(folder, 0o700);
    return folder;
  } catch {
    return undefined;
  }
}

function isOwn(folder) {
  const entry = lstatSync(folder);
  return entry.isDirectory() && entry.uid === process.geteuid() && (entry.mode & 0o022) === 0;
}
