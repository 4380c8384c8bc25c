import { locationOf } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import type { Engine, OpenOptions } from './engines/engine.ts';
import { openSqlite } from './engines/sqlite.ts';
import { RevisionStore } from './revisions/revision-store.ts';
import { AccessStore } from './tables/access.ts';
import { Changes, whoRuns } from './tables/audit.ts';
import { UsageStore } from './tables/usage.ts';

/** Enough for the short transactions of others, and for a slow disk. */
const PATIENCE_MILLISECONDS = 30_000;

export interface State {
  /** Grows with every change of revisions, keys and allowlist. */
  version: number;
  /** The moment of the last line of the history; null if it is empty. */
  changedAt: string | null;
  /** Which store it is: its backups and copies have the same. */
  identity: string;
}

/** Of one store. A store that was restored can come to the same version again. */
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
    this.revisions = new RevisionStore(changes, keepRevisions);
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

/** Opens the store; creates it if there is none, unless it `mustExist`. */
export async function openStore(settings: Settings, options: Partial<OpenOptions> = {}): Promise<Store> {
  return new Store(await openEngine(settings, options), settings, () => new Date());
}

export async function openEngine(
  settings: Pick<Settings, 'data' | 'database'>,
  { mustExist = false, acceptOlder = false, patienceMilliseconds = PATIENCE_MILLISECONDS }: Partial<OpenOptions> = {},
): Promise<Engine> {
  const location = locationOf(settings);
  const options = { mustExist, acceptOlder, patienceMilliseconds };
  if (location.kind === 'sqlite') return await openSqlite(location.path, options);
  // Loaded only if it is used: most services have no other database than their file.
  const { openPostgres } = await import('./engines/postgres.ts');
  return await openPostgres(location, options);
}
