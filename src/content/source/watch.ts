// Notices changes of a source by polling, which works on every system and network drive, and misses no folder that was just made
// or replaced.

import { createHash, type Hash } from 'node:crypto';
import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { passedOver, SIDE_FILES } from './folder.ts';

const MIN_PAUSE_MILLISECONDS = 150;
const MAX_PAUSE_MILLISECONDS = 5_000;
/** So that looking takes no more than a twentieth of the time. */
const PAUSE_TO_LOOK = 20;
/** Programs save in several steps: a source is read when it was left alone for so long, and in any case after so much longer. */
const SETTLE_MILLISECONDS = 60;
const MAX_SETTLES = 30;

export class SourceWatch {
  readonly #source: string;
  readonly #others: string[];
  #known: string;

  /** From what it holds now. */
  constructor(source: string, others: string[] = []) {
    this.#source = source;
    this.#others = others;
    this.#known = stateOf(this.#source, this.#others);
  }

  /** Comes when the source holds something else than when this last came, or when the watch began. */
  async changed(signal: AbortSignal): Promise<void> {
    let seen = await this.#another(signal);
    for (let settles = 0; settles < MAX_SETTLES; settles++) {
      const before = seen;
      await pause(SETTLE_MILLISECONDS, undefined, { signal });
      seen = stateOf(this.#source, this.#others);
      if (seen === before) break;
    }
    this.#known = seen;
  }

  /** What it holds, as soon as that is another thing than was known. */
  async #another(signal: AbortSignal): Promise<string> {
    for (let wait = MIN_PAUSE_MILLISECONDS; ; ) {
      await pause(wait, undefined, { signal });
      const began = performance.now();
      const seen = stateOf(this.#source, this.#others);
      if (seen !== this.#known) return seen;
      const proper = PAUSE_TO_LOOK * (performance.now() - began);
      wait = Math.min(Math.max(proper, MIN_PAUSE_MILLISECONDS), MAX_PAUSE_MILLISECONDS);
    }
  }
}

/** Another text where another file is there, or one was written since. `others` are files that the source is read with. */
export function stateOf(source: string, others: string[] = []): string {
  const hash = createHash('sha1');
  const isFolder = addState(source, hash)?.isDirectory();
  if (isFolder) addFolder(source, hash);
  else for (const name of SIDE_FILES) addState(join(dirname(source), name), hash);
  for (const path of others) addState(path, hash);
  return hash.digest('base64');
}

function addFolder(folder: string, hash: Hash): void {
  for (const item of itemsIn(folder)) {
    const path = join(folder, item.name);
    if (passedOver(path, item)) continue;
    addState(path, hash);
    if (item.isDirectory()) addFolder(path, hash);
  }
}

/** One that cannot be read is seen when it can. */
function itemsIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function addState(path: string, hash: Hash): Stats | undefined {
  const stats = statsOf(path);
  const { ino, size, mtimeMs, ctimeMs } = stats ?? {};
  hash.update(`${path}\0${ino} ${size} ${mtimeMs} ${ctimeMs}\n`);
  return stats;
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
