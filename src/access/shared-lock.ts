// Implements a lock in shared memory for work of less than a microsecond. It records its holder: a suspended thread keeps it,
// and the thread that sees the holder die releases it.

/** Cheaper than being woken by the system. */
const SPINS = 1_000;
const NAP_MILLISECONDS = 1;

const FREE = 0;

export class SharedLock {
  /** One number of shared memory: 0, or the holder. */
  readonly #holder: Int32Array;
  readonly #self: number;

  constructor(holder: Int32Array, threadId: number) {
    this.#holder = holder;
    this.#self = threadId + 1;
  }

  acquire(): void {
    for (let spin = 0; spin < SPINS; spin++) if (this.#tryAcquire() === FREE) return;
    for (;;) {
      const holder = this.#tryAcquire();
      if (holder === FREE) return;
      Atomics.wait(this.#holder, 0, holder, NAP_MILLISECONDS);
    }
  }

  release(): void {
    Atomics.store(this.#holder, 0, FREE);
  }

  releaseFor(threadId: number): void {
    Atomics.compareExchange(this.#holder, 0, threadId + 1, FREE);
  }

  #tryAcquire(): number {
    return Atomics.compareExchange(this.#holder, 0, FREE, this.#self);
  }
}
