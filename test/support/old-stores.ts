// Stores that older versions wrote, kept as files.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { temporaryFolder } from './folders.ts';

const PLAIN = fileURLToPath(new URL('../fixtures/store-0.1.0.db', import.meta.url));
const CHUNKED = fileURLToPath(new URL('../fixtures/store-0.2.0.db.zst', import.meta.url));

/** Of version 0.1.0: two revisions, of two trees and of one, a key, one that was revoked, an allowed range, and the audit of all that. */
export function oldStore(t: TestContext): string {
  const data = temporaryFolder(t);
  copyFileSync(PLAIN, join(data, 'sylva.db'));
  return data;
}

export const OLD_KEY = 'sylva_yMF46LgBtHTFppGoQpXgTwHjPcDhTWht0LCD4b';
export const OLD_REVOKED_KEY = 'sylva_ROw8nhkYsk1jgpJA0KosGeIuHQqUDBTg39OdEg';

/**
 * Of version 0.2.0, with a snapshot and its content in chunks for each revision: r1 has two trees, one with a text that takes
 * several chunks, r2 one of them under another title, and r3 is r1 again.
 */
export function chunkedStore(t: TestContext): string {
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'sylva.db'), zstdDecompressSync(readFileSync(CHUNKED)));
  return data;
}

export const CHUNKED_KEY = 'sylva_3lqAspJr8Ic2GHQgim5As2Ohd0llfn7W11oVGE';
