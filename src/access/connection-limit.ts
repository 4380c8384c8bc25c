// In charge of how many connections may be open, in all and from one address, over all threads. Each thread counts its own
// in a part of shared memory that it alone writes to, and reads the others': no lock is needed, and what a thread that died
// had open is forgotten when another takes its part over.

import { type ClientKey, spread } from './rate-limit/contract.ts';

/** Addresses that fall into the same one share what each may have; that is rare, and not to be foreseen. */
const BUCKETS = 1 << 16;

/** What the threads share: for each of them the connections that it has open, then those of each bucket. */
export interface SharedConnections {
  memory: SharedArrayBuffer;
  seed: number;
}

export function newConnections(threads: number, seed: number): SharedConnections {
  const bytes = threads * (1 + BUCKETS) * Int32Array.BYTES_PER_ELEMENT;
  return { memory: new SharedArrayBuffer(bytes), seed };
}

interface Options {
  /** In all. */
  most: number;
  /** From one address. */
  mostOfOne: number;
  shared: SharedConnections;
  /** Which part of the memory is this thread's. */
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

  /** This thread's. */
  get open(): number {
    return this.#own[0];
  }

  /** Whether one more may be opened; it then counts until it is closed. A proxy's are bounded in all only. */
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
