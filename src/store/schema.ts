// In charge of the tables of the store, and of how a store of any age becomes one of today.

import { createHash, randomUUID } from 'node:crypto';
import type { ColumnDefinitionBuilder, Generated, Kysely } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import type { Kind } from './location.ts';

export interface Tables {
  /** One row: the version goes up with every change that a running server must know of; the identity never changes. */
  state: { id: number; version: number; active_revision: number | null; last_revision: number; identity: string };
  /** Each an immutable catalogue; `format` is that of its snapshot. */
  revisions: {
    number: number;
    created_at: string;
    note: string | null;
    hash: string;
    trees: number;
    families: number;
    format: number;
  };
  /** The bytes of a revision: its snapshot, and the checked content that it can be compiled from again. */
  chunks: { revision: number; kind: 'snapshot' | 'content'; position: number; bytes: Uint8Array };
  keys: {
    id: string;
    name: string;
    contact: string | null;
    /** SHA-256; the key itself is stored nowhere. */
    hash: string;
    created_at: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    /** The id of the key that this one was rotated from. */
    replaces: string | null;
  };
  allowlist: { cidr: string; note: string | null; created_at: string };
  history: { id: Generated<number>; at: string; who: string; action: string; subject: string; detail: string | null };
  /** One row a caller and day (UTC) with any use; the caller is a key's id, or all of the allowlist. */
  usage: { day: string; caller: string; requests: number; errors: number; limited: number };
}

/** Every table, with the columns that tell its rows apart. */
export const TABLE_KEYS: { [T in keyof Tables]: (keyof Tables[T] & string)[] } = {
  state: ['id'],
  revisions: ['number'],
  chunks: ['revision', 'kind', 'position'],
  keys: ['id'],
  allowlist: ['cidr'],
  history: ['id'],
  usage: ['day', 'caller'],
};

/** What the two databases have under different names. */
interface Dialect {
  bytes: 'blob' | 'bytea';
  /** A number that goes up by itself. */
  numbered(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}

const DIALECTS: Record<Kind, Dialect> = {
  sqlite: { bytes: 'blob', numbered: (column) => column.primaryKey().autoIncrement() },
  postgres: { bytes: 'bytea', numbered: (column) => column.primaryKey().generatedByDefaultAsIdentity() },
};

/** Never changed once released; the next change of the tables is the next migration. */
const migrationsIn = ({ bytes, numbered }: Dialect): Record<string, Migration> => ({
  '0001-access': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('state')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('version', 'integer', (column) => column.notNull())
        .execute();
      await (db as Kysely<Pick<Tables, 'state'>>)
        .insertInto('state')
        .values({ id: 1, version: 1 } as Tables['state'])
        .execute();
      await db.schema
        .createTable('keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('contact', 'text')
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'text')
        .addColumn('revoked_at', 'text')
        .addColumn('last_used_at', 'text')
        .addColumn('replaces', 'text')
        .execute();
      await db.schema
        .createTable('allowlist')
        .addColumn('cidr', 'text', (column) => column.primaryKey())
        .addColumn('note', 'text')
        .addColumn('created_at', 'text', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('history')
        .addColumn('id', 'integer', numbered)
        .addColumn('at', 'text', (column) => column.notNull())
        .addColumn('who', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('detail', 'text')
        .execute();
    },
  },
  '0002-revisions': {
    async up(db: Kysely<unknown>) {
      await db.schema.alterTable('state').addColumn('active_revision', 'integer').execute();
      await db.schema
        .alterTable('state')
        .addColumn('last_revision', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('revisions')
        .addColumn('number', 'integer', (column) => column.primaryKey())
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('note', 'text')
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('trees', 'integer', (column) => column.notNull())
        .addColumn('families', 'integer', (column) => column.notNull())
        .addColumn('format', 'integer', (column) => column.notNull())
        .execute();
      await db.schema
        .createTable('chunks')
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('position', 'integer', (column) => column.notNull())
        .addColumn('bytes', bytes, (column) => column.notNull())
        .addPrimaryKeyConstraint('chunks_key', ['revision', 'kind', 'position'])
        .execute();
    },
  },
  '0003-usage': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('usage')
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('caller', 'text', (column) => column.notNull())
        .addColumn('requests', 'integer', (column) => column.notNull())
        .addColumn('errors', 'integer', (column) => column.notNull())
        .addColumn('limited', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('usage_key', ['day', 'caller'])
        .execute();
    },
  },
  '0004-identity': {
    async up(db: Kysely<unknown>) {
      await db.schema
        .alterTable('state')
        .addColumn('identity', 'text', (column) => column.notNull().defaultTo(''))
        .execute();
      await giveIdentity(db as Kysely<Pick<Tables, 'state' | 'history'>>);
    },
  },
});

/** Of a store with a history its beginning, so that older backups and copies of it get the same. */
async function giveIdentity(db: Kysely<Pick<Tables, 'state' | 'history'>>): Promise<void> {
  const columns = ['at', 'who', 'action', 'subject'] as const;
  const first = await db.selectFrom('history').select(columns).orderBy('id').limit(1).executeTakeFirst();
  const words = first && JSON.stringify(columns.map((column) => first[column]));
  const identity = words ? createHash('sha256').update(words).digest('hex') : randomUUID();
  await db.updateTable('state').set({ identity }).execute();
}

export const MIGRATION_NAMES = Object.keys(migrationsIn(DIALECTS.sqlite));

export function migrations(kind: Kind): MigrationProvider {
  return { getMigrations: () => Promise.resolve(migrationsIn(DIALECTS[kind])) };
}
