// In charge of answers that were given before: the same address, asked of the same revision, needs no work twice.

import type { Answer } from './operation.ts';
import type { Published } from './service.ts';

export interface PreparedAnswer {
  answer: Answer & { route: string };
  /** Its entity tag, before the encoding. */
  tag: string;
  published: Published;
  /** What every success of it says of itself: names and values in turn. */
  headers: string[];
}

const MOST_BYTES = 32 * 1024 * 1024;
const LARGEST_ANSWER = 256 * 1024;

export class PreparedAnswers {
  readonly #answers = new Map<string, PreparedAnswer>();
  #bytes = 0;

  /** The answer to an address, if it was given from this revision. The latest used are kept longest. */
  get(address: string, published: Published | undefined): PreparedAnswer | undefined {
    const prepared = this.#answers.get(address);
    if (!prepared) return undefined;
    this.#answers.delete(address);
    if (prepared.published === published) {
      this.#answers.set(address, prepared);
      return prepared;
    }
    this.#bytes -= prepared.answer.body.length;
    return undefined;
  }

  keep(address: string, prepared: PreparedAnswer): void {
    const { length } = prepared.answer.body;
    if (length > LARGEST_ANSWER) return;
    this.#answers.set(address, prepared);
    this.#bytes += length;
    for (const [oldest, { answer }] of this.#answers) {
      if (this.#bytes <= MOST_BYTES) return;
      this.#answers.delete(oldest);
      this.#bytes -= answer.body.length;
    }
  }
}
