// The follower of a store against its model, over both databases: catalogues and callers change, the store is lost, emptied or
// another, files of the server are spoilt, and it is restarted at any of these moments.

import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import pino from 'pino';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { readSettings } from '../../src/config/settings.ts';
import { RevisionLoader } from '../../src/publishing/revision-loader.ts';
import { Follower } from '../../src/server/follow.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { Cache } from '../../src/store/cache.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { edition, publishTrees } from '../support/publishing.ts';
import { PATIENCE_MILLISECONDS, until } from '../support/until.ts';
import { breakableLink } from './breakable-link.ts';
import { explore, isCampaign, type Runs, step } from './explore.ts';

const SILENT = pino({ level: 'silent' });
/** Beside the active revision. */
const KEPT = 1;
const LANES = 8;

/** What callers get: who may call, and what is served. */
interface View {
  callers: string[];
  /** The hash of the snapshot. */
  served: string | null;
}

type Place = 'own' | 'away' | 'other';

interface Model {
  place: Place;
  /** In the store, wherever that is. */
  stored: View;
  /** Revisions that can still be activated, the newest last: id and hash. */
  revisions: [string, string][];
  /** What the follower told last. */
  told: View;
  /** What a start without the store would find. */
  onDisk: View;
  keys: number;
}

interface Real {
  /** As commands open it, wherever it is. */
  readonly store: Store;
  data: string;
  view: View;
  /** Puts the store away, another one in its place, or it back. */
  move(place: Place): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** When the follower has looked at the store as it is now, or has seen that it cannot. */
  looked(canRead: boolean): Promise<void>;
  close(): Promise<void>;
}

/** What is known stays where the store cannot be read. */
async function compare(model: Model, { view, looked, data }: Real): Promise<void> {
  if (model.place === 'own') {
    await looked(true);
    model.told = structuredClone(model.stored);
    model.onDisk = structuredClone(model.stored);
    await until(() => isDeepStrictEqual(keptIn(data), model.onDisk));
  }
  await until(() => view.served === model.told.served).catch(() => {});
  assert.deepEqual(view, model.told);
}

function keptIn(data: string): View | undefined {
  const path = join(data, 'cache/known.json');
  if (!existsSync(path)) return undefined;
  const { keys, published } = JSON.parse(readFileSync(path, 'utf8'));
  return { callers: keys.map(({ id }: any) => id).toSorted(), served: published?.revision.hash ?? null };
}

/** The database can be changed by others though this server cannot reach it. */
const change = (name: string, run: (model: Model, real: Real) => Promise<void>, when?: (model: Model) => boolean) =>
  step<Model, Real>(
    name,
    async (model, real) => {
      await run(model, real);
      await compare(model, real);
    },
    when,
  );

const publish = fc.integer({ min: 1, max: 5 }).map((number) =>
  change(`publish edition ${number}`, async (model, { store }) => {
    const { id, hash } = await publishTrees(store, edition(number, 3));
    if (hash === model.stored.served) return;
    model.revisions = [...model.revisions, [id, hash] as [string, string]].slice(-1 - KEPT);
    model.stored.served = hash;
  }),
);

const activate = fc.constant(
  change(
    'activate the revision before',
    async (model, { store }) => {
      const [id, hash] = model.revisions[0];
      const outcome = await store.revisions.activate(id);
      assert.ok(outcome?.isNew, id);
      model.revisions = [...model.revisions, [outcome.revision.id, hash] as [string, string]].slice(-1 - KEPT);
      model.stored.served = hash;
    },
    ({ revisions }) => revisions.length > 1,
  ),
);

const addKey = fc.constant(
  change('add a key', async (model, { store }) => {
    const id = `key_${++model.keys}`;
    const hash = String(model.keys).padStart(64, '0');
    await store.access.addKey({ id, name: 'A', contact: null, hash, expiresAt: null });
    model.stored.callers = [...model.stored.callers, id].toSorted();
  }),
);

const revokeKey = fc.nat().map((number) =>
  change(
    `revoke a key, ${number}`,
    async (model, { store }) => {
      const { callers } = model.stored;
      const id = callers[number % callers.length];
      await store.access.revokeKey(id);
      model.stored.callers = callers.filter((each) => each !== id);
    },
    ({ stored }) => stored.callers.length > 0,
  ),
);

const move = fc.constantFrom<Place>('own', 'own', 'away', 'other').map((place) =>
  change(
    `the store: ${place}`,
    async (model, real) => {
      await real.move(place);
      model.place = place;
      if (place !== 'own') await real.looked(false);
    },
    (model) => model.place !== place && (place === 'own' || model.place === 'own'),
  ),
);

const isKept = ({ place, onDisk }: Readonly<Model>) =>
  place === 'own' || onDisk.callers.length > 0 || onDisk.served !== null;

/** Where nothing is kept on disk, a start without the store makes a new one: that is not what is tried here. */
const restart = (name: string, spoil: (data: string) => void, lost: (model: Model) => void) =>
  change(
    `restart ${name}`,
    async (model, real) => {
      await real.stop();
      spoil(real.data);
      lost(model);
      model.told = structuredClone(model.onDisk);
      await real.start();
    },
    isKept,
  );

const onlyWithStore = (each: ReturnType<typeof restart>) => ({
  ...each,
  check: (model: Model) => model.place === 'own',
});

const snapshotsIn = (data: string) => globSync('cache/*.snapshot', { cwd: data }).map((file) => join(data, file));

