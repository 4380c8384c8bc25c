// In charge of what a server keeps on disk beside the store: its last knowledge, so that it can start and serve when the
// store is gone. Snapshots are named by their hash, and believed only when their checksum fits. What cannot be read counts
// as nothing.

import { globSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Checksum } from '../snapshot/format.ts';
import { writeDurably } from './files.ts';
import { formatKnown, isNothing, type Known, parseKnown } from './known.ts';
import { keepPrivate } from './private.ts';

const PART_BYTES = 8 * 1024 * 1024;

export class Cache {
  readonly folder: string;
  readonly knownPath: string;
  readonly #database: string;
  readonly #log: Pick<Logger, 'warn'>;

  /** `database` says which one the knowledge is of. */
  constructor(dataFolder: string, database: string, log: Pick<Logger, 'warn'>) {
    this.folder = join(dataFolder, 'cache');
    this.knownPath = join(this.folder, 'known.json');
    this.#database = database;
    this.#log = log;
    keepPrivate(this.folder);
  }

  /** What another database held is none of ours: its keys must not open this one. To know of nothing is to know nothing. */
  known(): Known | undefined {
    try {
      const known = isFile(this.knownPath) && parseKnown(readFileSync(this.knownPath, 'utf8'), this.#database);
      return known && !isNothing(known) ? known : undefined;
    } catch (error) {
      this.#log.warn({ err: error, file: this.knownPath }, 'what was last known cannot be read, and counts as nothing');
      return undefined;
    }
  }

  /** What stands there already is not written again: it may be where nothing can be written. */
  keepKnown(known: Known): void {
    const text = formatKnown(this.#database, known);
    if (this.#textKept() !== text) writeDurably(this.knownPath, Buffer.from(text));
  }

  #textKept(): string | undefined {
    try {
      return isFile(this.knownPath) ? readFileSync(this.knownPath, 'utf8') : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Outdated knowledge is worse than none: a key that was revoked since would come back with it. Where the folder lets
   * nothing be removed, the file may still be emptied. Whether it is gone.
   */
  forgetKnown(): boolean {
    isDone(() => rmSync(this.knownPath, { force: true })) || isDone(() => truncateSync(this.knownPath));
    return !this.#textKept();
  }

  /** The bytes of a snapshot, in memory that threads can share, and their checksum; undefined where it is not here. */
  async snapshot(hash: string): Promise<{ bytes: Uint8Array; checksum: Buffer } | undefined> {
    const path = this.pathOf(hash);
    return isFile(path) ? await readShared(path) : undefined;
  }

  /** Keeps a snapshot, and drops all others but the one that was kept before it, and what was never finished. */
  keepSnapshot(hash: string, bytes: Uint8Array, before: string | undefined): void {
    if (!isFile(this.pathOf(hash))) writeDurably(this.pathOf(hash), bytes);
    const others = globSync('*.snapshot*', { cwd: this.folder }).filter(
      (file) => ![`${hash}.snapshot`, `${before}.snapshot`].includes(file),
    );
    for (const file of others) isDone(() => rmSync(join(this.folder, file), { force: true }));
  }

  /** What cannot be removed is found damaged again. */
  forgetSnapshot(hash: string): void {
    isDone(() => rmSync(this.pathOf(hash), { force: true }));
  }

  pathOf(hash: string): string {
    return join(this.folder, `${hash}.snapshot`);
  }
}

/** Whether there is a file; anything else of that name is an error, since it might never end. */
function isFile(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Error(`${path} is no file.`);
  return found !== undefined;
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** While a part is read, the checksum of the one before it is taken. */
async function readShared(path: string): Promise<{ bytes: Uint8Array; checksum: Buffer }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(new SharedArrayBuffer(size));
    const checksum = new Checksum();
    const readPart = (at: number) => file.read(bytes, at, Math.min(size - at, PART_BYTES), at);
    let reading = readPart(0);
    for (let at = 0; at < size; ) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) break;
      reading = readPart(at + bytesRead);
      checksum.update(bytes, at, at + bytesRead);
      at += bytesRead;
    }
    await reading;
    return { bytes, checksum: checksum.digest() };
  } finally {
    await file.close();
  }
}
