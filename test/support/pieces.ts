// What a store holds of pieces, looked at from outside.

import assert from 'node:assert/strict';
import type { Database } from '../../src/store/engine.ts';
import { decodeList } from '../../src/store/piece-list.ts';

/** The numbers of the pieces that are stored, and of those that lists name. */
export async function piecesIn(db: Database): Promise<{ stored: Set<number>; named: Set<number> }> {
  const stored = await db.selectFrom('pieces').select('number').execute();
  const lists = await db.selectFrom('pieceLists').select('list').execute();
  return {
    stored: new Set(stored.map(({ number }) => number)),
    named: new Set(lists.flatMap(({ list }) => [...decodeList(list).numbers])),
  };
}

/** Alters pieces in their middle. */
export async function spoil(db: Database, numbers: Iterable<number>): Promise<void> {
  for (const number of numbers) {
    const { bytes } = await db.selectFrom('pieces').selectAll().where('number', '=', number).executeTakeFirstOrThrow();
    const spoilt = Buffer.from(bytes);
    spoilt[spoilt.length >> 1] ^= 1;
    await db.updateTable('pieces').set({ bytes: spoilt }).where('number', '=', number).execute();
  }
}

/** Every piece that is stored is named by a list, and the other way about. */
export async function assertNothingLeft(db: Database): Promise<void> {
  const { stored, named } = await piecesIn(db);
  assert.deepEqual([...stored.symmetricDifference(named)], []);
}
