// In charge of storing pieces within a change, each once: they are named, looked up, and compressed where they are lacking, a batch
// after the other, so that memory holds few of them at a time.

import type { Kysely } from 'kysely';
import type { CutPiece } from './cutting.ts';
import type { PieceList } from './piece-list.ts';
import { formerNameOf, type NameOf, nameOfIn } from './piece-names.ts';
import type { Tables } from './schema.ts';
import type { Workshop } from './workshop.ts';

/** What is known of a piece of the list that is written. */
interface Entry {
  length: number;
  number?: number;
  key?: string;
}

interface Named {
  name: Uint8Array;
  /** The name, for maps. */
  key: string;
  bytes: Uint8Array;
}

/** One that is stored already has its number. */
interface Row {
  number?: number | undefined;
  hash: Uint8Array;
  bytes: Uint8Array;
}

interface Manner {
  /** Whoever mends has those written again that are there already: they may be damaged. */
  isMending?: boolean;
  /** That of the store where it is left out. */
  nameOf?: NameOf;
}

const BATCH_BYTES = 2 << 20;

export class PieceWriter {
  readonly #change: Kysely<Tables>;
  readonly #workshop: Workshop;
  readonly #isMending: boolean;
  #nameOf: NameOf | undefined;
  /** Of the pieces that are there, by name. */
  readonly #numbers = new Map<string, number>();
  readonly #underWay = new Set<string>();
  /** Whether there were none when this began. */
  #areAllLacking: boolean | undefined;

  constructor(change: Kysely<Tables>, workshop: Workshop, { isMending = false, nameOf }: Manner = {}) {
    this.#change = change;
    this.#workshop = workshop;
    this.#isMending = isMending;
    this.#nameOf = nameOf;
  }

  /** Stores those that are not there yet. */
  async write(pieces: Iterable<CutPiece> | AsyncIterable<CutPiece>): Promise<PieceList> {
    const entries: Entry[] = [];
    this.#nameOf ??= await nameOfIn(this.#change);
    this.#areAllLacking ??= await this.#isNothingStored();
    const toWrite = this.#toWrite(batchesOf(pieces, entries, this.#nameOf));
    for await (const rows of this.#workshop.ahead(toWrite, (batch) => this.#compressed(batch))) await this.#put(rows);
    return {
      numbers: Uint32Array.from(entries, ({ number, key = '' }) => number ?? (this.#numbers.get(key) as number)),
      lengths: Uint32Array.from(entries, ({ length }) => length),
    };
  }

  async #isNothingStored(): Promise<boolean> {
    return (await this.#change.selectFrom('pieces').select('number').limit(1).executeTakeFirst()) === undefined;
  }

  /** Those that nobody has begun to write. */
  async *#toWrite(batches: AsyncIterable<Named[]>): AsyncGenerator<Named[]> {
    for await (const batch of batches) {
      const fresh = [...new Map(batch.map((piece) => [piece.key, piece])).values()].filter(
        ({ key }) => !this.#numbers.has(key) && !this.#underWay.has(key),
      );
      if (!this.#areAllLacking) await this.#lookUp(fresh);
      const toWrite = this.#isMending ? fresh : fresh.filter(({ key }) => !this.#numbers.has(key));
      for (const { key } of toWrite) this.#underWay.add(key);
      if (toWrite.length > 0) yield toWrite;
    }
  }

  /** Whoever mends finds those too that are called as before: other revisions may have them, and they get their names of today. */
  async #lookUp(pieces: Named[]): Promise<void> {
    await this.#find(pieces);
    const others = this.#isMending ? pieces.filter(({ key }) => !this.#numbers.has(key)) : [];
    await this.#find(others.map(({ bytes, key }) => ({ name: formerNameOf(bytes), key })));
  }

  async #find(wanted: Pick<Named, 'name' | 'key'>[]): Promise<void> {
    if (wanted.length === 0) return;
    const names = wanted.map(({ name }) => name);
    const found = this.#change.selectFrom('pieces').select(['number', 'hash']).where('hash', 'in', names);
    const keys = new Map(wanted.map(({ name, key }) => [keyOf(name), key]));
    for (const { number, hash } of await found.execute()) this.#numbers.set(keys.get(keyOf(hash)) as string, number);
  }

  async #compressed(pieces: Named[]): Promise<Row[]> {
    const compressed = await this.#workshop.work(
      'compress',
      pieces.map(({ bytes }) => bytes),
    );
    return pieces.map(({ name, key }, index) => ({
      hash: name,
      bytes: compressed[index],
      number: this.#numbers.get(key),
    }));
  }

  async #put(rows: Row[]): Promise<void> {
    for (const { number, hash, bytes } of rows) {
      if (number !== undefined)
        await this.#change.updateTable('pieces').set({ hash, bytes }).where('number', '=', number).execute();
    }
    const lacking = rows.filter(({ number }) => number === undefined).map(({ hash, bytes }) => ({ hash, bytes }));
    if (lacking.length === 0) return;
    const inserting = this.#change.insertInto('pieces').values(lacking).returning(['number', 'hash']);
    for (const { number, hash } of await inserting.execute()) this.#numbers.set(keyOf(hash), number);
  }
}

function keyOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1');
}

/** Of those that are not known to be stored; all of them are noted in their order. */
async function* batchesOf(
  pieces: Iterable<CutPiece> | AsyncIterable<CutPiece>,
  entries: Entry[],
  nameOf: NameOf,
): AsyncGenerator<Named[]> {
  let batch: Named[] = [];
  let total = 0;
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) {
      entries.push({ length: piece.length, number: piece.number });
      continue;
    }
    const name = nameOf(piece);
    const key = keyOf(name);
    entries.push({ length: piece.length, key });
    batch.push({ name, key, bytes: piece });
    total += piece.length;
    if (total < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    total = 0;
  }
  if (batch.length > 0) yield batch;
}
