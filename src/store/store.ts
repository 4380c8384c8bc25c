// In charge of the store as a whole: one database, what is kept in it, and whether it is still the one that was opened.

import { statSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { AccessStore } from './access-store.ts';
import { Changes } from './change.ts';
import { DATABASE_FILE, type Database, openDatabase, StoreError } from './database.ts';
import { RevisionStore } from './revision-store.ts';

export class Store {
  readonly access: AccessStore;
  readonly revisions: RevisionStore;
  readonly #db: Database;
  readonly #path: string;
  readonly #inode: number;

  constructor(db: Database, { data, keepRevisions }: Settings, now: () => Date) {
    const changes = new Changes(db, `${userInfo().username}@${hostname()}`, now);
    this.access = new AccessStore(db, changes);
    this.revisions = new RevisionStore(db, changes, keepRevisions);
    this.#db = db;
    this.#path = join(data, DATABASE_FILE);
    this.#inode = statSync(this.#path).ino;
  }

  /** Goes up with every change of revisions, keys and allowlist. A file that was removed or replaced is an error. */
  async version(): Promise<number> {
    if (statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#inode) {
      throw new StoreError(`The database ${this.#path} was removed or replaced.`);
    }
    const { version } = await this.#db.selectFrom('state').select('version').executeTakeFirstOrThrow();
    return version;
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}

/** Opens the store of the data folder, and makes it where there is none, unless it `mustExist`. */
export async function openStore(settings: Settings, mustExist = false): Promise<Store> {
  return new Store(await openDatabase(settings.data, mustExist), settings, () => new Date());
}
