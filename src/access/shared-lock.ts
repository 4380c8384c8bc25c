// In charge of a lock in shared memory, for work of less than a microsecond. It knows its holder: a thread that was put to
// sleep by the system keeps it, however long the others wait, and one that died has it taken away by who saw it die.

/** So many tries cost less than to be woken by the system. */
const SPINS = 1_000;
const NAP_MILLISECONDS = 1;

const FREE = 0;

export class SharedLock {
  /** One number of shared memory: 0, or who holds it. */
  readonly #holder: Int32Array;
  readonly #self: number;

  /** `threadId` is that of the thread which it is used in. */
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

  /** For a thread that is known to have ended. */
  releaseFor(threadId: number): void {
    Atomics.compareExchange(this.#holder, 0, threadId + 1, FREE);
  }

  /** Who held it before. */
  #tryAcquire(): number {
    return Atomics.compareExchange(this.#holder, 0, FREE, this.#self);
  }
}
