// In charge of the checksum of what is long: the sum that AES-GCM takes of what it does not encrypt, for which processors have
// instructions (docs/decisions/0032-one-copy.md). It tells what was altered by accident, as a snapshot's checksum has to. With a key that
// is known to all it keeps nobody from anything; under one that is not, nobody can make two sequences of bytes of one sum.

import { type CipherGCM, createCipheriv, hash } from 'node:crypto';

export const KEY_BYTES = 16;
const [KNOWN_KEY, NONCE] = [Buffer.alloc(KEY_BYTES), Buffer.alloc(12)];
/** Node takes less than 2 GiB at once. */
const MOST_AT_ONCE = 1 << 30;

export class QuickSum {
  readonly #cipher: CipherGCM;

  constructor(key: Uint8Array = KNOWN_KEY) {
    this.#cipher = createCipheriv('aes-128-gcm', key, NONCE);
  }

  update(bytes: Uint8Array): this {
    for (let at = 0; at < bytes.length; at += MOST_AT_ONCE) this.#cipher.setAAD(bytes.subarray(at, at + MOST_AT_ONCE));
    return this;
  }

  /** The sum itself. */
  tag(): Buffer {
    this.#cipher.final();
    return this.#cipher.getAuthTag();
  }

  /** As long as other checksums are. */
  digest(): Buffer {
    return hash('sha256', this.tag(), 'buffer');
  }
}
