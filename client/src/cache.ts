// In charge of answers that are kept: what a cache must do, and one in memory.

export interface CachedAnswer {
  /** The entity tag that the service knows the answer by. */
  etag: string;
  /** The answer's JSON. */
  body: string;
}

/** Anything that keeps answers by address. One that fails is taken for one that has nothing. */
export interface Cache {
  get(address: string): CachedAnswer | undefined | Promise<CachedAnswer | undefined>;
  set(address: string, answer: CachedAnswer): void | Promise<void>;
}

/** Keeps the answers used last. */
export class MemoryCache implements Cache {
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #maxEntries: number;

  constructor({ maxEntries = 500 }: { maxEntries?: number } = {}) {
    this.#maxEntries = maxEntries;
  }

  get(address: string): CachedAnswer | undefined {
    const answer = this.#answers.get(address);
    if (answer) this.set(address, answer);
    return answer;
  }

  set(address: string, answer: CachedAnswer): void {
    this.#answers.delete(address);
    this.#answers.set(address, answer);
    const [oldest] = this.#answers.keys();
    if (oldest !== undefined && this.#answers.size > this.#maxEntries) this.#answers.delete(oldest);
  }
}
