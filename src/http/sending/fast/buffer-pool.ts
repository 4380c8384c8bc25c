// In charge of the memory that answers are written to and sent from: some blocks that are used again and again, and who has
// which. A new buffer for every answer would keep the garbage collector busy for a quarter of the time.

const BLOCK_BYTES = 64 * 1024;
const MOST_BLOCKS = 128;

export class LentMemory {
  /** The one that came back last is still close to the processor. */
  readonly #free: Buffer[] = [];
  readonly #lent = new Map<object, Buffer>();

  /** The one block of an owner, which has it until it is taken back; none while many are lent, such as to clients that read slowly. */
  lendTo(owner: object): Buffer | undefined {
    const lent = this.#lent.get(owner);
    if (lent || this.#lent.size >= MOST_BLOCKS) return lent;
    const block = this.#free.pop() ?? newBlock();
    this.#lent.set(owner, block);
    return block;
  }

  /** To be called when nothing will read what the owner wrote. */
  takeBack(owner: object): void {
    const block = this.#lent.get(owner);
    if (block && this.#lent.delete(owner)) this.#free.push(block);
  }
}

export function newBlock(): Buffer {
  return Buffer.allocUnsafeSlow(BLOCK_BYTES);
}
