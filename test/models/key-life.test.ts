// The life of keys against its model, over both databases: made, rotated and revoked by the commands, and asked by a caller over
// a connection that stays open, while the clock goes and is set, and the server is restarted.

import assert from 'node:assert/strict';
import { Agent, get } from 'node:http';
import { mock, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import pino from 'pino';
import { Callers } from '../../src/access/callers.ts';
import { createKey, listKeys, revokeKey, rotateKey } from '../../src/cli/commands/keys.ts';
import { type Command, readInput } from '../../src/cli/framework/command.ts';
import { Failure } from '../../src/cli/framework/errors.ts';
import { readSettings } from '../../src/config/settings.ts';
import { CallersFollower } from '../../src/server/callers-follower.ts';
import { Fallback } from '../../src/server/fallback.ts';
import { cacheOf } from '../../src/store/cache.ts';
import { StoreError } from '../../src/store/errors.ts';
import { openEngine, openStore, type Store } from '../../src/store/store.ts';
import { privatePostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { serverOver, testService } from '../support/service.ts';
import { makeTree } from '../support/trees.ts';
import { explore, isCampaign, step } from './explore.ts';

const HOUR = 3_600_000;
const BEGIN = Date.parse('2026-11-15T12:00:00.000Z');

interface ModelKey {
  id: string;
  key: string;
  createdAt: number;
  /** How long it was meant to work; null where without end. */
  life: number | null;
  expiresAt: number | null;
  isRevoked: boolean;
  successors: ModelKey[];
}

interface Model {
  now: number;
  keys: ModelKey[];
}

interface Real {
  /** Runs a command as a person would; what it printed, or that it failed. */
  run(command: Command, ...words: string[]): Promise<any>;
  /** The status that a caller with a key gets. */
  ask(key: string): Promise<number>;
  /** Looks at the store, as a running server does all the time. */
  look(): Promise<void>;
  restart(): Promise<void>;
}

const isEnded = ({ expiresAt }: ModelKey, now: number) => expiresAt !== null && expiresAt <= now;
const works = (key: ModelKey, now: number) => !key.isRevoked && !isEnded(key, now);
const hasSuccessor = ({ successors }: ModelKey) => successors.some(({ isRevoked }) => !isRevoked);
const text = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString());

/** That of a key which was rotated is what its successor got. The store tells them by the time of their making. */
function lifeOf(key: ModelKey): number | null {
  const last = key.successors.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)).at(-1);
  return last ? lifeOf(last) : key.life;
}

/** What the callers get, and what the list shows, is what the model says. */
async function compare({ now, keys }: Model, real: Real): Promise<void> {
  await real.look();
  for (const key of keys) assert.equal(await real.ask(key.key), works(key, now) ? 200 : 401, key.id);
  const listed = await real.run(listKeys);
  const statusOf = (key: ModelKey) => (key.isRevoked ? 'revoked' : isEnded(key, now) ? 'expired' : 'active');
  const shown = (key: ModelKey) => [key.id, statusOf(key), text(key.createdAt), text(key.expiresAt)];
  const found = listed.map(({ id, status, createdAt, expiresAt }: any) => [id, status, createdAt, expiresAt]);
  assert.deepEqual(found.toSorted(), keys.map(shown).toSorted());
}

function added({ now, keys }: Model, made: { id: string; key: string }, life: number | null): ModelKey {
  const expiresAt = life === null ? null : now + life;
  const key = { id: made.id, key: made.key, createdAt: now, life, expiresAt, isRevoked: false, successors: [] };
  keys.push(key);
  return key;
}

const aLife = fc.option(fc.integer({ min: 1, max: 100 }));
const expiryWords = (hours: number | null) => (hours === null ? [] : ['--expires', `${hours}h`]);
const chosen = ({ keys }: Model, number: number) => keys[number % keys.length];
const hasKeys = ({ keys }: Readonly<Model>) => keys.length > 0;

const create = aLife.map((hours) =>
  step<Model, Real>(`create for ${hours} h`, async (model, real) => {
    const made = await real.run(createKey, '--name', 'A', ...expiryWords(hours));
    added(model, made, hours === null ? null : hours * HOUR);
    await compare(model, real);
  }),
);

const revoke = fc.nat().map((number) =>
  step<Model, Real>(
    `revoke ${number}`,
    async (model, real) => {
      const key = chosen(model, number);
      await real.run(revokeKey, key.id);
      key.isRevoked = true;
      await compare(model, real);
    },
    hasKeys,
  ),
);

