// Stores that older versions wrote, kept as files.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdDecompressSync } from 'node:zlib';
import { FORMAT_VERSION } from '../../src/snapshot/format.ts';
import { cut } from '../../src/store/cutting.ts';
import { PieceWriter } from '../../src/store/piece-writer.ts';
import { store as storePieces, walkOver } from '../../src/store/pieces.ts';
import type { Revision } from '../../src/store/revision-store.ts';
import type { Store } from '../../src/store/store.ts';
import { Workshop } from '../../src/store/workshop.ts';
import { temporaryFolder } from './folders.ts';
import { packed } from './packed.ts';
import { contentOf, storeOf } from './publishing.ts';

const PLAIN = fileURLToPath(new URL('../fixtures/store-0.1.0.db', import.meta.url));
const CHUNKED = fileURLToPath(new URL('../fixtures/store-0.2.0.db.zst', import.meta.url));
const WITH_CONTENT = fileURLToPath(new URL('../fixtures/store-format-8.db.zst', import.meta.url));

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

/**
 * Of before format 9, with content in pieces beside each snapshot: r1 has an oak in two languages and an ash, r2 another title of the ash,
 * r3 the oak alone, and r4 is r1 again.
 */
export function storeWithContent(t: TestContext): string {
  const data = temporaryFolder(t);
  writeFileSync(join(data, 'sylva.db'), zstdDecompressSync(readFileSync(WITH_CONTENT)));
  return data;
}

export const WITH_CONTENT_KEY = 'sylva_z8pczmr5w9n8NuLeAQ6kmmCwwXaVbRmT0kl2Ui';

/** Makes of all revisions what a Sylva of another format would have stored: content beside a snapshot that nobody can read. */
export async function asOfOlderFormat(t: TestContext, data: string): Promise<void> {
  const store = await storeOf(t, data);
  for (const revision of await store.revisions.list()) await keepContent(store, revision);
  const { db } = store.engine;
  await db
    .updateTable('pieceLists')
    .set({ list: Buffer.alloc(100) })
    .where('kind', '=', 'snapshot')
    .execute();
  await db
    .updateTable('revisions')
    .set({ format: FORMAT_VERSION - 1 })
    .execute();
}

/** As an older Sylva did, beside the snapshot. */
export async function keepContent(store: Store, revision: Revision): Promise<void> {
  const content = walkOver(packed(await contentOf(store, revision)));
  await store.audit.make(async (change) => {
    const writer = new PieceWriter(change, new Workshop(0));
    await storePieces(change, revision.number, 'content', cut(content), writer);
    return { result: undefined, event: null };
  });
}

export const CHUNKED_KEY = 'sylva_3lqAspJr8Ic2GHQgim5As2Ohd0llfn7W11oVGE';
