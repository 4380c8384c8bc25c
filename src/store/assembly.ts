// In charge of putting bytes together from their pieces, in memory that threads can share: those that a known snapshot has are
// taken from it, and only the others are fetched. All of it with pauses: the thread has more to do.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { fold, Unfolding } from '../snapshot/folding.ts';
import { SnapshotError } from '../snapshot/format.ts';
import type { PieceList } from './piece-list.ts';
import { fetchPieces, type Kind, listOf } from './pieces.ts';
import type { Tables } from './schema.ts';
import { Workshop } from './workshop.ts';

/** The bytes from one place to another have come, and all before them. */
export type OnPart = (bytes: Uint8Array, from: number, to: number) => void;

export interface Assembly {
  onPart?: OnPart | undefined;
  /** A whole snapshot, and the pieces that it was stored in. */
  known?: { list: PieceList; bytes: Uint8Array } | undefined;
}

interface Target {
  bytes: Uint8Array;
  put(from: number, bytes: Uint8Array): void;
  finish(): Iterable<undefined>;
}

const PART_BYTES = 1 << 20;

/** The bytes of a revision; none where it has no list of them. */
export async function readBytes(
  db: Kysely<Tables>,
  revision: number,
  kind: Kind,
  assembly: Assembly = {},
): Promise<Uint8Array> {
  const list = await listOf(db, revision, kind);
  return list ? await assemble(db, list, assembly) : new Uint8Array(0);
}

export async function assemble(
  db: Kysely<Tables>,
  list: PieceList,
  { onPart = () => {}, known }: Assembly = {},
): Promise<Uint8Array> {
  const places = placesOf(list);
  const target = await targetOf(db, list);
  if (known) {
    for await (const { number, bytes } of piecesIn(known.bytes, known.list)) {
      for (const from of places.get(number) ?? []) target.put(from, bytes);
      places.delete(number);
    }
  }
  await using workshop = new Workshop(lengthOf(list, places));
  for await (const { number, bytes } of fetchPieces(db, places.keys(), workshop)) {
    for (const from of places.get(number) as number[]) target.put(from, bytes);
  }
  for (const _ of target.finish()) await nextTurn();
  for (let from = 0; from < target.bytes.length; from += PART_BYTES) {
    onPart(target.bytes, from, Math.min(from + PART_BYTES, target.bytes.length));
    await nextTurn();
  }
  return target.bytes;
}

/** Where the bytes of each piece belong: some more than once. */
function placesOf({ numbers, lengths }: PieceList): Map<number, number[]> {
  const places = new Map<number, number[]>();
  let from = 0;
  for (const [index, number] of numbers.entries()) {
    places.getOrInsertComputed(number, () => []).push(from);
    from += lengths[index];
  }
  return places;
}

/** How many bytes those of the pieces have that are wanted. */
function lengthOf({ numbers, lengths }: PieceList, wanted: Map<number, unknown>): number {
  return lengths.reduce((sum, length, index) => (wanted.has(numbers[index]) ? sum + length : sum), 0);
}

/** What version 0.2.0 stored is not folded, nor is content. */
async function targetOf(db: Kysely<Tables>, { numbers, lengths }: PieceList): Promise<Target> {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const head = await firstOf(fetchPieces(db, numbers.subarray(0, 1), new Workshop(0)));
  if (head && Unfolding.isFolded(head.bytes)) {
    const unfolding = new Unfolding(head.bytes);
    if (unfolding.foldedLength !== total) throw new SnapshotError('The stored snapshot is not as long as it says.');
    return unfolding;
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(total));
  return { bytes, put: (from, part) => bytes.set(part, from), finish: () => [] };
}

async function firstOf<T>(all: AsyncIterable<T>): Promise<T | undefined> {
  for await (const first of all) return first;
  return undefined;
}

/** Those that a snapshot is stored in; none where it was stored in another form. */
async function* piecesIn(
  snapshot: Uint8Array,
  { numbers, lengths }: PieceList,
): AsyncGenerator<{ number: number; bytes: Uint8Array }> {
  let index = 0;
  let sincePause = 0;
  for (const part of fold(snapshot)) {
    if (!part) await nextTurn();
    for (let start = 0; part && start < part.length; index++) {
      const end = start + lengths[index];
      if (!(end <= part.length)) return;
      yield { number: numbers[index], bytes: part.subarray(start, end) };
      sincePause += end - start;
      start = end;
      if (sincePause < PART_BYTES) continue;
      sincePause = 0;
      await nextTurn();
    }
  }
}
