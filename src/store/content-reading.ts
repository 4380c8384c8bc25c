// In charge of reading the content of a revision, piece by piece.

import { zstdDecompressSync } from 'node:zlib';
import { type Archived, Unpacking } from './archive.ts';
import type { Change, Database } from './engine.ts';
import { fetchPieces, listOf } from './pieces.ts';
import { Workshop } from './workshop.ts';

export async function readContent(db: Database | Change, revision: number): Promise<Archived> {
  const list = await listOf(db, revision, 'content');
  const bytes = list?.lengths.reduce((sum, length) => sum + length, 0) ?? 0;
  await using workshop = new Workshop(bytes);
  const unpacking = new Unpacking();
  const compressed: Uint8Array[] = [];
  for await (const piece of fetchPieces(db, list?.numbers ?? [], workshop)) {
    if (compressed.length > 0 || isCompressed(piece.bytes)) compressed.push(piece.bytes);
    else unpacking.add(piece.bytes);
  }
  if (compressed.length > 0) unpacking.add(zstdDecompressSync(Buffer.concat(compressed)));
  return unpacking.finish();
}

/** How an archive begins that version 0.2.0 has compressed as a whole: no line begins like it. */
const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

function isCompressed(bytes: Uint8Array): boolean {
  return ZSTD_MAGIC.equals(bytes.subarray(0, ZSTD_MAGIC.length));
}
