import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { Tables } from '../tables/schema.ts';
import { type Database, PLUGINS } from './engine.ts';
import type { SqliteFiles } from './sqlite-files.ts';

interface Options {
  files: SqliteFiles;
  isReadOnly?: boolean;
  onCommit?: () => void;
}

export function kyselyOf(file: DatabaseSync, options: Options): Database {
  return new Kysely<Tables>({ dialect: dialectOf(file, options), plugins: PLUGINS });
}

function dialectOf(file: DatabaseSync, options: Options): Dialect {
  const database = adapterOf(file, options.files);
  return Object.assign(new SqliteDialect({ database }), {
    createAdapter: () => new Adapter(),
    createDriver: () => new Driver(database, file, options),
  });
}

/** Lets a migration run within a transaction of ours. */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function adapterOf(file: DatabaseSync, files: SqliteFiles): SqliteDatabase {
  return {
    close() {
      files.keepShared();
      file.close();
    },
    prepare(sql) {
      files.keepShared();
      const statement = file.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (values) => statement.all(...(values as SQLInputValue[])),
        run: (values) => statement.run(...(values as SQLInputValue[])),
        iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
      };
    },
  };
}

class Driver extends SqliteDriver {
  readonly #file: DatabaseSync;
  readonly #options: Options;

  constructor(database: SqliteDatabase, file: DatabaseSync, options: Options) {
    super({ database });
    this.#file = file;
    this.#options = options;
  }

  /** A transaction that reads before it writes fails if another process writes in between: lock first. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#options.isReadOnly ? 'begin' : 'begin immediate'));
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#options.onCommit?.();
  }

  /** SQLite rolls back by itself after some errors. A second rollback would fail and hide the first error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.isTransaction) await super.rollbackTransaction(connection);
  }
}
