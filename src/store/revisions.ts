// In charge of the published revisions in the data folder: each an immutable snapshot, one of them active.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from './files.ts';

export interface Revision {
  id: string;
  createdAt: string;
  note: string | null;
  /** The snapshot's hash. */
  hash: string;
  trees: number;
}

export class Revisions {
  readonly #folder: string;
  readonly #now: () => Date;

  constructor(dataFolder: string, now: () => Date) {
    this.#folder = join(dataFolder, 'revisions');
    this.#now = now;
  }

  active(): Revision | undefined {
    const pointer = join(this.#folder, 'active.json');
    return existsSync(pointer) ? JSON.parse(readFileSync(pointer, 'utf8')) : undefined;
  }

  /** Stores a snapshot as the next revision and makes it the active one, by one rename. */
  publish(snapshot: Uint8Array, about: Pick<Revision, 'hash' | 'trees' | 'note'>): Revision {
    const id = `r${this.#lastNumber() + 1}`;
    const revision: Revision = { id, createdAt: `${this.#now().toISOString().slice(0, 19)}Z`, ...about };
    writeDurably(this.#snapshotPath(id), snapshot);
    writeDurably(join(this.#folder, 'active.json'), Buffer.from(JSON.stringify(revision)));
    return revision;
  }

  /** The snapshot's bytes, in memory that threads can share. */
  async read(revision: Revision): Promise<Uint8Array> {
    const file = await open(this.#snapshotPath(revision.id));
    try {
      const { size } = await file.stat();
      const bytes = new Uint8Array(new SharedArrayBuffer(size));
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, size - at, at);
        if (bytesRead === 0) break;
        at += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  }

  #snapshotPath(id: string): string {
    return join(this.#folder, `${id}.snapshot`);
  }

  #lastNumber(): number {
    if (!existsSync(this.#folder)) return 0;
    const numbers = readdirSync(this.#folder).map((name) => Number(/^r(\d+)\.snapshot$/.exec(name)?.[1] ?? 0));
    return Math.max(0, ...numbers);
  }
}
