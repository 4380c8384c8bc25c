// Pools the buffers that responses are written to and sent from. Allocating one per response would keep the garbage collector
// busy for a quarter of the time.

const BUFFER_BYTES = 64 * 1024;
const MAX_BUFFERS = 128;

export class BufferPool {
  /** The buffer released last is still in the processor's cache. */
  readonly #free: Buffer[] = [];
  readonly #used = new Map<object, Buffer>();

  /** Returns the owner's one buffer; undefined if too many are in use, such as by slow clients. */
  acquire(owner: object): Buffer | undefined {
    const used = this.#used.get(owner);
    if (used || this.#used.size >= MAX_BUFFERS) return used;
    const buffer = this.#free.pop() ?? allocateBuffer();
    this.#used.set(owner, buffer);
    return buffer;
  }

  /** To be called when nothing will read what the owner wrote. */
  release(owner: object): void {
    const buffer = this.#used.get(owner);
    if (buffer && this.#used.delete(owner)) this.#free.push(buffer);
  }
}

export function allocateBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(BUFFER_BYTES);
}
