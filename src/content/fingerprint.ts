// In charge of the fingerprint of a source: what is read of it, names and bytes, as one hash. Two sources with the same one say
// the same, to the same Sylva with the same settings.

import { createHash, randomBytes } from 'node:crypto';
import { KEY_BYTES, QuickSum } from '../domain/quick-sum.ts';

export class Fingerprint {
  /** As strong as SHA-256, and faster where a processor has no instructions for that. */
  readonly #hash = createHash('blake2b512');
  /** What long parts are summed up with. Nobody else knows it, so that nobody can make two that have one sum. */
  readonly sumKey: string;

  /** With the same key as another, the same parts have the same fingerprint. */
  constructor(sumKey = randomBytes(KEY_BYTES).toString('base64url')) {
    this.sumKey = sumKey;
  }

  /** What is read next. Each has its length before it, so that no two become one. */
  note(...parts: (string | Uint8Array)[]): this {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      this.#hash.update(`${bytes.length}:`).update(bytes);
    }
    return this;
  }

  /** Of a long part, to be noted in its place. */
  sumOf(bytes: Uint8Array): string {
    return new QuickSum(Buffer.from(this.sumKey, 'base64url')).update(bytes).digest().toString('base64url');
  }

  digest(): string {
    return this.#hash.digest('base64url');
  }
}
