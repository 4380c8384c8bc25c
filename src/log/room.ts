// In charge of how much of the log may wait to be written, over all threads: what goes beyond is dropped and counted, so
// that a log that nobody reads takes no memory.

const MOST_CHARACTERS = 4 * 1024 * 1024;
const [WAITING, DROPPED] = [0, 1];

export class LogRoom {
  readonly memory: SharedArrayBuffer;
  readonly #numbers: BigInt64Array;

  constructor(memory = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#numbers = new BigInt64Array(memory);
  }

  /** Whether there is room; it is given back when the text is written or lost. */
  take(characters: number, most = MOST_CHARACTERS): boolean {
    const waiting = Number(Atomics.add(this.#numbers, WAITING, BigInt(characters)));
    if (waiting + characters <= most) return true;
    this.giveBack(characters);
    return false;
  }

  giveBack(characters: number): void {
    Atomics.sub(this.#numbers, WAITING, BigInt(characters));
  }

  drop(lines: number): void {
    Atomics.add(this.#numbers, DROPPED, BigInt(lines));
  }

  /** Lines, since the start. */
  get dropped(): number {
    return Number(Atomics.load(this.#numbers, DROPPED));
  }
}
