// In charge of the published revisions: each a numbered, immutable catalogue, one of them active; and of the checked content that
// each keeps, so that it can be compared with another, or compiled again by a later Sylva.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { revisionNumber } from '../domain/revision-id.ts';
import { type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';
import { CHRONICLE_VERSION, Chronicle } from '../snapshot/chronicle.ts';
import { FORMAT_VERSION, isWhole } from '../snapshot/format.ts';
import { openSnapshot } from '../snapshot/open.ts';
import {
  emptyChronicle,
  MOST_REVISIONS,
  type States,
  statesIn,
  statesOf,
  writeChronicle,
} from '../snapshot/write-chronicle.ts';
import type { Changes } from './change.ts';
import { type Change, type Database, StoreError } from './engine.ts';
import type { Tables } from './schema.ts';

/** Its id is such as `r12`. */
export type Revision = Tables['revisions'] & { id: string };

/** The revision that is active then, and whether it was made for that. */
export interface Outcome {
  revision: Revision;
  isNew: boolean;
}

type About = Pick<Revision, 'note' | 'hash' | 'trees' | 'families'>;
type ChunkKind = Tables['chunks']['kind'];

/** The bytes from one place to another have come, and all before them. */
type OnPart = (bytes: Uint8Array, from: number, to: number) => void;

const CHUNK_BYTES = 1 << 20;
const IS_VERIFIED = { isVerified: true };

export class RevisionStore {
  readonly #db: Database;
  readonly #changes: Changes;
  readonly #keep: number;

  /** `keep` is how many revisions beside the active one are kept. */
  constructor(db: Database, changes: Changes, keep: number) {
    this.#db = db;
    this.#changes = changes;
    this.#keep = keep;
  }

  async active(): Promise<Revision | undefined> {
    return await readActive(this.#db);
  }

  async find(id: string): Promise<Revision | undefined> {
    return await readRevision(this.#db, id);
  }

  /** The newest first. */
  async list(): Promise<Revision[]> {
    const rows = await this.#db.selectFrom('revisions').selectAll().orderBy('number', 'desc').execute();
    return rows.map(toRevision);
  }

  /**
   * Stores a catalogue as the next revision and makes it the active one, all or nothing; the oldest make room. What is
   * active already is left as it is.
   */
  async publish(snapshot: Uint8Array, content: Archived, about: About): Promise<Outcome> {
    const packed = pack(content);
    const states = statesIn(openSnapshot(snapshot, IS_VERIFIED));
    return await this.#changes.make<Outcome>(async (change) => {
      const active = await readActive(change);
      if (active?.hash === about.hash) return { result: { revision: active, isNew: false }, event: null };
      const number = await this.#nextNumber(change);
      await this.#goOn(change, number, states);
      const row = { ...about, number, createdAt: this.#changes.timestamp(), format: FORMAT_VERSION };
      await change.insertInto('revisions').values(row).execute();
      await insertChunks(change, number, 'snapshot', snapshot);
      await insertChunks(change, number, 'content', packed);
      await activate(change, number);
      await this.#makeRoom(change, number);
      const event = { action: 'published', subject: `r${number}`, detail: about.note };
      return { result: { revision: toRevision(row), isNew: true }, event };
    });
  }

  /**
   * Publishes anew what an earlier revision holds: for those who read, revisions only ever grow. The active one
   * is left as it is. Undefined where there is no such revision.
   */
  async activate(id: string): Promise<Outcome | undefined> {
    const wanted = await this.find(id);
    const states = wanted && (await this.#statesOf(wanted, this.#db));
    if (wanted && !states) throw new StoreError(`The revision ${id} is damaged: it cannot be published again.`);
    return await this.#changes.make<Outcome | undefined>(async (change) => {
      const earlier = await readRevision(change, id);
      const active = await readActive(change);
      if (!earlier || !states) return { result: undefined, event: null };
      if (active?.number === earlier.number) return { result: { revision: active, isNew: false }, event: null };
      const number = await this.#nextNumber(change);
      await this.#goOn(change, number, states);
      const { hash, trees, families, format } = earlier;
      const about = { note: `${earlier.id} again`, hash, trees, families, format };
      const row = { ...about, number, createdAt: this.#changes.timestamp() };
      await change.insertInto('revisions').values(row).execute();
      await copyChunks(change, earlier.number, number);
      await activate(change, number);
      await this.#makeRoom(change, number);
      const event = { action: 'activated', subject: earlier.id, detail: `as r${number}` };
      return { result: { revision: toRevision(row), isNew: true }, event };
    });
  }

  /** The snapshot's bytes, in memory that threads can share. They are not yet known to be whole. */
  async snapshot({ number }: Revision, onPart?: OnPart): Promise<Uint8Array> {
    return await this.#chunks(number, 'snapshot', onPart);
  }

  async content({ number }: Revision): Promise<Archived> {
    return unpack(await this.#chunks(number, 'content'));
  }

  /** Up to the newest revision, in memory that threads can share. */
  async chronicle(): Promise<Uint8Array> {
    return await this.#chronicleIn(this.#db);
  }

  /** What a Sylva that kept none has published is told by its content, as far as that is kept. */
  async #chronicleIn(db: Database | Change): Promise<Uint8Array> {
    let bytes = await this.#keptChronicle(db);
    for (const revision of await revisionsBeyond(db, new Chronicle(bytes, IS_VERIFIED).revisions.at(-1) ?? 0)) {
      const states = await this.#statesOf(revision, db);
      if (states) bytes = writeChronicle(new Chronicle(bytes, IS_VERIFIED), revision.number, states);
      await nextTurn();
    }
    return bytes;
  }

  /** By its snapshot, or by its content where that is of another format; undefined where both are damaged. */
  async #statesOf({ number, format }: Revision, db: Database | Change): Promise<States | undefined> {
    const snapshot = format === FORMAT_VERSION ? await this.#chunks(number, 'snapshot', undefined, db) : undefined;
    if (snapshot && isWhole(snapshot, FORMAT_VERSION)) return statesIn(openSnapshot(snapshot, IS_VERIFIED));
    const content = await this.#chunks(number, 'content', undefined, db);
    try {
      return statesOf(unpack(content));
    } catch {
      return undefined;
    }
  }

  /** One that is damaged counts as none. */
  async #keptChronicle(db: Database | Change): Promise<Uint8Array> {
    const kept = await db.selectFrom('chunks').select('revision').where('kind', '=', 'chronicle').executeTakeFirst();
    const bytes = kept && (await this.#chunks(kept.revision, 'chronicle', undefined, db));
    return bytes && isWhole(bytes, CHRONICLE_VERSION) ? bytes : emptyChronicle();
  }

  /** Lets the chronicle go on with a revision that is not among the others yet. */
  async #goOn(change: Change, number: number, states: States): Promise<void> {
    const before = new Chronicle(await this.#chronicleIn(change), IS_VERIFIED);
    await change.deleteFrom('chunks').where('kind', '=', 'chronicle').execute();
    await insertChunks(change, number, 'chronicle', writeChronicle(before, number, states));
  }

  /** Long ones come with pauses: a database that is a file is read without any, and the thread has more to do. */
  async #chunks(
    revision: number,
    kind: ChunkKind,
    onPart: OnPart = () => {},
    db: Database | Change = this.#db,
  ): Promise<Uint8Array> {
    const chunks = db.selectFrom('chunks').where('revision', '=', revision).where('kind', '=', kind);
    const last = await chunks.selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();
    if (!last) return new Uint8Array(0);
    const whole = new Uint8Array(new SharedArrayBuffer(last.position * CHUNK_BYTES + last.bytes.length));
    for (let position = 0; position <= last.position; position++) {
      const { bytes } = await chunks.select('bytes').where('position', '=', position).executeTakeFirstOrThrow();
      const start = position * CHUNK_BYTES;
      whole.set(bytes, start);
      onPart(whole, start, start + bytes.length);
      await nextTurn();
    }
    return whole;
  }

  /** Numbers are never used twice, not even those of revisions that are gone. */
  async #nextNumber(change: Change): Promise<number> {
    const { lastRevision } = await change
      .updateTable('state')
      .set((is) => ({ lastRevision: is('lastRevision', '+', 1) }))
      .returning('lastRevision')
      .executeTakeFirstOrThrow();
    return lastRevision;
  }

  async #makeRoom(change: Change, active: number): Promise<void> {
    const rows = await change.selectFrom('revisions').select('number').orderBy('number', 'desc').execute();
    const old = rows.map(({ number }) => number).filter((number) => number !== active);
    for (const number of old.slice(this.#keep)) {
      await change.deleteFrom('chunks').where('revision', '=', number).execute();
      await change.deleteFrom('revisions').where('number', '=', number).execute();
    }
  }
}

