// In charge of long bytes in the database: cut into pieces, each stored once however many revisions have it, and a list of its
// pieces for each of them. What no list names any more is dropped. All of it happens within a change, and changes wait for each
// other, so that no piece goes that another change has just named.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { SnapshotError } from '../snapshot/format.ts';
import { type CutPiece, cut, type Walk } from './cutting.ts';
import { decodeList, encodeList, type PieceList } from './piece-list.ts';
import type { PieceWriter } from './piece-writer.ts';
import type { Tables } from './schema.ts';
import type { Workshop } from './workshop.ts';

type Database = Kysely<Tables>;
export type Kind = Tables['pieceLists']['kind'];

/** Some thirty kilobytes each: what is asked for at once is about a megabyte. */
const FETCHED_AT_ONCE = 32;
const NAMED_AT_ONCE = 500;
const LISTS_AT_ONCE = 100;

/** What to do where something is damaged. */
export const ADVICE = 'Publish its source again with --mend, or restore a backup.';

/** The first part is a piece of its own, since it is read before all others; no piece goes beyond its part. */
export async function* piecesOf(parts: Iterable<Walk | undefined>): AsyncGenerator<CutPiece> {
  let isFirst = true;
  for (const part of parts) {
    if (!part) continue;
    if (isFirst) yield await part.from(0);
    else yield* cut(part);
    isFirst = false;
  }
}

export function walkOver(bytes: Uint8Array): Walk {
  return { from: (place) => bytes.subarray(place) };
}

/** Stores bytes of a revision. */
export async function store(
  change: Database,
  revision: number,
  kind: Kind,
  pieces: Iterable<CutPiece> | AsyncIterable<CutPiece>,
  writer: PieceWriter,
): Promise<void> {
  const list = await writer.write(pieces);
  await change
    .insertInto('pieceLists')
    .values({ revision, kind, list: encodeList(list) })
    .execute();
}

/** Those of all pieces. */
export async function numbersStored(db: Database): Promise<Set<number>> {
  const rows = await db.selectFrom('pieces').select('number').execute();
  return new Set(rows.map(({ number }) => number));
}

export async function listOf(db: Database, revision: number, kind: Kind): Promise<PieceList | undefined> {
  const lists = db.selectFrom('pieceLists').where('revision', '=', revision).where('kind', '=', kind);
  const row = await lists.select('list').executeTakeFirst();
  return row && decodeList(row.list);
}

/** A revision has again what another one has. */
export async function copyLists(change: Database, from: number, to: number): Promise<void> {
  await change
    .insertInto('pieceLists')
    .columns(['revision', 'kind', 'list'])
    .expression((is) =>
      is
        .selectFrom('pieceLists')
        .select(({ lit }) => [lit(to).as('revision'), 'kind', 'list'])
        .where('revision', '=', from)
        .where('kind', '!=', 'chronicle'),
    )
    .execute();
}

interface FetchedPiece {
  number: number;
  bytes: Uint8Array;
}

/** In their order. With pauses: a database that is a file is read without any, and the thread has more to do. */
export async function* fetchPieces(
  db: Database,
  numbers: Iterable<number>,
  workshop: Workshop,
): AsyncGenerator<FetchedPiece> {
  for await (const some of workshop.ahead(storedPieces(db, numbers), (stored) => decompressed(stored, workshop))) {
    yield* some;
    await nextTurn();
  }
}

async function* storedPieces(db: Database, numbers: Iterable<number>): AsyncGenerator<FetchedPiece[]> {
  for (const batch of batches([...numbers], FETCHED_AT_ONCE)) {
    const rows = await db.selectFrom('pieces').select(['number', 'bytes']).where('number', 'in', batch).execute();
    const stored = new Map(rows.map(({ number, bytes }) => [number, bytes]));
    yield batch.map((number) => {
      const bytes = stored.get(number);
      if (!bytes) throw new SnapshotError(`The store is damaged: it lacks a part of a revision. ${ADVICE}`);
      return { number, bytes };
    });
  }
}

async function decompressed(stored: FetchedPiece[], workshop: Workshop): Promise<FetchedPiece[]> {
  try {
    const plain = await workshop.work(
      'decompress',
      stored.map(({ bytes }) => bytes),
    );
    return stored.map(({ number }, index) => ({ number, bytes: plain[index] }));
  } catch (error) {
    throw new SnapshotError(`The store is damaged: a part of a revision was altered. ${ADVICE}`, { cause: error });
  }
}

/** Drops the pieces that no list names. One that is damaged names none: what it is of cannot be read any more. */
export async function dropUnnamed(change: Database): Promise<void> {
  const unnamed = await numbersStored(change);
  for (let page = 0; ; page++) {
    const lists = change.selectFrom('pieceLists').select('list').orderBy('revision').orderBy('kind');
    const some = await lists
      .limit(LISTS_AT_ONCE)
      .offset(page * LISTS_AT_ONCE)
      .execute();
    for (const { list } of some) for (const number of numbersIn(list)) unnamed.delete(number);
    if (some.length < LISTS_AT_ONCE) break;
  }
  for (const batch of batches([...unnamed], NAMED_AT_ONCE))
    await change.deleteFrom('pieces').where('number', 'in', batch).execute();
}

function numbersIn(list: Uint8Array): Iterable<number> {
  try {
    return decodeList(list).numbers;
  } catch (error) {
    return ifDamaged(error) ?? [];
  }
}

/** What cannot be read counts as nothing. */
export function ifDamaged(error: unknown): undefined {
  if (!(error instanceof SnapshotError)) throw error;
}

function* batches<T>(all: T[], size: number): Generator<T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}
