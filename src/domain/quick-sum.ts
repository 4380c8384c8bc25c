// Computes checksums of large data with the authentication of AES-GCM, which processors accelerate
// (docs/decisions/0032-one-copy.md). It detects accidental damage only, because the key is public.

import { type CipherGCM, createCipheriv, hash } from 'node:crypto';

export const KEY_BYTES = 16;
const [KNOWN_KEY, NONCE] = [Buffer.alloc(KEY_BYTES), Buffer.alloc(12)];
/** Node accepts less than 2 GiB at once. */
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

  tag(): Buffer {
    this.#cipher.final();
    return this.#cipher.getAuthTag();
  }

  digest(): Buffer {
    return hash('sha256', this.tag(), 'buffer');
  }
}
