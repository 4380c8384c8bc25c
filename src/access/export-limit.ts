// Limits running exports, in all and per client, over all threads. Each thread writes only its own part of the shared
// memory, so the thread that replaces a dead one clears its exports.

import { type ClientKey, spread } from './rate-limit/contract.ts';

export const MAX_EXPORTS = 8;
export const MAX_EXPORTS_PER_CLIENT = 2;

/** For each thread as many slots as exports may run, each with its owner. */
export interface SharedExports {
  memory: SharedArrayBuffer;
  seed: number;
}

export function newExports(threads: number, seed: number): SharedExports {
  return { memory: new SharedArrayBuffer(threads * MAX_EXPORTS * Int32Array.BYTES_PER_ELEMENT), seed };
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
    this.#start = part * MAX_EXPORTS;
    this.#all.fill(FREE, this.#start, this.#start + MAX_EXPORTS);
  }

  /** In this thread. */
  get running(): number {
    return this.#all.subarray(this.#start, this.#start + MAX_EXPORTS).filter((owner) => owner !== FREE).length;
  }

  /** A slot to free with `end`, or whose limit is reached. Takes the slot before counting, so that a race never lets one too many in. */
  tryBegin(client: ClientKey): number | 'client' | 'server' {
    const place = this.#all.indexOf(FREE, this.#start);
    if (place === -1 || place >= this.#start + MAX_EXPORTS) return 'server';
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
    if (owners.filter((each) => each === owner).length > MAX_EXPORTS_PER_CLIENT) return 'client';
    return owners.filter((each) => each !== FREE).length > MAX_EXPORTS ? 'server' : undefined;
  }
}
