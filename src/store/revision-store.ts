// In charge of the published revisions: each a numbered, immutable catalogue, one of them active.

import { revisionNumber } from '../domain/revision-id.ts';
import { Chronicle } from '../snapshot/chronicle.ts';
import type { CompiledContent } from '../snapshot/compile.ts';
import { FORMAT_VERSION, SnapshotError } from '../snapshot/format.ts';
import { openSnapshot } from '../snapshot/open.ts';
import { statesByOthers } from '../snapshot/write-chronicle.ts';
import { type OnPart, readBytes } from './assembly.ts';
import type { Changes } from './change.ts';
import { chronicleIn, goOn, statesServed, storeChronicle } from './chronicle-store.ts';
import { type Change, type Database, StoreError } from './engine.ts';
import type { FormerPieces } from './former-pieces.ts';
import { FormerLostError, type FormerRevision, MEANWHILE, takeOver } from './former-revision.ts';
import { keptContent } from './kept-content.ts';
import type { Packing } from './packing.ts';
import type { PieceList } from './piece-list.ts';
import { PieceWriter } from './piece-writer.ts';
import { ADVICE, copyLists, dropUnnamed, ifDamaged, listOf, piecesOf, store } from './pieces.ts';
import type { Tables } from './schema.ts';
import { Workshop } from './workshop.ts';

/** Its id is such as `r12`. */
export type Revision = Tables['revisions'] & { id: string };

/** The revision that is active then, and whether it was made for that. */
export interface Outcome {
  revision: Revision;
  isNew: boolean;
}

/** How something is published. */
interface Manner {
  isMending?: boolean | undefined;
  former?: FormerRevision | undefined;
  /** The one that it was compared with, and that has to be active still; null where there was none. */
  after?: Pick<Revision, 'number'> | null | undefined;
  /** What has to be done before it becomes active. */
  ready?: Promise<void> | undefined;
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
   * active already is left as it is. What a former revision has of it is not worked out again. Whoever mends has what is
   * stored already written again, whichever revisions share it.
   */
  async publish(
    packing: Packing,
    about: About,
    { isMending = false, former, after, ready }: Manner = {},
  ): Promise<Outcome> {
    const { snapshot, workshop } = packing;
    return await this.#changes.make<Outcome>(async (change) => {
      const writer = new PieceWriter(change, workshop, { isMending });
      const active = await readActive(change);
      if (active?.hash === about.hash) {
        if (isMending) await this.#mend(change, active.number, packing, writer);
        const event = isMending ? { action: 'mended', subject: active.id } : null;
        return { result: { revision: active, isNew: false }, event };
      }
      if (after !== undefined && active?.number !== after?.number) throw new FormerLostError(MEANWHILE);
      const number = await this.#nextNumber(change);
      const chronicle = isMending ? undefined : new Chronicle(await chronicleIn(change), IS_VERIFIED);
      const taken = former && chronicle ? await takeOver(change, former, active, chronicle) : {};
      const packedStates = (trees: Uint32Array) => packing.packedStates(trees);
      const states = statesByOthers(openSnapshot(snapshot, IS_VERIFIED), packedStates, taken.states);
      // Who waits for it hears of it, unless something else has failed before.
      states.catch(() => {});
      await storeSnapshot(change, number, packing, writer, taken.pieces);
      await goOn(change, number, await states, writer, chronicle);
      await ready;
      const row = { ...about, number, createdAt: this.#changes.timestamp(), format: FORMAT_VERSION };
      await change.insertInto('revisions').values(row).execute();
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
    const states = wanted && (await statesServed(wanted, this.#db));
    if (wanted && !states) throw new StoreError(`The revision ${id} is damaged: it cannot be published again.`);
    return await this.#changes.make<Outcome | undefined>(async (change) => {
      const earlier = await readRevision(change, id);
      const active = await readActive(change);
      if (!earlier || !states) return { result: undefined, event: null };
      if (active?.number === earlier.number) return { result: { revision: active, isNew: false }, event: null };
      const number = await this.#nextNumber(change);
      await goOn(change, number, { states }, new PieceWriter(change, new Workshop(0)));
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
    const bytes = await readBytes(this.#db, number, 'snapshot', {
      onPart,
      known: list && { list, bytes: known.bytes },
    });
    if (bytes.length === 0) throw new SnapshotError(`The store is damaged: it lacks a revision. ${ADVICE}`);
    return bytes;
  }

  /** A store that was replaced may use a number again, and what was compiled again is not what is stored. */
  async #listOfKnown({ number, hash }: Known): Promise<PieceList | undefined> {
    const stored = await readRevision(this.#db, `r${number}`);
    return stored?.hash === hash ? await listOf(this.#db, number, 'snapshot').catch(ifDamaged) : undefined;
  }

  /** What a revision of an older format is compiled again from. */
  async content({ number }: Revision): Promise<CompiledContent> {
    return await keptContent(this.#db, number);
  }

  /** Up to the newest revision, in memory that threads can share. */
  async chronicle(): Promise<Uint8Array> {
    return await chronicleIn(this.#db);
  }

  /** Lists, of pieces that are whole again. */
  async #mend(change: Change, number: number, packing: Packing, writer: PieceWriter): Promise<void> {
    const lists = change.deleteFrom('pieceLists').where('revision', '=', number);
    await lists.where('kind', '=', 'snapshot').execute();
    await storeSnapshot(change, number, packing, writer);
    await storeChronicle(change, number, await chronicleIn(change), writer);
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

async function storeSnapshot(
  change: Change,
  number: number,
  packing: Packing,
  writer: PieceWriter,
  former?: FormerPieces,
): Promise<void> {
  await store(change, number, 'snapshot', piecesOf(packing.walks(former)), writer);
}
