// In charge of what a publish may take over from the revision before it: pieces of its snapshot, and states of its trees. Only of the
// very revision that is active, and only pieces that are in the store.

import type { Chronicle } from '../snapshot/chronicle.ts';
import { openSnapshot } from '../snapshot/open.ts';
import type { FormerStates } from '../snapshot/write-chronicle.ts';
import type { Change } from './engine.ts';
import { FormerPieces } from './former-pieces.ts';
import { ifDamaged, listOf, numbersStored } from './pieces.ts';
import type { Tables } from './schema.ts';

/** What a publish builds on is not there, or not as it was: everything has to be read. */
export class FormerLostError extends Error {
  override name = 'FormerLostError';
}

export const MEANWHILE = 'Something else was published meanwhile.';

/** A revision whose whole snapshot is at hand, with the hash that it has. */
export interface FormerRevision {
  revision: Pick<Tables['revisions'], 'number' | 'hash'>;
  snapshot: Uint8Array;
  /** For each tree of what is published its number there, where its records are the same; otherwise NO_TREE. */
  before: Uint32Array;
}

/** Nothing of what cannot be taken over. */
export interface TakenOver {
  pieces?: FormerPieces | undefined;
  states?: FormerStates | undefined;
}

export async function takeOver(
  change: Change,
  { revision, snapshot, before }: FormerRevision,
  active: FormerRevision['revision'] | undefined,
  chronicle: Chronicle,
): Promise<TakenOver> {
  if (active?.number !== revision.number || active.hash !== revision.hash) return {};
  const list = await listOf(change, revision.number, 'snapshot').catch(ifDamaged);
  const stored = await numbersStored(change);
  const knowsStates = chronicle.revisions.at(-1) === revision.number;
  return {
    pieces: list && FormerPieces.of(snapshot, list, (number) => stored.has(number)),
    states: knowsStates ? { snapshot: openSnapshot(snapshot, { isVerified: true }), before, chronicle } : undefined,
  };
}
