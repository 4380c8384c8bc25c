// In charge of storing pieces within a change, each once: they are hashed, looked up, and compressed where they are lacking, a batch
// after the other, so that memory holds few of them at a time.

import type { Kysely } from 'kysely';
import type { CutPiece } from './cutting.ts';
import type { PieceList } from './piece-list.ts';
import { HASH_BYTES } from './piece-work.ts';
import type { Tables } from './schema.ts';
import type { Workshop } from './workshop.ts';

/** What is known of a piece of the list that is written. */
interface Entry {
  length: number;
  number?: number;
  key?: string;
}

interface Hashed {
  hash: Uint8Array;
  key: string;
  bytes: Uint8Array;
}

/** One that is stored already has its number. */
interface Row {
  number?: number | undefined;
  hash: Uint8Array;
  bytes: Uint8Array;
}

const BATCH_BYTES = 2 << 20;

export class PieceWriter {
  readonly #change: Kysely<Tables>;
  readonly #workshop: Workshop;
  readonly #isMending: boolean;
  /** Of the pieces that are there, by hash. */
  readonly #numbers = new Map<string, number>();
  readonly #underWay = new Set<string>();
  /** Whether there were none when this began. */
  #areAllLacking: boolean | undefined;

  /** Whoever mends has those written again that are there already: they may be damaged. */
  constructor(change: Kysely<Tables>, workshop: Workshop, isMending = false) {
    this.#change = change;
    this.#workshop = workshop;
    this.#isMending = isMending;
  }

  /** Stores those that are not there yet. */
  async write(pieces: Iterable<CutPiece> | AsyncIterable<CutPiece>): Promise<PieceList> {
    const entries: Entry[] = [];
    const batches = batchesOf(pieces, entries);
    this.#areAllLacking ??= await this.#isNothingStored();
    for await (const rows of this.#areAllLacking ? this.#rowsOfAll(batches) : this.#rowsOfLacking(batches))
      await this.#put(rows);
    return {
      numbers: Uint32Array.from(entries, ({ number, key = '' }) => number ?? (this.#numbers.get(key) as number)),
      lengths: Uint32Array.from(entries, ({ length }) => length),
    };
  }

  async #isNothingStored(): Promise<boolean> {
    return (await this.#change.selectFrom('pieces').select('number').limit(1).executeTakeFirst()) === undefined;
  }

  /** But for those that were there before in what is written. */
  async *#rowsOfAll(batches: AsyncIterable<Batch>): AsyncGenerator<Row[]> {
    for await (const rows of this.#workshop.ahead(batches, (batch) => this.#hashedAndCompressed(batch))) {
      const fresh = new Map(rows.map((row) => [keyOf(row.hash), row]));
      for (const key of fresh.keys()) if (this.#numbers.has(key)) fresh.delete(key);
      yield [...fresh.values()];
    }
  }

  async #hashedAndCompressed(batch: Batch): Promise<Row[]> {
    const both = await this.#workshop.work('hashAndCompress', batch.bytes);
    return both.map((bytes, index) => {
      const hash = bytes.subarray(0, HASH_BYTES);
      batch.entries[index].key = keyOf(hash);
      return { hash, bytes: bytes.subarray(HASH_BYTES) };
    });
  }

  #rowsOfLacking(batches: AsyncIterable<Batch>): AsyncGenerator<Row[]> {
    const hashed = this.#workshop.ahead(batches, (batch) => this.#hashed(batch));
    return this.#workshop.ahead(this.#toWrite(hashed), (batch) => this.#compressed(batch));
  }

  async #hashed(batch: Batch): Promise<Hashed[]> {
    const hashes = await this.#workshop.work('hash', batch.bytes);
    return hashes.map((hash, index) => {
      const key = keyOf(hash);
      batch.entries[index].key = key;
      return { hash, key, bytes: batch.bytes[index] };
    });
  }

  /** Those that nobody has begun to write. */
  async *#toWrite(batches: AsyncIterable<Hashed[]>): AsyncGenerator<Hashed[]> {
    for await (const batch of batches) {
      const fresh = [...new Map(batch.map((piece) => [piece.key, piece])).values()].filter(
        ({ key }) => !this.#numbers.has(key) && !this.#underWay.has(key),
      );
      await this.#lookUp(fresh);
      const toWrite = this.#isMending ? fresh : fresh.filter(({ key }) => !this.#numbers.has(key));
      for (const { key } of toWrite) this.#underWay.add(key);
      if (toWrite.length > 0) yield toWrite;
    }
  }

  async #lookUp(pieces: Hashed[]): Promise<void> {
    if (pieces.length === 0) return;
    const hashes = pieces.map(({ hash }) => hash);
    const rows = this.#change.selectFrom('pieces').select(['number', 'hash']).where('hash', 'in', hashes);
    this.#note(await rows.execute());
  }

  async #compressed(pieces: Hashed[]): Promise<Row[]> {
    const compressed = await this.#workshop.work(
      'compress',
      pieces.map(({ bytes }) => bytes),
    );
    return pieces.map(({ hash, key }, index) => ({ hash, bytes: compressed[index], number: this.#numbers.get(key) }));
  }

  async #put(rows: Row[]): Promise<void> {
    for (const { number, bytes } of rows) {
      if (number !== undefined)
        await this.#change.updateTable('pieces').set({ bytes }).where('number', '=', number).execute();
    }
    const lacking = rows.filter(({ number }) => number === undefined).map(({ hash, bytes }) => ({ hash, bytes }));
    if (lacking.length === 0) return;
    const inserting = this.#change.insertInto('pieces').values(lacking).returning(['number', 'hash']);
    this.#note(await inserting.execute());
  }

  #note(rows: { number: number; hash: Uint8Array }[]): void {
    for (const { number, hash } of rows) this.#numbers.set(keyOf(hash), number);
  }
}

function keyOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** Pieces that are to be hashed, and their entries in the list. */
interface Batch {
  bytes: Uint8Array[];
  entries: Entry[];
}

/** Of those that are not known to be stored; all of them are noted in their order. */
async function* batchesOf(
  pieces: Iterable<CutPiece> | AsyncIterable<CutPiece>,
  entries: Entry[],
): AsyncGenerator<Batch> {
  let batch: Batch = { bytes: [], entries: [] };
  let total = 0;
  for await (const piece of pieces) {
    const entry: Entry = { length: piece.length };
    entries.push(entry);
    if (!(piece instanceof Uint8Array)) {
      entry.number = piece.number;
      continue;
    }
    batch.bytes.push(piece);
    batch.entries.push(entry);
    total += piece.length;
    if (total < BATCH_BYTES) continue;
    yield batch;
    batch = { bytes: [], entries: [] };
    total = 0;
  }
  if (batch.bytes.length > 0) yield batch;
}
