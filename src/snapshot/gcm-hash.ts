// Hashes large data with the authentication of AES-GCM, which processors accelerate (docs/decisions/0032-one-copy.md).
// Detects accidental damage only, because the key is public.

import { createCipheriv, hash } from 'node:crypto';

/** Node accepts less than 2 GiB at once. */
const MAX_UPDATE_BYTES = 1 << 30;

export class GcmHash {
  readonly #cipher = createCipheriv('aes-128-gcm', Buffer.alloc(16), Buffer.alloc(12));

  update(bytes: Uint8Array): this {
    for (let at = 0; at < bytes.length; at += MAX_UPDATE_BYTES)
      this.#cipher.setAAD(bytes.subarray(at, at + MAX_UPDATE_BYTES));
    return this;
  }

  digest(): Buffer {
    this.#cipher.final();
    return hash('sha256', this.#cipher.getAuthTag(), 'buffer');
  }
}
