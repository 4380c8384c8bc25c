// In charge of the published revisions: each a numbered, immutable catalogue, one of them active; and of the checked content that
// each keeps, so that it can be compared with another, or compiled again by a later Sylva.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { revisionNumber } from '../domain/revision-id.ts';
import { CHRONICLE_VERSION, Chronicle } from '../snapshot/chronicle.ts';
import { fold } from '../snapshot/folding.ts';
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
import { type Archived, pack, unpack } from './archive.ts';
import { type Assembly, assemble, type OnPart } from './assembly.ts';
import type { Changes } from './change.ts';
import { type Change, type Database, StoreError } from './engine.ts';
import type { PieceList } from './piece-list.ts';
import { copyLists, dropUnnamed, ifDamaged, type Kind, listOf, mend, type Piece, piecesOf, store } from './pieces.ts';
import type { Tables } from './schema.ts';

/** Its id is such as `r12`. */
export type Revision = Tables['revisions'] & { id: string };

/** The revision that is active then, and whether it was made for that. */
export interface Outcome {
  revision: Revision;
  isNew: boolean;
}

type About = Pick<Revision, 'note' | 'hash' | 'trees' | 'families'>;

/** A whole snapshot that is at hand, with its hash, of a revision that may still be in the store. */
export interface Known {
  number: number;
  hash: string;
  bytes: Uint8Array;
}

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
   * active already is left as it is. Whoever mends has what is stored already written again, whichever revisions share it.
   */
  async publish(snapshot: Uint8Array, content: Archived, about: About, isMending = false): Promise<Outcome> {
    const pieces = { snapshot: piecesOf(fold(snapshot)), content: piecesOf(pack(content)) };
    const states = statesIn(openSnapshot(snapshot, IS_VERIFIED));
    return await this.#changes.make<Outcome>(async (change) => {
      if (isMending) await mend(change, Object.values(pieces).flat());
      const active = await readActive(change);
      if (active?.hash === about.hash) {
        if (isMending) await this.#mendLists(change, active.number, pieces);
        const event = isMending ? { action: 'mended', subject: active.id } : null;
        return { result: { revision: active, isNew: false }, event };
      }
      const number = await this.#nextNumber(change);
      await this.#goOn(change, number, states, isMending);
      const row = { ...about, number, createdAt: this.#changes.timestamp(), format: FORMAT_VERSION };
      await change.insertInto('revisions').values(row).execute();
      await store(change, number, 'snapshot', pieces.snapshot);
      await store(change, number, 'content', pieces.content);
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
      await copyLists(change, earlier.number, number);
      await activate(change, number);
      await this.#makeRoom(change, number);
      const event = { action: 'activated', subject: earlier.id, detail: `as r${number}` };
      return { result: { revision: toRevision(row), isNew: true }, event };
    });
  }

  /**
   * The snapshot's bytes, in memory that threads can share. They are not yet known to be whole. What a known snapshot has in
   * common with it is not fetched.
   */
  async snapshot({ number }: Revision, onPart?: OnPart, known?: Known): Promise<Uint8Array> {
    const list = known && (await this.#listOfKnown(known));
    return await this.#bytes(number, 'snapshot', this.#db, { onPart, known: list && { list, bytes: known.bytes } });
  }

  /** A store that was replaced may use a number again, and what was compiled again is not what is stored. */
  async #listOfKnown({ number, hash }: Known): Promise<PieceList | undefined> {
    const stored = await readRevision(this.#db, `r${number}`);
    return stored?.hash === hash ? await listOf(this.#db, number, 'snapshot').catch(ifDamaged) : undefined;
  }

  async content({ number }: Revision): Promise<Archived> {
    return unpack(await this.#bytes(number, 'content'));
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
    const snapshot = format === FORMAT_VERSION && (await this.#whole(number, 'snapshot', FORMAT_VERSION, db));
    if (snapshot) return statesIn(openSnapshot(snapshot, IS_VERIFIED));
    try {
      return statesOf(unpack(await this.#bytes(number, 'content', db)));
    } catch {
      return undefined;
    }
  }

  /** One that is damaged counts as none. */
  async #keptChronicle(db: Database | Change): Promise<Uint8Array> {
    const kept = await db
      .selectFrom('pieceLists')
      .select('revision')
      .where('kind', '=', 'chronicle')
      .executeTakeFirst();
    return (kept && (await this.#whole(kept.revision, 'chronicle', CHRONICLE_VERSION, db))) ?? emptyChronicle();
  }

  /** Lets the chronicle go on with a revision that is not among the others yet. */
  async #goOn(change: Change, number: number, states: States, isMending = false): Promise<void> {
    const before = new Chronicle(await this.#chronicleIn(change), IS_VERIFIED);
    await this.#storeChronicle(change, number, writeChronicle(before, number, states), isMending);
  }

  async #storeChronicle(change: Change, number: number, chronicle: Uint8Array, isMending: boolean): Promise<void> {
    const pieces = piecesOf(fold(chronicle));
    if (isMending) await mend(change, pieces);
    await change.deleteFrom('pieceLists').where('kind', '=', 'chronicle').execute();
    await store(change, number, 'chronicle', pieces);
  }

  /** Of pieces that are whole again. */
  async #mendLists(change: Change, number: number, pieces: Record<'snapshot' | 'content', Piece[]>): Promise<void> {
    for (const kind of ['snapshot', 'content'] as const) {
      await change.deleteFrom('pieceLists').where('revision', '=', number).where('kind', '=', kind).execute();
      await store(change, number, kind, pieces[kind]);
    }
    await this.#storeChronicle(change, number, await this.#chronicleIn(change), true);
  }

  /** Undefined where it is damaged. */
  async #whole(revision: number, kind: Kind, version: number, db: Database | Change): Promise<Uint8Array | undefined> {
    const bytes = await this.#bytes(revision, kind, db).catch(ifDamaged);
    return bytes && isWhole(bytes, version) ? bytes : undefined;
  }

  async #bytes(
    revision: number,
    kind: Kind,
    db: Database | Change = this.#db,
    assembly: Assembly = {},
  ): Promise<Uint8Array> {
    const list = await listOf(db, revision, kind);
    return list ? await assemble(db, list, assembly) : new Uint8Array(0);
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
      await change.deleteFrom('pieceLists').where('revision', '=', number).execute();
      await change.deleteFrom('revisions').where('number', '=', number).execute();
    }
    await dropUnnamed(change);
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

async function activate(change: Change, number: number): Promise<void> {
  await change.updateTable('state').set({ activeRevision: number }).execute();
}

function toRevision({ createdAt, ...row }: Tables['revisions']): Revision {
  return { id: `r${row.number}`, createdAt, ...row };
}
