// In charge of long bytes in the database: cut into pieces, each stored once however many revisions have it, and a list of its
// pieces for each of them. What no list names any more is dropped. All of it happens within a change, and changes wait for each
// other, so that no piece goes that another change has just named.

import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import { SnapshotError } from '../snapshot/format.ts';
import { cuts } from './cutting.ts';
import { decodeList, encodeList, type PieceList } from './piece-list.ts';
import type { Tables } from './schema.ts';

type Database = Kysely<Tables>;
export type Kind = Tables['pieceLists']['kind'];

export interface Piece {
  /** SHA-256. */
  hash: Buffer;
  bytes: Uint8Array;
}

/** Some thirty kilobytes each: what is asked for at once is about a megabyte. */
const FETCHED_AT_ONCE = 32;
const NAMED_AT_ONCE = 500;
const LISTS_AT_ONCE = 100;
/** A higher level takes more time than its few bytes are worth. The checksum tells whether a piece was altered. */
const COMPRESSION = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

const ADVICE = 'Publish its source again with --mend, or restore a backup.';

/** The first part is a piece of its own, since it is read before all others; no piece goes beyond its part. */
export function piecesOf(parts: Iterable<Uint8Array | undefined>): Piece[] {
  const pieces: Piece[] = [];
  for (const part of parts) {
    if (!part) continue;
    let start = 0;
    for (const end of pieces.length === 0 ? [part.length] : cuts(part)) {
      pieces.push(pieceOf(part.subarray(start, end)));
      start = end;
    }
  }
  return pieces;
}

export function pieceOf(bytes: Uint8Array): Piece {
  return { hash: hash('sha256', bytes, 'buffer'), bytes };
}

/** Stores bytes of a revision. */
export async function store(change: Database, revision: number, kind: Kind, pieces: Piece[]): Promise<void> {
  const list = encodeList({
    numbers: await storePieces(change, pieces),
    lengths: Uint32Array.from(pieces, ({ bytes }) => bytes.length),
  });
  await change.insertInto('pieceLists').values({ revision, kind, list }).execute();
}

/** Stores those that are not there yet. The numbers of all of them. */
export async function storePieces(change: Database, pieces: Piece[]): Promise<Uint32Array> {
  const numbers = await numbersOf(change, pieces);
  const lacking = new Map(pieces.map((piece) => [keyOf(piece.hash), piece]));
  for (const key of numbers.keys()) lacking.delete(key);
  for (const batch of batches([...lacking.values()], FETCHED_AT_ONCE)) {
    const rows = batch.map(({ hash, bytes }) => ({ hash, bytes: compressed(bytes) }));
    const added = await change.insertInto('pieces').values(rows).returning(['number', 'hash']).execute();
    for (const { number, hash } of added) numbers.set(keyOf(hash), number);
  }
  return Uint32Array.from(pieces, (piece) => numbers.get(keyOf(piece.hash)) as number);
}

/** Writes those again that are there already: they may be damaged. */
export async function mend(change: Database, pieces: Piece[]): Promise<void> {
  const numbers = await numbersOf(change, pieces);
  for (const { hash, bytes } of pieces) {
    const update = change.updateTable('pieces').set({ bytes: compressed(bytes) });
    await update.where('number', '=', numbers.get(keyOf(hash)) ?? -1).execute();
  }
}

/** Those of the pieces that are there already, by their hashes. */
async function numbersOf(change: Database, pieces: Piece[]): Promise<Map<string, number>> {
  const numbers = new Map<string, number>();
  const hashes = [...new Map(pieces.map(({ hash }) => [keyOf(hash), hash])).values()];
  for (const batch of batches(hashes, NAMED_AT_ONCE)) {
    const rows = await change.selectFrom('pieces').select(['number', 'hash']).where('hash', 'in', batch).execute();
    for (const { number, hash } of rows) numbers.set(keyOf(hash), number);
  }
  return numbers;
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('latin1');
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

/** With pauses: a database that is a file is read without any, and the thread has more to do. */
export async function* fetchPieces(
  db: Database,
  numbers: Iterable<number>,
): AsyncGenerator<{ number: number; bytes: Buffer }> {
  for (const batch of batches([...numbers], FETCHED_AT_ONCE)) {
    const rows = await db.selectFrom('pieces').select(['number', 'bytes']).where('number', 'in', batch).execute();
    if (rows.length < batch.length)
      throw new SnapshotError(`The store is damaged: it lacks a part of a revision. ${ADVICE}`);
    for (const { number, bytes } of rows) yield { number, bytes: decompressed(bytes) };
    await nextTurn();
  }
}

function compressed(bytes: Uint8Array): Buffer {
  return zstdCompressSync(bytes, { params: COMPRESSION, pledgedSrcSize: bytes.length });
}

function decompressed(bytes: Uint8Array): Buffer {
  try {
    return zstdDecompressSync(bytes);
  } catch (error) {
    throw new SnapshotError(`The store is damaged: a part of a revision was altered. ${ADVICE}`, { cause: error });
  }
}

/** Drops the pieces that no list names. One that is damaged names none: what it is of cannot be read any more. */
export async function dropUnnamed(change: Database): Promise<void> {
  const rows = await change.selectFrom('pieces').select('number').execute();
  const unnamed = new Set(rows.map(({ number }) => number));
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
