// In charge of the published revisions: each a numbered, immutable catalogue, one of them active.

import { FORMAT_VERSION } from '../snapshot/format.ts';
import { type Archived, pack, unpack } from './archive.ts';
import type { Changes } from './change.ts';
import type { Change, Database } from './engine.ts';
import type { Tables } from './schema.ts';

export interface Revision {
  /** Such as `r12`. */
  id: string;
  number: number;
  createdAt: string;
  note: string | null;
  /** The hash of its snapshot. */
  hash: string;
  trees: number;
  families: number;
  /** The format of its snapshot. */
  format: number;
}

type About = Pick<Revision, 'note' | 'hash' | 'trees' | 'families'>;
type Kind = Tables['chunks']['kind'];

const CHUNK_BYTES = 1 << 20;

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

  /** The newest first. */
  async list(): Promise<Revision[]> {
    const rows = await this.#db.selectFrom('revisions').selectAll().orderBy('number', 'desc').execute();
    return rows.map(toRevision);
  }

  /**
   * Stores a catalogue as the next revision and makes it the active one, all or nothing; the oldest make room. What is
   * active already is left as it is.
   */
  async publish(
    snapshot: Uint8Array,
    content: Archived,
    about: About,
  ): Promise<{ revision: Revision; isNew: boolean }> {
    const packed = pack(content);
    return await this.#changes.make<{ revision: Revision; isNew: boolean }>(async (change) => {
      const active = await readActive(change);
      if (active?.hash === about.hash) return { result: { revision: active, isNew: false }, event: null };
      const number = await this.#nextNumber(change);
      const row = { ...about, number, created_at: this.#changes.timestamp(), format: FORMAT_VERSION };
      await change.insertInto('revisions').values(row).execute();
      await insertChunks(change, number, 'snapshot', snapshot);
      await insertChunks(change, number, 'content', packed);
      await activate(change, number);
      await this.#makeRoom(change, number);
      const event = { action: 'published', subject: `r${number}`, detail: about.note };
      return { result: { revision: toRevision(row), isNew: true }, event };
    });
  }

  /** Back or forward to another revision; undefined where there is none. */
  async activate(id: string): Promise<Revision | undefined> {
    return await this.#changes.make(async (change) => {
      const row = await change
        .selectFrom('revisions')
        .selectAll()
        .where('number', '=', numberOf(id))
        .executeTakeFirst();
      if (row) await activate(change, row.number);
      return { result: row && toRevision(row), event: row ? { action: 'activated', subject: id } : null };
    });
  }

  /** The snapshot's bytes, in memory that threads can share. They are not yet known to be whole. */
  async snapshot({ number }: Revision): Promise<Uint8Array> {
    return await this.#chunks(number, 'snapshot');
  }

  async content({ number }: Revision): Promise<Archived> {
    return unpack(await this.#chunks(number, 'content'));
  }

  async #chunks(revision: number, kind: Kind): Promise<Uint8Array> {
    const chunks = this.#db.selectFrom('chunks').where('revision', '=', revision).where('kind', '=', kind);
    const last = await chunks.selectAll().orderBy('position', 'desc').limit(1).executeTakeFirst();
    if (!last) return new Uint8Array(0);
    const whole = new Uint8Array(new SharedArrayBuffer(last.position * CHUNK_BYTES + last.bytes.length));
    for (let position = 0; position <= last.position; position++) {
      const { bytes } = await chunks.select('bytes').where('position', '=', position).executeTakeFirstOrThrow();
      whole.set(bytes, position * CHUNK_BYTES);
    }
    return whole;
  }

  /** Numbers are never used twice, not even those of revisions that are gone. */
  async #nextNumber(change: Change): Promise<number> {
    const { last_revision } = await change
      .updateTable('state')
      .set((is) => ({ last_revision: is('last_revision', '+', 1) }))
      .returning('last_revision')
      .executeTakeFirstOrThrow();
    return last_revision;
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
    .innerJoin('state', 'state.active_revision', 'revisions.number')
    .selectAll('revisions')
    .executeTakeFirst();
  return row && toRevision(row);
}

async function insertChunks(change: Change, revision: number, kind: Kind, bytes: Uint8Array): Promise<void> {
  for (let position = 0; position * CHUNK_BYTES < bytes.length; position++) {
    const part = bytes.subarray(position * CHUNK_BYTES, (position + 1) * CHUNK_BYTES);
    await change.insertInto('chunks').values({ revision, kind, position, bytes: part }).execute();
  }
}

async function activate(change: Change, number: number): Promise<void> {
  await change.updateTable('state').set({ active_revision: number }).execute();
}

function numberOf(id: string): number {
  return Number(/^r(\d{1,9})$/.exec(id)?.[1] ?? -1);
}

function toRevision({ created_at, ...row }: Tables['revisions']): Revision {
  return { id: `r${row.number}`, createdAt: created_at, ...row };
}
