// In charge of the bytes of a revision: kept on this machine's disk, or fetched from the store, and checked in any case.

import type { Logger } from 'pino';
import { compile } from '../snapshot/compile.ts';
import { decode, FORMAT_VERSION } from '../snapshot/format.ts';
import type { Cache } from './cache.ts';
import type { Revision } from './revision-store.ts';
import type { Store } from './store.ts';

/** A whole snapshot in shared memory. */
export interface Checked {
  bytes: Uint8Array;
  hash: string;
}

export class Snapshots {
  readonly #cache: Cache;
  readonly #log: Logger;

  constructor(cache: Cache, log: Logger) {
    this.#cache = cache;
    this.#log = log;
  }

  async of(revision: Revision, store: Store): Promise<Checked> {
    return (await this.kept(revision.hash)) ?? (await this.#fetch(revision, store));
  }

  /** What the disk holds under a hash, unless it is damaged. */
  async kept(hash: string): Promise<Checked | undefined> {
    try {
      const kept = await this.#cache.snapshot(hash);
      if (!kept) return undefined;
      const { bytes, checksum } = kept;
      if (decode(bytes, { checksum }).hash !== hash) throw new Error('It is the snapshot of another revision.');
      return { bytes, hash };
    } catch (error) {
      const file = this.#cache.pathOf(hash);
      this.#log.error({ err: error, file }, 'a snapshot on disk is damaged, and is fetched again');
      this.#cache.forgetSnapshot(hash);
      return undefined;
    }
  }

  /** A snapshot of an older format is compiled again from the content that the store keeps. */
  async #fetch(revision: Revision, { revisions }: Store): Promise<Checked> {
    const isReadable = revision.format === FORMAT_VERSION;
    const bytes = isReadable ? await revisions.snapshot(revision) : shared(compile(await revisions.content(revision)));
    const { hash } = decode(bytes);
    if (isReadable && hash !== revision.hash)
      throw new Error(`The snapshot of ${revision.id} is another one than was published.`);
    return { bytes, hash };
  }
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
