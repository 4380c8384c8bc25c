// In charge of how many exports may run, in all and for one client, over all threads. Each thread notes its own in a part of
// shared memory that it alone writes to: what a thread that died had running is forgotten when another takes its part over.

import { type ClientKey, spread } from './rate-limit/contract.ts';

export const MOST_EXPORTS = 8;
export const MOST_EXPORTS_OF_ONE = 2;

/** For each thread as many places as exports may run, with whose each is. */
export interface SharedExports {
  memory: SharedArrayBuffer;
  seed: number;
}

export function newExports(threads: number, seed: number): SharedExports {
  return { memory: new SharedArrayBuffer(threads * MOST_EXPORTS * Int32Array.BYTES_PER_ELEMENT), seed };
}

const FREE = 0;

export class ExportLimit {
  readonly #all: Int32Array;
  readonly #seed: number;
  readonly #start: number;

  /** `part` is this thread's. */
  constructor({ memory, seed }: SharedExports, part: number) {
    this.#all = new Int32Array(memory);
    this.#seed = seed;
    this.#start = part * MOST_EXPORTS;
    this.#all.fill(FREE, this.#start, this.#start + MOST_EXPORTS);
  }

  /** This thread's. */
  get running(): number {
    return this.#all.subarray(this.#start, this.#start + MOST_EXPORTS).filter((owner) => owner !== FREE).length;
  }

  /**
   * The place of one more, to be given back, or who has too many of them. It is taken before all are counted, so that threads
   * which begin at the same moment never let one too many in.
   */
  tryBegin(client: ClientKey): number | 'client' | 'server' {
    const place = this.#all.indexOf(FREE, this.#start);
    if (place === -1 || place >= this.#start + MOST_EXPORTS) return 'server';
    const owner = spread(client, this.#seed) | 1;
    Atomics.store(this.#all, place, owner);
    const owners = Array.from(this.#all, (_, at) => Atomics.load(this.#all, at));
    const refused = this.#whoHasTooMany(owners, owner);
    if (refused) this.end(place);
    return refused ?? place;
  }

  end(place: number): void {
    Atomics.store(this.#all, place, FREE);
  }

  #whoHasTooMany(owners: number[], owner: number): 'client' | 'server' | undefined {
    if (owners.filter((each) => each === owner).length > MOST_EXPORTS_OF_ONE) return 'client';
    return owners.filter((each) => each !== FREE).length > MOST_EXPORTS ? 'server' : undefined;
  }
}
