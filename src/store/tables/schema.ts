// Declares the tables of the store. In the database, names are written with underscores.

import type { Generated } from 'kysely';

export interface Tables {
  /** One row. The version grows with every change that running servers must notice; the identity never changes. */
  state: { id: number; version: number; lastRevision: number; identity: string };
  /**
   * A publish writes rows under a pending revision, then makes it published. An abandoned one lost against another publish.
   * A pruned one has lost records, but its slugs and hashes are known. The published one of the highest number is active.
   */
  revisions: {
    number: number;
    state: 'pending' | 'abandoned' | 'published' | 'pruned';
    createdAt: string;
    note: string | null;
    actor: string | null;
    trees: number;
    families: number;
    hash: string;
  };
  /**
   * What a slug leads to from a revision on: a tree (hash and record), another slug (movedTo), or nothing (all null). The
   * catalogue of a revision has the newest version of each slug up to it. A pruned version has no record.
   */
  treeVersions: {
    slug: string;
    revision: number;
    hash: string | null;
    movedTo: string | null;
    record: string | null;
  };
  /** Other content, in versions like those of trees: JSON, or null for nothing. */
  documents: { name: 'families' | 'map'; revision: number; hash: string | null; content: string | null };
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
  /**
   * One row per caller and day (UTC, such as `2026-05-01`) with any use. The caller is the id of a key, or `allowlist`. Errors are
   * answers with 400 or more, but for those over the limit.
   */
  usage: { day: string; caller: string; requests: number; errors: number; limited: number };
}

/** The primary key of each table. */
export const PRIMARY_KEYS: { [T in keyof Tables]: (keyof Tables[T] & string)[] } = {
  state: ['id'],
  revisions: ['number'],
  treeVersions: ['slug', 'revision'],
  documents: ['name', 'revision'],
  keys: ['id'],
  allowlist: ['cidr'],
  history: ['id'],
  usage: ['day', 'caller'],
};
