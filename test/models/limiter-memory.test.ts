// The limiter in memory against its model: three threads over one table, clients that are next to each other in it, the clock.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { type ClientKey, type Decision, spread } from '../../src/access/rate-limit/contract.ts';
import { MemoryRateLimiter, newWindows } from '../../src/access/rate-limit/memory.ts';
import { TestClock } from '../support/limiters.ts';
import { explore, type Step, step } from './explore.ts';
import { admit, assertDecision, liveWindow, type Windows, windowOf } from './limiter-model.ts';
import { LimiterThread, type Request, type SharedClock, WALL } from './limiter-thread.ts';

const SEED = 99;
const PLACES = 1 << 21;
const SHARED = 1 << 16;
const THREADS = 3;
const WINDOW_SECONDS = 2;
const WINDOW = WINDOW_SECONDS * 1000;
/** What the wall clock may stray before it is believed. */
const STRAY = 500;

/** Clients that begin to look for a place within so many after a given one: a short search finds them. */
function neighbours(first: number, width: number, searched: number): ClientKey[] {
  const found: ClientKey[] = [];
  for (let low = 0; low < searched; low++) {
    const client: ClientKey = { family: 4, high: 0, low };
    if (((spread(client, SEED) - first) & (PLACES - 1)) < width) found.push(client);
  }
  return found;
}

/** A place whose clients share the very first window of those that are shared. */
const FIRST = 3 * SHARED;
/** One of either family, with the same number, that want the same place. */
function twins(): ClientKey[] {
  for (let low = 0; ; low++) {
    const pair = ([4, 6] as const).map((family): ClientKey => ({ family, high: 0, low }));
    const [one, other] = pair.map((client) => spread(client, SEED) & (PLACES - 1));
    if (one === other) return pair;
  }
}

/** Some want the same place, and some have nothing to do with them. */
const CLIENTS: ClientKey[] = [
  ...neighbours(FIRST, 2, 3 * PLACES).slice(0, 3),
  ...twins(),
  { family: 6, high: 0x20010db8, low: 1 },
  { family: 4, high: 0, low: 0xffffffff },
];

interface Model {
  now: number;
  wallStep: number;
  /** By thread, what it believes that step to be. */
  believed: number[];
  limit: number;
  windows: Windows;
}

interface Real {
  clock: SharedClock;
  ask(thread: number, request: Request): Promise<Decision[]>;
}

function expectedAt(model: Model, thread: number, end: number) {
  if (Math.abs(model.wallStep - model.believed[thread]) > STRAY) model.believed[thread] = model.wallStep;
  const { now, limit } = model;
  return { now, limit, end, wallOffset: WALL + model.believed[thread], windowMilliseconds: WINDOW };
}

const aThread = fc.nat(THREADS - 1);
const aClient = fc.nat(CLIENTS.length - 1);

const take = fc.record({ thread: aThread, client: aClient, times: fc.integer({ min: 1, max: 4 }) }).map((drawn) => {
  const { thread, client, times } = drawn;
  return step<Model, Real>(`take ${JSON.stringify(drawn)}`, async (model, real) => {
    const decisions = await real.ask(thread, { take: CLIENTS[client], times });
    for (const decision of decisions) {
      const window = windowOf(model.windows, String(client), model.now, WINDOW);
      const isAllowed = admit(window, model.limit);
      const remaining = Math.max(model.limit - window.count, 0);
      assertDecision(decision, { ...expectedAt(model, thread, window.end), isAllowed, remaining });
    }
  });
});

const peek = fc.record({ thread: aThread, client: aClient }).map((drawn) => {
  const { thread, client } = drawn;
  return step<Model, Real>(`peek ${JSON.stringify(drawn)}`, async (model, real) => {
    const [decision] = await real.ask(thread, { peek: CLIENTS[client] });
    const { end, count } = liveWindow(model.windows, String(client), model.now) ?? {
      end: model.now + WINDOW,
      count: 0,
    };
    const remaining = Math.max(model.limit - count, 0);
    assertDecision(decision, { ...expectedAt(model, thread, end), isAllowed: true, remaining });
  });
});

/** All threads at once: which of them is let in is chance, how many are is not. */
const rush = fc.record({ client: aClient, times: fc.constantFrom(1, 2, 3000) }).map((drawn) => {
  const { client, times } = drawn;
  return step<Model, Real>(`rush ${JSON.stringify(drawn)}`, async (model, real) => {
    const request = { take: CLIENTS[client], times };
    const answers = await Promise.all(Array.from({ length: THREADS }, (_, thread) => real.ask(thread, request)));
    const left = answers.flat().map(({ isAllowed, remaining }) => (isAllowed ? remaining : -1));
    const window = windowOf(model.windows, String(client), model.now, WINDOW);
    const expected = left.map(() => (admit(window, model.limit) ? model.limit - window.count : -1));
    assert.deepEqual(Float64Array.from(left).sort(), Float64Array.from(expected).sort());
    for (let thread = 0; thread < THREADS; thread++) expectedAt(model, thread, 0);
  });
});

const pass = fc.constantFrom(1, 250, 999, 1000, WINDOW - 1, WINDOW, WINDOW + 1, 3 * WINDOW).map((milliseconds) =>
  step<Model, Real>(`pass ${milliseconds}`, async (model, { clock }) => {
    model.now = clock[0] += milliseconds;
  }),
);

const setWall = fc.constantFrom(-3_600_000, -501, -500, -80, 0, 120, 500, 501, 3_600_000).map((wallStep) =>
  step<Model, Real>(`set the wall clock to ${wallStep}`, async (model, { clock }) => {
    model.wallStep = clock[1] = wallStep;
  }),
);

