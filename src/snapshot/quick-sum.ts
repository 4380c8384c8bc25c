// In charge of the checksum of what is long: the sum that AES-GCM takes of what it does not encrypt, for which processors have
// instructions (docs/decisions/0032-one-copy.md). It tells what was altered by accident, as a snapshot's checksum has to. Its key is
// known to all: it keeps nobody from anything.

import { createCipheriv, hash } from 'node:crypto';

const [KEY, NONCE] = [Buffer.alloc(16), Buffer.alloc(12)];
/** Node takes less than 2 GiB at once. */
const MOST_AT_ONCE = 1 << 30;

export class QuickSum {
  readonly #cipher = createCipheriv('aes-128-gcm', KEY, NONCE);

  update(bytes: Uint8Array): this {
    for (let at = 0; at < bytes.length; at += MOST_AT_ONCE) this.#cipher.setAAD(bytes.subarray(at, at + MOST_AT_ONCE));
    return this;
  }

  /** As long as other checksums are. */
  digest(): Buffer {
    this.#cipher.final();
    return hash('sha256', this.#cipher.getAuthTag(), 'buffer');
  }
}
