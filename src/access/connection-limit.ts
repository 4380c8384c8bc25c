// Limits open connections, in all and per address, over all threads. Each thread writes only its own part of the shared
// memory, so no lock is needed, and the thread that replaces a dead one clears its counts.

import { type ClientKey, spread } from './rate-limit/contract.ts';

/** Addresses in the same bucket share what each may have, which is rare. */
const BUCKETS = 1 << 16;

/** For each thread its open connections, then those of each bucket. */
export interface SharedConnections {
  memory: SharedArrayBuffer;
  seed: number;
}

export function newConnections(threads: number, seed: number): SharedConnections {
  const bytes = threads * (1 + BUCKETS) * Int32Array.BYTES_PER_ELEMENT;
  return { memory: new SharedArrayBuffer(bytes), seed };
}

interface Options {
  most: number;
  mostOfOne: number;
  shared: SharedConnections;
  /** This thread's part of the memory. */
  part: number;
}

export class ConnectionLimit {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #seed: number;
  readonly #all: Int32Array[];
  readonly #own: Int32Array;

  constructor({ most, mostOfOne, shared, part }: Options) {
    const length = 1 + BUCKETS;
    const parts = shared.memory.byteLength / (length * Int32Array.BYTES_PER_ELEMENT);
    this.#most = most;
    this.#mostOfOne = mostOfOne;
    this.#seed = shared.seed;
    this.#all = Array.from(
      { length: parts },
      (_, at) => new Int32Array(shared.memory, at * length * Int32Array.BYTES_PER_ELEMENT, length),
    );
    this.#own = this.#all[part].fill(0);
  }

  /** In this thread. */
  get open(): number {
    return this.#own[0];
  }

  /** Counts one more connection if it is allowed. Those of a proxy are limited in all only. */
  tryOpen(client: ClientKey, isProxy: boolean): boolean {
    const bucket = this.#bucketOf(client);
    if (this.#sum(0) >= this.#most || (!isProxy && this.#sum(bucket) >= this.#mostOfOne)) return false;
    this.#own[0]++;
    this.#own[bucket]++;
    return true;
  }

  close(client: ClientKey): void {
    this.#own[0]--;
    this.#own[this.#bucketOf(client)]--;
  }

  #bucketOf(client: ClientKey): number {
    return 1 + (spread(client, this.#seed) & (BUCKETS - 1));
  }

  #sum(at: number): number {
    let sum = 0;
    for (const part of this.#all) sum += part[at];
    return sum;
  }
}