const setLimit = fc.constantFrom(1, 2, 3, 5, 100_000).map((limit) =>
  step<Model, Real>(`set the limit to ${limit}`, async (model, { ask }) => {
    model.limit = limit;
    for (let thread = 0; thread < THREADS; thread++) await ask(thread, { limit });
  }),
);

test('memory: over three threads, every decision is that of a map of windows', async (t) => {
  const here = new LimiterThread();
  const others = Array.from({ length: THREADS - 1 }, () => new Worker(new URL('limiter-thread.ts', import.meta.url)));
  t.after(() => Promise.all(others.map((worker) => worker.terminate())));
  const ask: Real['ask'] = async (thread, request) => {
    if (thread === 0) return here.answer(request);
    others[thread - 1].postMessage(request);
    return (await once(others[thread - 1], 'message'))[0];
  };
  await explore<Model, Real>({
    steps: [take, take, rush, peek, pass, setWall, setLimit],
    async begin() {
      const clock: SharedClock = new Float64Array(new SharedArrayBuffer(16));
      const [limit, now] = [3, 5000];
      clock[0] = now;
      const windows = newWindows({ monotonic: () => now, wall: () => now }, SEED);
      const opened = { windows, clock, limit, windowSeconds: WINDOW_SECONDS };
      for (let thread = 0; thread < THREADS; thread++) await ask(thread, { open: opened });
      const believed = Array.from({ length: THREADS }, () => 0);
      return { model: { now, wallStep: 0, believed, limit, windows: new Map() }, real: { clock, ask } };
    },
    runs: { short: 100, long: 2000 },
  });
});

/** More than there are places for where they look. */
const CROWD = neighbours(FIRST - 64, 192, 5 * PLACES);
/** Some that share a window where they have none of their own. */
const ALIKE = CROWD.filter((client) => (spread(client, SEED) & (PLACES - 1)) === FIRST);
const LIMIT = 2;

test('memory: who shares a window stays in it to its end, though a place of his own comes free', () => {
  const clock = new TestClock();
  const windows = newWindows(clock, SEED);
  const limiter = new MemoryRateLimiter({ limit: LIMIT, windowSeconds: WINDOW_SECONDS, clock, windows });
  for (const client of CROWD) if (!ALIKE.includes(client)) limiter.take(client);
  clock.elapsed += WINDOW - 1;
  assert.deepEqual(
    [1, 2, 3].map(() => limiter.take(ALIKE[0]).isAllowed),
    [true, true, false],
  );
  clock.elapsed += WINDOW - 1;
  assert.equal(limiter.take(ALIKE[0]).isAllowed, false);
  clock.elapsed += 1;
  assert.ok(limiter.take(ALIKE[0]).isAllowed);
});

test('memory: what Redis counted of one is not written where others share', () => {
  const clock = new TestClock();
  const windows = newWindows(clock, SEED);
  const limiter = new MemoryRateLimiter({ limit: LIMIT, windowSeconds: WINDOW_SECONDS, clock, windows });
  for (const client of CROWD) if (!ALIKE.includes(client)) limiter.take(client);
  const counted = { count: LIMIT + 1, leftMilliseconds: 1000, delayMilliseconds: 1 };
  assert.deepEqual(limiter.applyCount(ALIKE[0], counted).isAllowed, false);
  assert.equal(limiter.peek(ALIKE[1]).remaining, LIMIT);
});

interface CrowdModel {
  now: number;
  /** By client, when it was let in. */
  admitted: Map<number, number[]>;
}

interface CrowdReal {
  clock: TestClock;
  limiter: MemoryRateLimiter;
}

/** No window of a client's own would let in more: it may end one moment, and the next begin. */
function assertWithinTwoWindows(times: readonly number[]): void {
  times.forEach((time, index) => {
    const within = times.slice(index).filter((later) => later < time + WINDOW);
    assert.ok(within.length <= 2 * LIMIT, `${within.length} were let in within a window: ${within}`);
  });
}

test('memory: in a crowd without places for all, nobody gets more than by windows of his own', async () => {
  assert.ok(CROWD.length > 400 && ALIKE.length > 2);
  const crowded = fc.nat(CROWD.length - 1).map((start) =>
    step<CrowdModel, CrowdReal>(`a crowd from ${start}`, async (_, { limiter }) => {
      for (let at = 0; at < 300; at++) limiter.take(CROWD[(start + at) % CROWD.length]);
    }),
  );
  const some = fc.record({ client: fc.nat(ALIKE.length - 1), takes: fc.integer({ min: 1, max: 4 }) }).map((drawn) =>
    step<CrowdModel, CrowdReal>(`some of ${JSON.stringify(drawn)}`, async ({ now, admitted }, { limiter }) => {
      const { client, takes } = drawn;
      const times = admitted.get(client) ?? [];
      for (let time = 0; time < takes; time++) if (limiter.take(ALIKE[client]).isAllowed) times.push(now);
      admitted.set(client, times);
      assertWithinTwoWindows(times);
    }),
  );
  const steps: fc.Arbitrary<Step<CrowdModel, CrowdReal>>[] = [
    crowded,
    some,
    some,
    fc.constantFrom(1, 700, 1300, WINDOW - 1, WINDOW).map((milliseconds) =>
      step(`pass ${milliseconds}`, async (model, { clock }) => {
        clock.elapsed += milliseconds;
        model.now = clock.elapsed;
      }),
    ),
  ];
  await explore<CrowdModel, CrowdReal>({
    steps,
    async begin() {
      const clock = new TestClock();
      const windows = newWindows(clock, SEED);
      const limiter = new MemoryRateLimiter({ limit: LIMIT, windowSeconds: WINDOW_SECONDS, clock, windows });
      return { model: { now: clock.elapsed, admitted: new Map() }, real: { clock, limiter } };
    },
    runs: { short: 100, long: 2000 },
  });
});