const rotation = fc.record({ number: fc.nat(2), overlap: fc.nat(50), hours: aLife });
const rotate = rotation.map(({ number, overlap, hours }) =>
  step<Model, Real>(
    `rotate ${number}, which works on for ${overlap} h, for ${hours} h`,
    async (model, real) => {
      const old = chosen(model, number);
      const made = await real.run(rotateKey, old.id, '--overlap', `${overlap}h`, ...expiryWords(hours));
      const mayBe = works(old, model.now) && !hasSuccessor(old);
      assert.equal('key' in made, mayBe, JSON.stringify(made));
      if (mayBe) {
        const successor = added(model, made, hours === null ? lifeOf(old) : hours * HOUR);
        old.successors.push(successor);
        old.expiresAt = Math.min(old.expiresAt ?? Infinity, model.now + overlap * HOUR);
      }
      await compare(model, real);
    },
    hasKeys,
  ),
);

const setClock = fc.constantFrom(1, HOUR - 1, HOUR, 20 * HOUR, 100 * HOUR, -1, -HOUR, -30 * HOUR).map((milliseconds) =>
  step<Model, Real>(`set the clock by ${milliseconds}`, async (model, real) => {
    model.now += milliseconds;
    mock.timers.setTime(model.now);
    await compare(model, real);
  }),
);

const restart = step<Model, Real>('restart', async (model, real) => {
  await real.restart();
  await compare(model, real);
});

async function runCommand(flags: string[], command: Command, words: string[]): Promise<any> {
  let printed = '';
  const print = async (line: string) => {
    printed += line;
    return true;
  };
  const tell = (json: unknown) => {
    printed += JSON.stringify(json);
    return 0 as const;
  };
  try {
    const input = readInput(command, [...words, ...flags, '--json'], {});
    const said = { print, tell, show: tell, complain() {}, output: undefined as never };
    await command.run({ ...(input as NonNullable<typeof input>), ...said });
    return JSON.parse(printed);
  } catch (error) {
    if (!(error instanceof Failure || error instanceof StoreError)) throw error;
    return { error: error.message };
  }
}

/** A server over a store: it looks when it is told to. */
async function realThing(t: TestContext, flags: Record<string, string>): Promise<Real> {
  const log = pino({ level: 'silent' });
  const settings = readSettings(flags, {});
  let callers = new Callers([], []);
  const newFollower = () =>
    new CallersFollower({
      fallback: new Fallback(cacheOf(settings, log), log),
      trusted: [],
      onCallers: (keys) => {
        callers = new Callers(keys, []);
      },
    });
  let follower = newFollower();
  let store: Store = await openStore(settings);
  t.after(() => store.close());
  const service = testService({ trees: [makeTree({})], allowlist: [] });
  const { origin } = await serverOver(t, { ...service, callers: () => callers });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  return {
    run: (command, ...words) =>
      runCommand(
        Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
        command,
        words,
      ),
    ask: (key) =>
      new Promise((resolve, reject) => {
        const request = get(`${origin}/api/v1/families`, { agent, headers: { 'x-api-key': key } }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode as number));
        });
        request.on('error', reject);
      }),
    async look() {
      await follower.follow(store, await store.state());
    },
    async restart() {
      await store.close();
      store = await openStore(settings);
      callers = new Callers([], []);
      follower = newFollower();
    },
  };
}

const DATABASES = {
  sqlite: { skip: false as string | false, runs: { short: 8, long: 250 }, where: async () => ({}) },
  postgres: {
    skip: withoutPostgres,
    runs: { short: 0, long: 60 },
    where: async () => ({ database: await (await privatePostgres()).database() }),
  },
};

for (const [name, { skip, runs, where }] of Object.entries(DATABASES)) {
  if (!isCampaign && runs.short === 0) continue;
  test(`${name}: a key works from its making to its end, whatever is done to it and to the clock`, {
    skip,
  }, async (t) => {
    const flags = { data: temporaryFolder(t), ...(await where()) };
    const real = await realThing(t, flags);
    const engine = await openEngine(readSettings(flags, {}));
    t.after(() => engine.close());
    mock.timers.enable({ apis: ['Date'], now: BEGIN });
    t.after(() => mock.timers.reset());
    await explore<Model, Real>({
      steps: [create, revoke, rotate, rotate, rotate, setClock, fc.constant(restart)],
      async begin() {
        mock.timers.setTime(BEGIN);
        for (const table of ['keys', 'history'] as const) await engine.db.deleteFrom(table).execute();
        await real.restart();
        return { model: { now: BEGIN, keys: [] }, real };
      },
      runs,
      longest: 14,
    });
  });
}
