// Caches responses of one revision by canonical address and encoding, and shares those that are still being computed.
// It keeps no revision alive.

import type { Service } from '../pipeline/service.ts';
import { copyToOwnMemory, type PreparedResponse } from '../sending/contract.ts';
import type { Encoding } from './encoding.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;

/** Approximate size of an entry without its key and bytes. */
const ENTRY_BYTES = 512;

/**
 * The probability that a new response is admitted to a full cache. Frequent ones soon get in, and a client that requests
 * everything once doesn't evict them.
 */
const ADMITTED_IF_FULL = 1 / 16;
/** Compressed responses save ten times the work in a fifth of the space. */
const COMPRESSED_ADMITTED_IF_FULL = 1 / 2;

interface Source {
  catalogue: { snapshot: { size: number } };
}

export class ResponseCache {
  readonly #responses = new Map<string, PreparedResponse>();
  readonly #pending = new Map<string, Promise<PreparedResponse>>();
  readonly #maxBytesFor: Service['maxCacheBytes'];
  #maxBytes = 0;
  #bytes = 0;
  #source: WeakRef<Source> | undefined;

  constructor(maxBytesFor: Service['maxCacheBytes']) {
    this.#maxBytesFor = maxBytesFor;
  }

  get(address: string, encoding: Encoding, published: Source): PreparedResponse | undefined {
    this.#clearIfOther(published);
    return this.#responses.get(keyOf(address, encoding));
  }

  /** Copies the response if it is admitted. */
  add(address: string, encoding: Encoding, published: Source, prepared: PreparedResponse): void {
    this.#clearIfOther(published);
    if (prepared.bytes.length > MAX_RESPONSE_BYTES) return;
    const key = keyOf(address, encoding);
    const replaced = this.#responses.get(key);
    const growth = sizeOf(key, prepared) - (replaced ? sizeOf(key, replaced) : 0);
    const admitted = encoding === 'identity' ? ADMITTED_IF_FULL : COMPRESSED_ADMITTED_IF_FULL;
    if (this.#bytes + growth > this.#maxBytes && Math.random() > admitted) return;
    this.#responses.set(key, { ...prepared, bytes: copyToOwnMemory(prepared.bytes) });
    this.#bytes += growth;
    this.#evictOldest();
  }

  /** Returns the promise that an earlier call is waiting for, or else the result of `compute`. */
  share<T>(address: string, encoding: Encoding, published: Source, compute: () => T): T | Promise<PreparedResponse> {
    this.#clearIfOther(published);
    const key = keyOf(address, encoding);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const computed = compute();
    if (computed instanceof Promise) {
      this.#pending.set(key, computed);
      const remove = () => this.#pending.get(key) === computed && this.#pending.delete(key);
      void computed.then(remove, remove);
    }
    return computed;
  }

  #evictOldest(): void {
    for (const [key, response] of this.#responses) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#responses.delete(key);
      this.#bytes -= sizeOf(key, response);
    }
  }

  #clearIfOther(published: Source): void {
    if (published === this.#source?.deref()) return;
    this.#source = new WeakRef(published);
    this.#maxBytes = this.#maxBytesFor(published.catalogue.snapshot.size);
    this.#responses.clear();
    this.#pending.clear();
    this.#bytes = 0;
  }
}

function keyOf(address: string, encoding: Encoding): string {
  return encoding === 'identity' ? address : `${encoding} ${address}`;
}

function sizeOf(key: string, { bytes }: PreparedResponse): number {
  return bytes.length + key.length + ENTRY_BYTES;
}
