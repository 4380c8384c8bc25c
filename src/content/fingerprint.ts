// In charge of the fingerprint of a source: what is read of it, names and bytes, as one hash. Two sources with the same one say
// the same, to the same Sylva with the same settings.

import { createHash } from 'node:crypto';

export class Fingerprint {
  /** As strong as SHA-256, and faster where a processor has no instructions for that. */
  readonly #hash = createHash('blake2b512');

  /** What is read next. Each has its length before it, so that no two become one. */
  note(...parts: (string | Uint8Array)[]): this {
    for (const part of parts) {
      const bytes = typeof part === 'string' ? Buffer.from(part) : part;
      this.#hash.update(`${bytes.length}:`).update(bytes);
    }
    return this;
  }

  digest(): string {
    return this.#hash.digest('base64url');
  }
}
