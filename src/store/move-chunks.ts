// In charge of taking over a store whose revisions each had all of their bytes for themselves, in chunks. Each chunk becomes a
// piece as it is, one after the other, and goes at once: neither memory nor disk holds all of it twice.

import type { Kysely } from 'kysely';
import { encodeList } from './piece-list.ts';
import { formerNameOf } from './piece-names.ts';
import { PieceWriter } from './piece-writer.ts';
import type { Kind } from './pieces.ts';
import type { Tables } from './schema.ts';
import { Workshop } from './workshop.ts';

type WithChunks = Tables & { chunks: { revision: number; kind: Kind; position: number; bytes: Uint8Array } };

export async function moveChunks(db: Kysely<unknown>): Promise<void> {
  const [before, after] = [db as Kysely<WithChunks>, db as Kysely<Tables>];
  const whose = await before.selectFrom('chunks').select(['revision', 'kind']).distinct().execute();
  for (const { revision, kind } of whose) {
    const [numbers, lengths]: number[][] = [[], []];
    for await (const bytes of chunksOf(before, revision, kind)) {
      const written = await new PieceWriter(after, new Workshop(0), { nameOf: formerNameOf }).write([bytes]);
      numbers.push(...written.numbers);
      lengths.push(bytes.length);
    }
    const list = encodeList({ numbers: Uint32Array.from(numbers), lengths: Uint32Array.from(lengths) });
    await after.insertInto('pieceLists').values({ revision, kind, list }).execute();
  }
}

/** Each is gone when the next one is asked for. */
async function* chunksOf(db: Kysely<WithChunks>, revision: number, kind: Kind): AsyncGenerator<Uint8Array> {
  for (;;) {
    const own = db.selectFrom('chunks').where('revision', '=', revision).where('kind', '=', kind);
    const first = await own.select(['position', 'bytes']).orderBy('position').limit(1).executeTakeFirst();
    if (!first) return;
    yield first.bytes;
    await db
      .deleteFrom('chunks')
      .where('revision', '=', revision)
      .where('kind', '=', kind)
      .where('position', '=', first.position)
      .execute();
  }
}
