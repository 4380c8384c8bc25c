// Follows a store in this process, and records what a server would be told.

import type { TestContext } from 'node:test';
import pino from 'pino';
import type { KnownKey } from '../../src/access/callers.ts';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { readSettings, type Settings } from '../../src/config/settings.ts';
import { RevisionLoader } from '../../src/publishing/revision-loader.ts';
import type { LoadedRevision } from '../../src/publishing/revision-snapshot.ts';
import { Follower } from '../../src/server/follow.ts';
import { Cache } from '../../src/store/cache.ts';
import { openStore, type Store } from '../../src/store/store.ts';

type Options = ConstructorParameters<typeof Follower>[0];

export interface Following {
  follower: Follower;
  /** The revisions that were served, the oldest first. */
  served: string[];
  /** Revisions that could not be loaded; undefined after each look that found the active one. */
  unloadable: (string | undefined)[];
  /** Warnings and errors of the log. */
  log: { level: number; msg: string; file?: string; err?: { type: string; message: string } }[];
  keys(): KnownKey[];
  callers(): string[];
}

interface FollowOptions extends Partial<Omit<Options, 'events'>> {
  events?: Partial<Options['events']>;
  /** Can replace methods of each store that the follower opens. */
  onStore?(store: Store): void;
}

export const SILENT = pino({ level: 'silent' });

export async function follow(
  t: TestContext,
  data: string,
  { onStore, ...options }: FollowOptions = {},
): Promise<Following> {
  const settings = readSettings({ data }, {});
  const [served, unloadable, log]: [string[], (string | undefined)[], Following['log']] = [[], [], []];
  let keys: KnownKey[] = [];
  const cache = options.cache ?? new Cache(data, 'test', SILENT);
  const follower = new Follower({
    async openStore() {
      const store = await openStore(settings, { patienceMilliseconds: 50 });
      onStore?.(store);
      return store;
    },
    cache,
    loader: new RevisionLoader(settings, cache),
    trusted: [],
    log: pino({ level: 'warn' }, { write: (line: string) => log.push(JSON.parse(line)) }),
    clock: systemClock,
    ...options,
    events: {
      onRead() {},
      onFailure() {},
      onCallers(known) {
        keys = known;
      },
      onPublished: ({ id }) => served.push(id),
      onUnloadable: (revision) => unloadable.push(revision?.id),
      ...options.events,
    },
  });
  await follower.start();
  t.after(() => follower.stop());
  return { follower, served, unloadable, log, keys: () => keys, callers: () => keys.map(({ id }) => id) };
}

/** Calls back before a store loads the rows of a revision; a failure of the call is one of the store. */
export function beforeLoad(
  work: (number: number, since: LoadedRevision | undefined) => unknown,
): (store: Store) => void {
  return ({ revisions }) => {
    const load = revisions.load.bind(revisions);
    revisions.load = async (number, onTree, since) => {
      await work(number, since as LoadedRevision | undefined);
      return await load(number, onTree, since);
    };
  };
}

/** The settings of a store in a data folder. */
export function settingsOf(data: string): Settings {
  return readSettings({ data }, {});
}
