// In charge of answers that were given before: the same address, asked of the same revision, needs no work twice.

import type { Answer } from './operation.ts';
import type { Published } from './service.ts';

export interface PreparedAnswer {
  answer: Answer;
  /** The operation's route, for the log. */
  route: string;
  /** Its entity tag, before the encoding. */
  tag: string;
  /** What every success of it says of itself: names and values in turn. */
  headers: string[];
}

const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_ANSWER = 256 * 1024;

/** Answers of one revision only. They hold no reference to its catalogue, which would outlive its time with them. */
export class PreparedAnswers {
  readonly #answers = new Map<string, { prepared: PreparedAnswer; wasUsed: boolean }>();
  #bytes = 0;
  #revision = '';
  #hash = '';

  /** The answer to an address, if it was given before. */
  get(address: string, published: Published): PreparedAnswer | undefined {
    this.#turnTo(published);
    const kept = this.#answers.get(address);
    if (kept) kept.wasUsed = true;
    return kept?.prepared;
  }

  keep(address: string, published: Published, prepared: PreparedAnswer): void {
    this.#turnTo(published);
    const { length } = prepared.answer.body;
    if (length > LARGEST_ANSWER) return;
    this.#answers.set(address, { prepared, wasUsed: false });
    this.#bytes += length;
    this.#makeRoom();
  }

  /** The oldest go first; one that was used since it was last looked at goes to the end instead. */
  #makeRoom(): void {
    for (const [address, kept] of this.#answers) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#answers.delete(address);
      if (kept.wasUsed) this.#answers.set(address, { ...kept, wasUsed: false });
      else this.#bytes -= kept.prepared.answer.body.length;
    }
  }

  #turnTo({ revision, catalogue }: Published): void {
    const { hash } = catalogue.snapshot;
    if (revision === this.#revision && hash === this.#hash) return;
    [this.#revision, this.#hash] = [revision, hash];
    this.#answers.clear();
    this.#bytes = 0;
  }
}
