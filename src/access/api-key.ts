// Generates and checks API keys: `sylva_`, 32 random characters, and 6 of checksum, so that a mistyped key is refused
// without a look-up and leaked keys can be scanned for.

import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const PREFIX = 'sylva_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const FORM = /^sylva_[0-9A-Za-z]{38}$/;

export type RandomBytes = (length: number) => Uint8Array;

export function generateKey(randomBytes: RandomBytes): string {
  const random = randomText(RANDOM_LENGTH, randomBytes);
  return `${PREFIX}${random}${checksum(random)}`;
}

/** Skips bytes that would make some characters likelier than others. */
export function randomText(length: number, randomBytes: RandomBytes): string {
  const fairBelow = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fairBelow && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

export function withoutKeys(text: string): string {
  return text.replace(/sylva(?:_|%5f)[0-9a-z]{38}/gi, `${PREFIX}…`);
}

export function isWellFormed(key: string): boolean {
  if (!FORM.test(key)) return false;
  const random = key.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return checksum(random) === key.slice(-CHECKSUM_LENGTH);
}

function checksum(random: string): string {
  let rest = crc32(random);
  let text = '';
  for (let digit = 0; digit < CHECKSUM_LENGTH; digit++) {
    text = ALPHABET[rest % ALPHABET.length] + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}

/** What the store keeps instead of the key. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}
