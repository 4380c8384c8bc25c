// In charge of what pieces are called: equal ones have one name, by which they are found. It is a sum under a key that the store has for
// itself, so that who writes content cannot make two pieces of one name (docs/decisions/0033-piece-names.md).

import { hash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { KEY_BYTES, QuickSum } from '../domain/quick-sum.ts';
import type { Tables } from './schema.ts';

export type NameOf = (bytes: Uint8Array) => Buffer;

export function newPieceKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

export async function nameOfIn(db: Kysely<Tables>): Promise<NameOf> {
  const { pieceKey } = await db.selectFrom('state').select('pieceKey').executeTakeFirstOrThrow();
  const key = Buffer.from(pieceKey, 'base64url');
  return (bytes) => new QuickSum(key).update(bytes).tag();
}

/** What they were called before stores had a key: twice as long, so that the two are never taken for each other. */
export function formerNameOf(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}