async function readActive(db: Database | Change): Promise<Revision | undefined> {
  const row = await db
    .selectFrom('revisions')
    .innerJoin('state', 'state.activeRevision', 'revisions.number')
    .selectAll('revisions')
    .executeTakeFirst();
  return row && toRevision(row);
}

/** As many as a chronicle has room for. */
async function revisionsBeyond(db: Database | Change, number: number): Promise<Revision[]> {
  const rows = await db.selectFrom('revisions').selectAll().where('number', '>', number).orderBy('number').execute();
  return rows.slice(-MOST_REVISIONS).map(toRevision);
}

async function readRevision(db: Database | Change, id: string): Promise<Revision | undefined> {
  const row = await db
    .selectFrom('revisions')
    .selectAll()
    .where('number', '=', revisionNumber(id) ?? -1)
    .executeTakeFirst();
  return row && toRevision(row);
}

async function insertChunks(change: Change, revision: number, kind: ChunkKind, bytes: Uint8Array): Promise<void> {
  for (let position = 0; position * CHUNK_BYTES < bytes.length; position++) {
    const part = bytes.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES);
    await change.insertInto('chunks').values({ revision, kind, position, bytes: part }).execute();
  }
}

async function copyChunks(change: Change, from: number, to: number): Promise<void> {
  await change
    .insertInto('chunks')
    .columns(['revision', 'kind', 'position', 'bytes'])
    .expression((is) =>
      is
        .selectFrom('chunks')
        .select(({ lit }) => [lit(to).as('revision'), 'kind', 'position', 'bytes'])
        .where('revision', '=', from)
        .where('kind', '!=', 'chronicle'),
    )
    .execute();
}

async function activate(change: Change, number: number): Promise<void> {
  await change.updateTable('state').set({ activeRevision: number }).execute();
}

function toRevision({ createdAt, ...row }: Tables['revisions']): Revision {
  return { id: `r${row.number}`, createdAt, ...row };
}

export interface Archived {
  trees: Tree[];
  families: FamilyNames;
}

/** The same content in any order gives the same bytes. */
export function pack({ trees, families }: Archived): Uint8Array {
  const lines = [JSON.stringify([...families].sort()), ...trees.map((tree) => JSON.stringify(tree)).sort()];
  return zstdCompressSync(Buffer.concat(lines.map((line) => Buffer.from(`${line}\n`))));
}

export function unpack(bytes: Uint8Array): Archived {
  const [families, ...trees] = linesOf(zstdDecompressSync(bytes)).map((line) => JSON.parse(line));
  return { trees: trees.map(withNewFields), families: new Map(families) };
}

/** Line by line: the whole may be longer than a string can be. */
function linesOf(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    lines.push(bytes.toString('utf8', start, end));
    start = end + 1;
  }
  return lines;
}
