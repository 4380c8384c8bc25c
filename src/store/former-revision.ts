// In charge of what a publish may take over from the revision before it: pieces of its snapshot and of its content, and states of
// its trees. Only of the very revision that is active, and only pieces that are in the store.

import type { Chronicle } from '../snapshot/chronicle.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { FormerStates } from '../snapshot/write-chronicle.ts';
import type { Change, Database } from './engine.ts';
import { type FetchPieces, FormerLines, type StoredContent } from './former-lines.ts';
import { FormerPieces } from './former-pieces.ts';
import type { PieceList } from './piece-list.ts';
import { fetchPieces, ifDamaged, listOf, numbersStored } from './pieces.ts';
import type { Tables } from './schema.ts';
import { Workshop } from './workshop.ts';

/** A revision that is at hand: its whole snapshot, with the hash that it has, and where its content is stored. */
export interface FormerRevision {
  revision: Pick<Tables['revisions'], 'number' | 'hash'>;
  snapshot?: Uint8Array | undefined;
  content?: StoredContent | undefined;
}

/** Nothing of what cannot be taken over. */
export interface TakenOver {
  pieces?: FormerPieces | undefined;
  lines?: FormerLines | undefined;
  states?: FormerStates | undefined;
}

export async function takeOver(
  change: Change,
  { revision, snapshot, content }: FormerRevision,
  active: FormerRevision['revision'] | undefined,
  chronicle: Chronicle,
): Promise<TakenOver> {
  if (active?.number !== revision.number || active.hash !== revision.hash) return {};
  const lists = {
    snapshot: snapshot && (await listOf(change, revision.number, 'snapshot').catch(ifDamaged)),
    content: content && (await listOf(change, revision.number, 'content').catch(ifDamaged)),
  };
  const stored = await numbersStored(change);
  const isStored = (number: number) => stored.has(number);
  const isWhereItWas = content && isSameList(content.list, lists.content);
  const knowsStates = snapshot && chronicle.revisions.at(-1) === revision.number;
  return {
    pieces: snapshot && lists.snapshot && FormerPieces.of(snapshot, lists.snapshot, isStored),
    lines: isWhereItWas ? FormerLines.of(content, isStored, fetchFrom(change)) : undefined,
    states: knowsStates ? { snapshot: openSnapshot(snapshot, { isVerified: true }), chronicle } : undefined,
  };
}

export function fetchFrom(db: Database | Change): FetchPieces {
  return async (numbers) => {
    const pieces = await Array.fromAsync(fetchPieces(db, numbers, new Workshop(0)));
    return pieces.map(({ bytes }) => bytes);
  };
}

/** A store may have been mended or replaced since its content was stored. */
export function isSameList(one: PieceList | undefined, other: PieceList | undefined): boolean {
  if (!one || !other) return false;
  return (
    Buffer.compare(bytesOf(one.numbers), bytesOf(other.numbers)) === 0 &&
    Buffer.compare(bytesOf(one.lengths), bytesOf(other.lengths)) === 0
  );
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
}
