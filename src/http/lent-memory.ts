// In charge of the memory that answers are put together in and sent from: some blocks that are used again and again. A new
// buffer for every answer would keep the garbage collector busy for a quarter of the time.

const BLOCK_BYTES = 64 * 1024;
const MOST_BLOCKS = 128;

export class LentMemory {
  readonly #free: Buffer[] = [];
  #lent = 0;

  /** To be given back, once, when nothing will read it any more. The one that came back last is still close to the processor. */
  take(): Buffer {
    this.#lent++;
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
  }

  giveBack(block: Buffer): void {
    this.#lent--;
    this.#free.push(block);
  }

  /** Whether so many are lent, such as to clients that read slowly, that none should be for longer than need be. */
  get isScarce(): boolean {
    return this.#lent > MOST_BLOCKS;
  }
}
