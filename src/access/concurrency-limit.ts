// Limits how many connections or exports are open, in all and per client, over all threads. Each thread writes only its own
// part of the shared memory, so no lock is needed, and the thread that replaces a dead one clears its counts.

import { type ClientKey, spread } from './rate-limit/contract.ts';

/** Clients in the same bucket share what each may have, which is rare. */
const BUCKETS = 1 << 16;
/** The numbers of a thread: all that it has open, then those of each bucket. */
const PART_LENGTH = 1 + BUCKETS;
const PART_BYTES = PART_LENGTH * Int32Array.BYTES_PER_ELEMENT;

export interface SharedCounts {
  memory: SharedArrayBuffer;
  seed: number;
}

export function newSharedCounts(threads: number, seed: number): SharedCounts {
  return { memory: new SharedArrayBuffer(threads * PART_BYTES), seed };
}

interface Options {
  max: number;
  maxPerClient: number;
  shared: SharedCounts;
  /** This thread's part of the memory. */
  part: number;
}

export class ConcurrencyLimit {
  readonly #options: Options;
  readonly #parts: Int32Array[];
  readonly #own: Int32Array;

  constructor(options: Options) {
    const { memory } = options.shared;
    const length = memory.byteLength / PART_BYTES;
    this.#options = options;
    this.#parts = Array.from({ length }, (_, part) => new Int32Array(memory, part * PART_BYTES, PART_LENGTH));
    this.#own = this.#parts[options.part].fill(0);
  }

  /** In this thread. */
  get open(): number {
    return this.#own[0];
  }

  /**
   * Counts one more, or returns whose limit is reached. Counts before it compares, so that a race of threads never lets one
   * too many in. A proxy is limited in all only.
   */
  tryOpen(client: ClientKey, isProxy = false): 'client' | 'server' | undefined {
    const { max, maxPerClient } = this.#options;
    const bucket = this.#bucketOf(client);
    this.#add(bucket, 1);
    const reached = !isProxy && this.#sum(bucket) > maxPerClient ? 'client' : this.#sum(0) > max ? 'server' : undefined;
    if (reached) this.#add(bucket, -1);
    return reached;
  }

  close(client: ClientKey): void {
    this.#add(this.#bucketOf(client), -1);
  }

  #bucketOf(client: ClientKey): number {
    return 1 + (spread(client, this.#options.shared.seed) & (BUCKETS - 1));
  }

  #add(bucket: number, change: 1 | -1): void {
    Atomics.add(this.#own, 0, change);
    Atomics.add(this.#own, bucket, change);
  }

  #sum(at: number): number {
    return this.#parts.reduce((sum, part) => sum + Atomics.load(part, at), 0);
  }
}
