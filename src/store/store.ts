// In charge of the store as a whole: one database, and what is kept in it.

import { locationOf } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import { AccessStore } from './access-store.ts';
import { Changes, whoRuns } from './change.ts';
import type { Engine, OpenOptions } from './engine.ts';
import { RevisionStore } from './revision-store.ts';
import { openSqlite } from './sqlite.ts';
import { UsageStore } from './usage-store.ts';

/** A publish on another machine may hold the lock for seconds. */
const PATIENCE_MILLISECONDS = 30_000;

export interface State {
  /** Goes up with every change of revisions, keys and allowlist. */
  version: number;
  /** When the last of them was made that the history tells of; null where it tells of none. */
  changedAt: string | null;
  /** Which store it is: its backups and copies have the same. */
  identity: string;
}

/** Of one store. One that was set back may come to the same version again. */
export function isSameMoment(a: State, b: State): boolean {
  return a.version === b.version && a.changedAt === b.changedAt;
}

export class Store {
  readonly access: AccessStore;
  readonly revisions: RevisionStore;
  readonly usage: UsageStore;
  readonly audit: Changes;
  readonly engine: Engine;

  constructor(engine: Engine, { keepRevisions, actor }: Pick<Settings, 'keepRevisions' | 'actor'>, now: () => Date) {
    const changes = new Changes(engine, actor ?? whoRuns(), now);
    this.access = new AccessStore(engine.db, changes);
    this.revisions = new RevisionStore(engine.db, changes, keepRevisions);
    this.usage = new UsageStore(engine.db);
    this.audit = changes;
    this.engine = engine;
  }

  async state(): Promise<State> {
    return await this.engine.db
      .selectFrom('state')
      .select(['version', 'identity'])
      .select((is) => is.selectFrom('history').select('at').orderBy('id', 'desc').limit(1).as('changedAt'))
      .executeTakeFirstOrThrow();
  }

  async close(): Promise<void> {
    await this.engine.close();
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
