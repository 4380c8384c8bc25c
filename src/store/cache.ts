// In charge of what a server keeps on disk beside the store: its last knowledge, so that it can start and serve when the
// store is gone. Snapshots are named by their hash, and believed only when their checksum fits.

import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownKey } from '../access/callers.ts';
import { Checksum } from '../snapshot/format.ts';
import { writeDurably } from './files.ts';
import { keepPrivate } from './private.ts';
import type { Revision } from './revision-store.ts';

const PART_BYTES = 8 * 1024 * 1024;

export interface Known {
  keys: KnownKey[];
  allowlist: string[];
  /** The revision last served, and the hash of the snapshot that it was served from. */
  published: { revision: Revision; hash: string } | null;
}

export class Cache {
  readonly #folder: string;
  readonly #database: string;

  /** `database` says which one the knowledge is of. */
  constructor(dataFolder: string, database: string) {
    this.#folder = join(dataFolder, 'cache');
    this.#database = database;
    keepPrivate(this.#folder);
  }

  /** What another database held is none of ours: its keys must not open this one. */
  known(): Known | undefined {
    if (!existsSync(this.#knownPath)) return undefined;
    const { database, ...known } = JSON.parse(readFileSync(this.#knownPath, 'utf8'));
    return database === this.#database ? known : undefined;
  }

  keepKnown(known: Known): void {
    writeDurably(this.#knownPath, Buffer.from(JSON.stringify({ database: this.#database, ...known })));
  }

  /** Outdated knowledge is worse than none: a key that was revoked since would come back with it. */
  forgetKnown(): void {
    if (existsSync(this.#knownPath)) rmSync(this.#knownPath);
  }

  get #knownPath(): string {
    return join(this.#folder, 'known.json');
  }

  /** The bytes of a snapshot, in memory that threads can share, and their checksum; undefined where it is not here. */
  async snapshot(hash: string): Promise<{ bytes: Uint8Array; checksum: Buffer } | undefined> {
    const path = this.#pathOf(hash);
    return existsSync(path) ? await readShared(path) : undefined;
  }

  /** Keeps a snapshot, and drops all others but the one that was served before it. */
  keepSnapshot(hash: string, bytes: Uint8Array, before: string | undefined): void {
    if (!existsSync(this.#pathOf(hash))) writeDurably(this.#pathOf(hash), bytes);
    for (const file of globSync('*.snapshot', { cwd: this.#folder })) {
      if (![`${hash}.snapshot`, `${before}.snapshot`].includes(file)) rmSync(join(this.#folder, file), { force: true });
    }
  }

  forgetSnapshot(hash: string): void {
    rmSync(this.#pathOf(hash), { force: true });
  }

  #pathOf(hash: string): string {
    return join(this.#folder, `${hash}.snapshot`);
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
