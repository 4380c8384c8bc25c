// In charge of the store as a whole: one database, and what is kept in it.

import type { Settings } from '../config.ts';
import { AccessStore } from './access-store.ts';
import { whoRuns } from './actor.ts';
import { AuditStore } from './audit-store.ts';
import { Changes } from './change.ts';
import type { Engine, OpenOptions } from './engine.ts';
import { locationOf } from './location.ts';
import { RevisionStore } from './revision-store.ts';
import { openSqlite } from './sqlite.ts';
import { UsageStore } from './usage-store.ts';

/** A publish on another machine may hold the lock for seconds. */
const PATIENCE_MILLISECONDS = 30_000;

export interface State {
  /** Goes up with every change of revisions, keys and allowlist. */
  version: number;
  /** Which store it is: its backups and copies have the same. */
  identity: string;
}

export class Store {
  readonly access: AccessStore;
  readonly revisions: RevisionStore;
  readonly usage: UsageStore;
  readonly audit: AuditStore;
  readonly #engine: Engine;

  constructor(engine: Engine, { keepRevisions, actor }: Pick<Settings, 'keepRevisions' | 'actor'>, now: () => Date) {
    const changes = new Changes(engine, actor ?? whoRuns(), now);
    this.access = new AccessStore(engine.db, changes);
    this.revisions = new RevisionStore(engine.db, changes, keepRevisions);
    this.usage = new UsageStore(engine.db);
    this.audit = new AuditStore(engine.db);
    this.#engine = engine;
  }

  /** Whether there was none before it was opened. */
  get isNew(): boolean {
    return this.#engine.isNew;
  }

  get pollMilliseconds(): number {
    return this.#engine.pollMilliseconds;
  }

  /** Whether it is still in the database that was opened: a file may have been removed, emptied or replaced. */
  isSame(): boolean {
    return this.#engine.isSame();
  }

  async state(): Promise<State> {
    return await this.#engine.db.selectFrom('state').select(['version', 'identity']).executeTakeFirstOrThrow();
  }

  /** Calls back soon after a change where the database can tell; the version tells in any case. */
  watch(onChange: () => void): void {
    this.#engine.watch(onChange);
  }

  async close(): Promise<void> {
    await this.#engine.close();
  }
}

/** Opens the store, and makes it where there is none, unless it `mustExist`. */
export async function openStore(settings: Settings, options: Partial<OpenOptions> = {}): Promise<Store> {
  return new Store(await openEngine(settings, options), settings, () => new Date());
}

export async function openEngine(
  settings: Pick<Settings, 'data' | 'database'>,
  { mustExist = false, patienceMilliseconds = PATIENCE_MILLISECONDS }: Partial<OpenOptions> = {},
): Promise<Engine> {
  const location = locationOf(settings);
  const options = { mustExist, patienceMilliseconds };
  if (location.kind === 'sqlite') return await openSqlite(location.path, options);
  // Loaded only where it is used: most services have no other database than their file.
  const { openPostgres } = await import('./postgres.ts');
  return await openPostgres(location, options);
}