const restarts = fc.constantFrom(
  restart(
    '',
    () => {},
    () => {},
  ),
  restart(
    '',
    () => {},
    () => {},
  ),
  onlyWithStore(
    restart(
      'without its cache',
      (data) => rmSync(join(data, 'cache'), { recursive: true }),
      () => {},
    ),
  ),
  onlyWithStore(
    restart(
      'with a spoilt state',
      (data) => writeFileSync(join(data, 'cache/known.json'), '{"keys":[]}'),
      () => {},
    ),
  ),
  restart(
    'with spoilt snapshots',
    (data) => {
      for (const file of snapshotsIn(data)) truncateSync(file, 100);
    },
    (model) => {
      model.onDisk.served = null;
    },
  ),
);

interface Where {
  flags: Record<string, string>;
  store(): Store;
  move(place: Place): Promise<void>;
  close(): Promise<void>;
}

const settingsOf = (flags: Record<string, string>) => readSettings({ 'keep-revisions': String(KEPT), ...flags }, {});

async function realThing(data: string, { flags, ...where }: Where): Promise<Real> {
  const view: View = { callers: [], served: null };
  let follower: Follower;
  let [reads, failures] = [0, 0];
  let hurry = () => {};
  const cache = new Cache(data, 'test', SILENT);
  const start = async () => {
    Object.assign(view, { callers: [], served: null });
    follower = new Follower({
      async openStore(mustExist) {
        const opened = await openStore(settingsOf(flags), { mustExist, patienceMilliseconds: 2_000 });
        const { watch } = opened.engine;
        opened.engine.watch = (onChange) => {
          hurry = onChange;
          watch(onChange);
        };
        return opened;
      },
      cache,
      loader: new RevisionLoader(settingsOf(flags), cache),
      trusted: [],
      log: SILENT,
      clock: systemClock,
      events: {
        onCallers: (keys) => {
          view.callers = keys.map(({ id }) => id).toSorted();
        },
        onPublished: (_, { bytes }) => {
          view.served = openSnapshot(bytes).hash;
        },
        onRead: () => {
          reads++;
        },
        onFailure: () => {
          failures++;
        },
        onUnloadable() {},
      },
    });
    await follower.start();
  };
  await start();
  return {
    get store() {
      return where.store();
    },
    data,
    view,
    move: where.move,
    start,
    stop: () => follower.stop(PATIENCE_MILLISECONDS),
    async looked(canRead) {
      // A look that is under way may have begun too early.
      const before = canRead ? reads + 1 : failures;
      await until(() => {
        hurry();
        return (canRead ? reads : failures) > before;
      });
    },
    async close() {
      await follower.stop(PATIENCE_MILLISECONDS);
      await where.store().close();
      await where.close();
    },
  };
}

async function inFile(data: string, other: string): Promise<Where> {
  const aside = join(data, 'aside');
  mkdirSync(aside);
  let store = await openStore(settingsOf({ data }));
  const moveAll = (from: string, to: string) => {
    for (const file of globSync('sylva.db*', { cwd: from })) renameSync(join(from, file), join(to, file));
  };
  return {
    flags: { data },
    store: () => store,
    async move(place) {
      await store.close();
      if (place === 'own') {
        for (const file of globSync('sylva.db*', { cwd: data })) rmSync(join(data, file));
        moveAll(aside, data);
      } else moveAll(data, aside);
      if (place === 'other') copyFileSync(other, join(data, 'sylva.db'));
      store = await openStore(settingsOf({ data: place === 'own' ? data : aside }));
    },
    close: async () => {},
  };
}

type Begin = (data: string) => Promise<Where>;

/** A file is moved away, or has another in its place. */
async function files(t: TestContext): Promise<Begin> {
  const [own, other] = await Promise.all([template(temporaryFolder(t)), template(temporaryFolder(t))]);
  return async (data) => {
    copyFileSync(own, join(data, 'sylva.db'));
    return await inFile(data, other);
  };
}

/** A server is cut off; what is in the place of another is a matter of files. */
async function postgres(): Promise<Begin> {
  const engine = await privatePostgres();
  return async (data) => {
    const database = await engine.database();
    const link = await breakableLink(engine.port);
    const store = await openStore(settingsOf({ data, database }));
    return {
      flags: { data, database: database.replace(`:${engine.port}/`, `:${link.port}/`) },
      store: () => store,
      async move(place) {
        if (place === 'own') link.mend();
        else link.cut();
      },
      close: async () => link.close(),
    };
  };
}

const DATABASES: Record<string, { skip: string | false; runs: Runs; prepare(t: TestContext): Promise<Begin> }> = {
  sqlite: { skip: false, runs: { short: 8, long: 250 }, prepare: files },
  postgres: { skip: withoutPostgres, runs: { short: 0, long: 48 }, prepare: postgres },
};

for (const [name, { skip, runs, prepare }] of Object.entries(DATABASES)) {
  if (!isCampaign && runs.short === 0) continue;
  test(`${name}: what is told is what the store holds, or what it held when it could last be read`, {
    skip,
  }, async (t) => {
    const beginIn = await prepare(t);
    await explore<Model, Real>({
      steps: [publish, publish, activate, addKey, revokeKey, move, move, restarts],
      async begin() {
        const data = mkdtempSync(join(tmpdir(), 'sylva-test-'));
        const where = await beginIn(data);
        const { id, hash } = await publishTrees(where.store(), edition(1, 3));
        const known = (): View => ({ callers: [], served: hash });
        const views = { stored: known(), told: known(), onDisk: known() };
        const model: Model = { place: 'own', ...views, revisions: [[id, hash]], keys: 0 };
        return { model, real: await realThing(data, where) };
      },
      async end(real) {
        await real.close();
        rmSync(real.data, { recursive: true });
      },
      runs,
      longest: 12,
      lanes: LANES,
    });
  });
}

/** A store as a file, to be copied: to make one takes longer. */
async function template(data: string): Promise<string> {
  const store = await openStore(settingsOf({ data }));
  await store.close();
  return join(data, 'sylva.db');
}
