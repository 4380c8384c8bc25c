// In charge of the chronicle in the store: each change of the active revision writes it on. What is damaged, or was never kept, is
// made again from the revisions that are there.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { CHRONICLE, Chronicle } from '../snapshot/chronicle.ts';
import { fold } from '../snapshot/folding.ts';
import { FORMAT_VERSION, isWhole } from '../snapshot/format.ts';
import { openSnapshot } from '../snapshot/open.ts';
import {
  emptyChronicle,
  MOST_REVISIONS,
  type NextStates,
  type States,
  statesIn,
  statesOf,
  writeChronicle,
} from '../snapshot/write-chronicle.ts';
import { readBytes } from './assembly.ts';
import type { Change, Database } from './engine.ts';
import { keptContent } from './kept-content.ts';
import type { PieceWriter } from './piece-writer.ts';
import { ifDamaged, type Kind, piecesOf, store, walkOver } from './pieces.ts';
import type { Tables } from './schema.ts';

type Numbered = Pick<Tables['revisions'], 'number' | 'format'>;

const IS_VERIFIED = { isVerified: true };

/** What a Sylva that kept none has published is told by its content, as far as that is kept. */
export async function chronicleIn(db: Database | Change): Promise<Uint8Array> {
  let bytes = await keptChronicle(db);
  for (const revision of await revisionsBeyond(db, new Chronicle(bytes, IS_VERIFIED).revisions.at(-1) ?? 0)) {
    const states = (await statesServed(revision, db)) ?? (await statesInContent(revision.number, db));
    if (states) bytes = writeChronicle(new Chronicle(bytes, IS_VERIFIED), revision.number, { states });
    await nextTurn();
  }
  return bytes;
}

/** One that is damaged counts as none. */
async function keptChronicle(db: Database | Change): Promise<Uint8Array> {
  const kept = await db.selectFrom('pieceLists').select('revision').where('kind', '=', 'chronicle').executeTakeFirst();
  return (kept && (await whole(kept.revision, 'chronicle', db, CHRONICLE))) ?? emptyChronicle();
}

/** As many as a chronicle has room for. */
async function revisionsBeyond(db: Database | Change, number: number): Promise<Numbered[]> {
  const later = db.selectFrom('revisions').select(['number', 'format']).where('number', '>', number);
  return (await later.orderBy('number').execute()).slice(-MOST_REVISIONS);
}

/** By what would be served of it: its snapshot, or its content where that is of another format. Undefined where that is damaged. */
export async function statesServed({ number, format }: Numbered, db: Database | Change): Promise<States | undefined> {
  if (format !== FORMAT_VERSION) return await statesInContent(number, db);
  const snapshot = await whole(number, 'snapshot', db);
  return snapshot && statesIn(openSnapshot(snapshot, IS_VERIFIED));
}

async function statesInContent(number: number, db: Database | Change): Promise<States | undefined> {
  try {
    return statesOf(await keptContent(db, number));
  } catch {
    return undefined;
  }
}

/** Undefined where it is damaged. */
async function whole(
  revision: number,
  kind: Kind,
  db: Database | Change,
  form?: typeof CHRONICLE,
): Promise<Uint8Array | undefined> {
  const bytes = await readBytes(db, revision, kind).catch(ifDamaged);
  return bytes && isWhole(bytes, form) ? bytes : undefined;
}

/** Lets the chronicle go on with a revision that is not among the others yet. */
export async function goOn(
  change: Change,
  number: number,
  next: NextStates,
  writer: PieceWriter,
  before?: Chronicle,
): Promise<void> {
  const chronicle = before ?? new Chronicle(await chronicleIn(change), IS_VERIFIED);
  await storeChronicle(change, number, writeChronicle(chronicle, number, next), writer);
}

export async function storeChronicle(
  change: Change,
  number: number,
  chronicle: Uint8Array,
  writer: PieceWriter,
): Promise<void> {
  const parts = fold(chronicle).map((part) => part && walkOver(part));
  await change.deleteFrom('pieceLists').where('kind', '=', 'chronicle').execute();
  await store(change, number, 'chronicle', piecesOf(parts), writer);
}
