// In charge of the tables of the store, as they are today.

import type { Generated } from 'kysely';

/** In the database, names are written with underscores. */
export interface Tables {
  /**
   * One row: the version goes up with every change that a running server must know of; the identity never changes, nor does the key
   * under which pieces are named.
   */
  state: {
    id: number;
    version: number;
    activeRevision: number | null;
    lastRevision: number;
    identity: string;
    pieceKey: string;
  };
  /** Each an immutable catalogue; `hash` and `format` are those of its snapshot. */
  revisions: {
    number: number;
    createdAt: string;
    note: string | null;
    hash: string;
    trees: number;
    families: number;
    format: number;
  };
  /** Each once, however many revisions have it; `hash` is its name (`piece-names.ts`), and its bytes are compressed. */
  pieces: { number: Generated<number>; hash: Uint8Array; bytes: Uint8Array };
  /**
   * Which pieces the bytes of a revision are made of: its snapshot, and beside one of format 8 or before the
   * checked content that it can be compiled from again; of the newest also the chronicle, which tells of many before it.
   */
  pieceLists: { revision: number; kind: 'snapshot' | 'content' | 'chronicle'; list: Uint8Array };
  keys: {
    id: string;
    name: string;
    contact: string | null;
    /** SHA-256; the key itself is stored nowhere. */
    hash: string;
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    lastUsedAt: string | null;
    /** The id of the key that this one was rotated from. */
    replaces: string | null;
  };
  allowlist: { cidr: string; note: string | null; createdAt: string };
  history: { id: Generated<number>; at: string; who: string; action: string; subject: string; detail: string | null };
  /** One row a caller and day (UTC) with any use; the caller is a key's id, or all of the allowlist. */
  usage: { day: string; caller: string; requests: number; errors: number; limited: number };
}

/** Every table, with the columns that tell its rows apart. */
export const TABLE_KEYS: { [T in keyof Tables]: (keyof Tables[T] & string)[] } = {
  state: ['id'],
  revisions: ['number'],
  pieces: ['number'],
  pieceLists: ['revision', 'kind'],
  keys: ['id'],
  allowlist: ['cidr'],
  history: ['id'],
  usage: ['day', 'caller'],
};
