// In charge of the bytes of a revision: kept on this machine's disk, or fetched from the store, and checked in any case.

import type { Logger } from 'pino';
import { CHRONICLE } from '../snapshot/chronicle.ts';
import { compile } from '../snapshot/compile.ts';
import { Checksum, decode, FORMAT_VERSION, OtherFormatError, SnapshotError } from '../snapshot/format.ts';
import { openSnapshot, type Snapshot } from '../snapshot/open.ts';
import type { RevisionStore } from '../store/revisions/revision-store.ts';
import type { Store } from '../store/store.ts';
import type { Known, Revision } from '../store/tables/revisions.ts';
import type { Cache } from './cache.ts';

/** A whole snapshot in shared memory. */
interface Checked {
  bytes: Uint8Array;
  hash: string;
}

export class Snapshots {
  readonly #cache: Cache;
  readonly #log: Pick<Logger, 'error'>;

  constructor(cache: Cache, log: Pick<Logger, 'error'>) {
    this.#cache = cache;
    this.#log = log;
  }

  /** What is served already has most of it. */
  async of(revision: Revision, store: Store, served: Known | undefined): Promise<Checked> {
    const bytes = await this.onDisk(revision.hash);
    return bytes ? { bytes, hash: revision.hash } : await snapshotIn(store, revision, served);
  }

  /** What is known of the revisions before one. */
  async chronicleOf(revision: Revision, { revisions }: Store): Promise<Uint8Array> {
    return (await this.chronicleOnDisk(revision)) ?? shared(await revisions.chronicle());
  }

  async chronicleOnDisk(revision: Revision): Promise<Uint8Array | undefined> {
    try {
      const bytes = await this.#cache.chronicle(revision);
      if (bytes) decode(bytes, { kind: CHRONICLE });
      return bytes;
    } catch (error) {
      const file = this.#cache.chroniclePathOf(revision);
      this.#log.error({ err: error, file }, 'a chronicle on disk is damaged, and is fetched again');
      this.#cache.forgetChronicle(revision);
      return undefined;
    }
  }

  /** What the disk holds under a hash, unless it is damaged. */
  async onDisk(hash: string): Promise<Uint8Array | undefined> {
    try {
      const kept = await this.#cache.snapshot(hash);
      if (kept && decode(kept.bytes, kept).hash !== hash) throw new Error('It is the snapshot of another revision.');
      return kept?.bytes;
    } catch (error) {
      // It is the way back, until another takes its place.
      if (error instanceof OtherFormatError) return undefined;
      const file = this.#cache.pathOf(hash);
      this.#log.error({ err: error, file }, 'a snapshot on disk is damaged, and is fetched again');
      this.#cache.forgetSnapshot(hash);
      return undefined;
    }
  }
}

/** Whole, and checked. One of an older format is compiled again from the content that the store keeps of it. */
export async function snapshotIn({ revisions }: Store, revision: Revision, known?: Known): Promise<Checked> {
  if (revision.format > FORMAT_VERSION)
    throw new OtherFormatError(`${revision.id} was published by a newer Sylva: this one cannot read it.`);
  const isOfToday = revision.format === FORMAT_VERSION;
  return isOfToday ? await fetch(revision, revisions, known) : await recompile(revision, revisions);
}

export async function openRevision(store: Store, revision: Revision): Promise<Snapshot> {
  return openSnapshot((await snapshotIn(store, revision)).bytes, { isVerified: true });
}

async function fetch(revision: Revision, revisions: RevisionStore, known: Known | undefined): Promise<Checked> {
  const sum = new Checksum();
  const bytes = await revisions.snapshot(revision, (sofar, from, to) => sum.update(sofar, from, to), known);
  const { hash } = decode(bytes, { checksum: sum.digest() });
  if (hash !== revision.hash)
    throw new SnapshotError(`The snapshot of ${revision.id} is another one than was published.`);
  return { bytes, hash };
}

async function recompile(revision: Revision, revisions: RevisionStore): Promise<Checked> {
  const content = await revisions.content(revision);
  if (content.trees.length !== revision.trees)
    throw new SnapshotError(`The content of ${revision.id} has ${content.trees.length} trees, not ${revision.trees}.`);
  const bytes = shared(compile(content));
  return { bytes, hash: decode(bytes).hash };
}

/** In memory that threads can share. */
export function shared(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
