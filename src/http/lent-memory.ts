// In charge of the memory of bodies that are being sent: some blocks that are used again and again. A new buffer for every
// answer would keep the garbage collector busy for a quarter of the time.

const BLOCK_BYTES = 64 * 1024;
const MOST_BLOCKS = 128;

export class LentMemory {
  readonly #free: ArrayBuffer[] = [];
  readonly #lent = new Set<ArrayBufferLike>();

  /** A copy of the bytes, in a block where one is to be had. It must be given back. */
  copy(bytes: Buffer): Buffer {
    const block = bytes.length <= BLOCK_BYTES ? this.#take() : undefined;
    const copy = block ? Buffer.from(block, 0, bytes.length) : Buffer.allocUnsafe(bytes.length);
    bytes.copy(copy);
    return copy;
  }

  /** When nothing will read it any more. What is no block is let go. */
  giveBack({ buffer }: Buffer): void {
    if (this.#lent.delete(buffer)) this.#free.push(buffer as ArrayBuffer);
  }

  #take(): ArrayBuffer | undefined {
    if (this.#free.length === 0 && this.#lent.size >= MOST_BLOCKS) return undefined;
    const block = this.#free.pop() ?? new ArrayBuffer(BLOCK_BYTES);
    this.#lent.add(block);
    return block;
  }
}
