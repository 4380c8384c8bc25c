// Keeps answers of one revision by question and encoding, and shares those that are still being computed. A question is its
// canonical address, so that nobody fills the room with spellings of one.

import type { Service } from '../pipeline/service.ts';
import { inMemoryOfItsOwn, type PreparedAnswer } from '../sending/prepared.ts';
import type { Encoding } from './encoding.ts';

const LARGEST_ANSWER = 256 * 1024;

/** What keeping an answer takes beside its key and its bytes: an object, a buffer, a place in a table. */
const OVERHEAD_BYTES = 512;

/**
 * When all room is taken, one new answer in so many gets in. Those asked often are soon among them, and somebody who
 * walks through everything does not push them all out, one after the other, just before they are asked again.
 */
const ADMITTED_WHEN_FULL = 1 / 16;

/** Ten times the work in a fifth of the room. */
const COMPRESSED_ADMITTED_WHEN_FULL = 1 / 2;

/** What answers are made from. */
interface Source {
  revision: string;
  publishedAt: string;
  catalogue: { snapshot: { hash: string; size: number } };
}

/** Answers of one revision only. They hold no reference to its catalogue, which would outlive its time with them. */
export class KeptAnswers {
  readonly #answers = new Map<string, PreparedAnswer>();
  readonly #pending = new Map<string, Promise<PreparedAnswer>>();
  readonly #mostBytesFor: Service['mostKeptBytes'];
  #mostBytes = 0;
  #bytes = 0;
  #revision = '';
  #publishedAt = '';
  #hash = '';

  constructor(mostBytesFor: Service['mostKeptBytes']) {
    this.#mostBytesFor = mostBytesFor;
  }

  /** The answer to a question, if it was given before. */
  get(question: string, encoding: Encoding, published: Source): PreparedAnswer | undefined {
    this.#forgetOther(published);
    return this.#answers.get(keyOf(question, encoding));
  }

  /** Where there is room for it. What is kept has memory of its own. */
  keep(question: string, encoding: Encoding, published: Source, prepared: PreparedAnswer): void {
    this.#forgetOther(published);
    if (prepared.bytes.length > LARGEST_ANSWER) return;
    const key = keyOf(question, encoding);
    const replaced = this.#answers.get(key);
    const growth = sizeOf(key, prepared) - (replaced ? sizeOf(key, replaced) : 0);
    const admitted = encoding === 'identity' ? ADMITTED_WHEN_FULL : COMPRESSED_ADMITTED_WHEN_FULL;
    if (this.#bytes + growth > this.#mostBytes && Math.random() > admitted) return;
    this.#answers.set(key, { ...prepared, bytes: inMemoryOfItsOwn(prepared.bytes) });
    this.#bytes += growth;
    this.#makeRoom();
  }

  /** The result of `make`, or the answer that an earlier call is waiting for; its bytes outlive the request that began it. */
  share<T>(question: string, encoding: Encoding, published: Source, make: () => T): T | Promise<PreparedAnswer> {
    this.#forgetOther(published);
    const key = keyOf(question, encoding);
    const pending = this.#pending.get(key);
    if (pending) return pending;
    const made = make();
    if (made instanceof Promise) {
      this.#pending.set(key, made);
      const forget = () => this.#pending.get(key) === made && this.#pending.delete(key);
      void made.then(forget, forget);
    }
    return made;
  }

  /** The oldest go first. */
  #makeRoom(): void {
    for (const [key, answer] of this.#answers) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#answers.delete(key);
      this.#bytes -= sizeOf(key, answer);
    }
  }

  /** What is kept is of one revision. */
  #forgetOther({ revision, publishedAt, catalogue }: Source): void {
    const { hash, size } = catalogue.snapshot;
    if (revision === this.#revision && publishedAt === this.#publishedAt && hash === this.#hash) return;
    [this.#revision, this.#publishedAt, this.#hash] = [revision, publishedAt, hash];
    this.#mostBytes = this.#mostBytesFor(size);
    this.#answers.clear();
    this.#pending.clear();
    this.#bytes = 0;
  }
}

function keyOf(question: string, encoding: Encoding): string {
  return encoding === 'identity' ? question : `${encoding} ${question}`;
}

/** All that is kept of an answer counts. */
function sizeOf(key: string, { bytes }: PreparedAnswer): number {
  return bytes.length + key.length + OVERHEAD_BYTES;
}
