// What the limiter over Redis promises beyond the suite for every limiter: exact over instances, and no harm when Redis
// is gone.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createClient } from '@redis/client';
import pino from 'pino';
import { Redis } from '../../../scripts/cluster/redis.ts';
import { type ClientKey, type Decision, systemClock } from '../../../src/access/rate-limit/contract.ts';
import { RedisRateLimiter } from '../../../src/access/rate-limit/redis.ts';
import { RedisCounter } from '../../../src/access/rate-limit/redis-counter.ts';
import { RedisReport } from '../../../src/access/rate-limit/redis-report.ts';
import { enginesFolder, privateRedis, withoutRedis } from '../../support/engines.ts';
import { faultyLink } from '../../support/faulty-link.ts';
import { memoryLimiter } from '../../support/limiters.ts';
import { PATIENCE_MILLISECONDS, until } from '../../support/until.ts';

const skip = withoutRedis;
/** On a busy machine Redis itself may be kept waiting; one that says nothing is waited for as long. */
const PATIENT_MILLISECONDS = 2_000;
const SILENT = new RedisReport({ log: pino({ level: 'silent' }) });
/** Test files of one process share a Redis: no other one has these clients. */
let clients = 1_000_000;
const newClient = (): ClientKey => ({ family: 4, high: 0, low: ++clients });

/** An instance's limiter, and what it logged. */
async function instance(t: TestContext, url: string, limit = 100, silenceMilliseconds = PATIENT_MILLISECONDS) {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const report = new RedisReport({ log, pauseSeconds: 0 });
  const counter = new RedisCounter({ url, windowSeconds: 60, report, silenceMilliseconds });
  await counter.start();
  t.after(() => counter.close());
  const local = memoryLimiter(limit, 60, systemClock);
  const limiter = new RedisRateLimiter(counter, local, { answerMilliseconds: PATIENCE_MILLISECONDS });
  return { counter, lines, local, limiter };
}

/** A connection of the test's own. */
async function handOn(t: TestContext, url: string) {
  const hand = createClient({ url, socket: { reconnectStrategy: false } }).on('error', () => {});
  t.after(() => hand.isOpen && hand.destroy());
  return await hand.connect();
}

async function ownRedis(t: TestContext): Promise<Redis> {
  const redis = await Redis.start(join(enginesFolder(), `redis-${t.name.length}`));
  t.after(() => redis.stop());
  return redis;
}

test('three instances at once admit exactly the limit, 20 of 20 times', { skip }, async (t) => {
  const { url } = await privateRedis();
  const instances = await Promise.all([1, 2, 3].map(() => instance(t, url, 100)));
  for (let run = 0; run < 20; run++) {
    const client = newClient();
    const decisions = await Promise.all(
      Array.from({ length: 150 }, (_, index) => instances[index % 3].limiter.take(client)),
    );
    assert.equal(decisions.filter(({ isAllowed }) => isAllowed).length, 100);
  }
  assert.ok(instances.every(({ counter }) => counter.isUp));
});

/** An instance behind a link that holds answers back. `impatient` waits for none of them, and `late` counts those that came. */
async function heldInstance(t: TestContext, url: string, limit: number) {
  const link = await faultyLink(t, Number(new URL(url).port));
  const made = await instance(t, `redis://127.0.0.1:${link.port}`, limit, PATIENCE_MILLISECONDS);
  let late = 0;
  const options = { answerMilliseconds: 1, onLate: () => late++ };
  return { ...made, link, impatient: new RedisRateLimiter(made.counter, made.local, options), late: () => late };
}

const admitted = (decisions: Decision[]) => decisions.filter(({ isAllowed }) => isAllowed).length;

test('late answers now and then: two instances admit the limit and some of the late, and go on using Redis', {
  skip,
}, async (t) => {
  const { url } = await privateRedis();
  const instances = await Promise.all([1, 2].map(() => heldInstance(t, url, 97)));
  const [one, two] = instances;
  const client = newClient();
  const [inTime, late]: Decision[][] = [[], []];
  for (let round = 1; round <= 15; round++) {
    for (const { limiter } of [one, two, one, two, one, two]) inTime.push(await limiter.take(client));
    for (const { link } of instances) link.hold();
    for (const { impatient } of [one, two, one, two]) late.push(await impatient.take(client));
    for (const { link } of instances) link.release();
    await until(() => instances.every(({ late }) => late() === 2 * round));
    // Redis has counted all of them, and each instance knows it within the two of the other that came last.
    for (const { local } of instances) assert.ok(local.peek(client).remaining <= Math.max(97 - 10 * round + 2, 0));
  }
  // Nine rounds of ten, then six in time; of the four that are late then, one knows of 95 so far, and two of 96.
  assert.equal(admitted(inTime), 10 * 6);
  assert.equal(admitted(late), 9 * 4 + 2 + 1);
  for (const { counter, local, lines } of instances)
    assert.deepEqual([counter.isUp, local.peek(client).remaining, lines], [true, 0, []]);
});

test('an instance whose answers are all late admits no more than the limit, and learns what others have counted', {
  skip,
}, async (t) => {
  const { url } = await privateRedis();
  const client = newClient();
  const other = await instance(t, url, 100);
  for (let request = 0; request < 60; request++) await other.limiter.take(client);
  const { link, impatient, late, local, counter } = await heldInstance(t, url, 100);
  const takeThirty = () => Promise.all(Array.from({ length: 30 }, () => impatient.take(client)));
  link.hold();
  assert.equal(admitted(await takeThirty()), 30);
  assert.equal(local.peek(client).remaining, 70);
  link.release();
  await until(() => late() === 30);
  assert.deepEqual([local.peek(client).remaining, counter.isUp], [10, true]);
  link.hold();
  assert.equal(admitted(await takeThirty()), 10);
});

test('a connection that says nothing more ends the use of Redis, and what waits is counted alone', {
  skip,
}, async (t) => {
  const { url } = await privateRedis();
  const link = await faultyLink(t, Number(new URL(url).port));
  const { limiter, counter, lines } = await instance(t, `redis://127.0.0.1:${link.port}`, 10);
  const client = newClient();
  await limiter.take(client);
  link.goDead();
  assert.equal((await limiter.take(client)).remaining, 8);
  assert.equal(counter.isUp, false);
  await until(() => counter.isUp);
  assert.equal(lines.length, 2);
});

test('no counter is without an end, and one that somebody left without is given one', { skip }, async (t) => {
  const { url } = await privateRedis();
  const hand = await handOn(t, url);
  const { limiter } = await instance(t, url, 1);
  const client = newClient();
  const name = `sylva:rate:4:${client.low}`;
  await limiter.take(client);
  await hand.persist(name);
  assert.equal((await limiter.take(client)).isAllowed, false);
  const left = await hand.pTTL(name);
  assert.ok(left > 0 && left <= 60_000, String(left));
});

test('a Redis that forgot the script is taught it again without a pause', { skip }, async (t) => {
  const { url } = await privateRedis();
  const hand = await handOn(t, url);
  const { limiter, counter } = await instance(t, url, 100);
  await hand.scriptFlush();
  assert.equal((await limiter.take(newClient())).remaining, 99);
  assert.ok(counter.isUp);
});

for (const way of ['killed', 'hanging'] as const) {
  test(`Redis ${way}: answers come in good time, nobody gets a fresh allowance, and it returns by itself`, {
    skip,
  }, async (t) => {
    const redis = await ownRedis(t);
    const [one, two] = await Promise.all([1, 2].map(() => instance(t, redis.url, 10)));
    const client = newClient();
    for (let request = 0; request < 12; request++) await one.limiter.take(client);
    assert.equal((await two.limiter.take(client)).isAllowed, false);
    if (way === 'killed') await redis.stop();
    else redis.program.freeze();

    for (const { limiter } of [one, two]) assert.equal((await limiter.take(client)).isAllowed, false);
    const others = newClient();
    const admitted = await Promise.all(Array.from({ length: 20 }, () => one.limiter.take(others)));
    assert.equal(admitted.filter(({ isAllowed }) => isAllowed).length, 10);
    assert.ok(!(one.limiter.take(others) instanceof Promise), 'it is not waited for again');

    if (way === 'killed') await redis.start();
    else redis.program.thaw();
    await until(() => one.counter.isUp && two.counter.isUp);
    assert.deepEqual(one.lines, [
      'Redis does not count: each instance limits by itself meanwhile',
      'Redis counts again: the rate limit holds over all instances',
    ]);
    assert.equal((await one.limiter.take(newClient())).remaining, 9);
  });
}

test('a Redis that answers but does not count is not used, and is complained of once', { skip }, async (t) => {
  const redis = await ownRedis(t);
  const hand = await handOn(t, redis.url);
  const { limiter, counter, lines } = await instance(t, redis.url, 10);
  await hand.configSet('maxmemory', '1');
  assert.equal((await limiter.take(newClient())).remaining, 9);
  assert.equal(counter.isUp, false);
  const tried = await scriptsRun(hand);
  await until(async () => (await scriptsRun(hand)) > tried + 1);
  assert.equal(counter.isUp, false);
  assert.equal(lines.length, 1);
  await hand.configSet('maxmemory', '0');
  await until(() => counter.isUp);
});

async function scriptsRun(hand: Awaited<ReturnType<typeof handOn>>): Promise<number> {
  const calls = (await hand.info('commandstats')).matchAll(/^cmdstat_eval(?:sha)?:calls=(\d+)/gm);
  return Array.from(calls, ([, count]) => Number(count)).reduce((sum, count) => sum + count, 0);
}

const SANE = '*2\r\n:1\r\n:60000\r\n';
const SENSELESS: Record<string, string> = {
  'a status': '+OK\r\n',
  nothing: '$-1\r\n',
  texts: '*2\r\n$3\r\nabc\r\n$3\r\nNaN\r\n',
  'numbers as texts': '*2\r\n$1\r\n1\r\n$5\r\n60000\r\n',
  'one number': '*1\r\n:1\r\n',
  'three numbers': '*3\r\n:1\r\n:60000\r\n:1\r\n',
  'a count of no request': '*2\r\n:0\r\n:60000\r\n',
  'a negative count': '*2\r\n:-5\r\n:60000\r\n',
  'an end that is past': '*2\r\n:1\r\n:-1\r\n',
  'an end beyond the longest window': '*2\r\n:1\r\n:86400001\r\n',
};

/** Something on a port of its own that gives every command the same reply, in Redis' protocol. */
async function impostor(t: TestContext) {
  const replies = { every: SANE };
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {}).on('data', () => socket.write(replies.every));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { replies, sockets, url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

for (const [what, reply] of Object.entries(SENSELESS)) {
  test(`a Redis that answers ${what} does not count: it is as if it were down, with one line in the log`, async (t) => {
    const { replies, sockets, url } = await impostor(t);
    const { limiter, counter, lines } = await instance(t, url, 10);
    assert.ok(counter.isUp);
    replies.every = reply;
    const client = newClient();
    const { isAllowed, remaining } = await limiter.take(client);
    assert.deepEqual([isAllowed, remaining, counter.isUp], [true, 9, false]);
    // Nor is it believed when it is tried again.
    await until(() => sockets.length === 3);
    assert.equal(counter.isUp, false);
    assert.equal((await limiter.take(client)).remaining, 8);
    assert.deepEqual(lines, ['Redis does not count: each instance limits by itself meanwhile']);
    replies.every = SANE;
    await until(() => counter.isUp);
  });
}

test('one that is closed while it connects is not up afterwards, and leaves no connection behind', {
  skip,
}, async (t) => {
  const { url } = await ownRedis(t);
  const hand = await handOn(t, url);
  const counter = new RedisCounter({ url, windowSeconds: 60, report: SILENT });
  const starting = counter.start();
  counter.close();
  await starting;
  assert.equal(counter.isUp, false);
  const connections = async () => (await hand.sendCommand<string>(['CLIENT', 'LIST'])).trim().split('\n').length;
  await until(async () => (await connections()) === 1);
});

test('one that was closed does not connect any more', async (t) => {
  const { sockets, url } = await impostor(t);
  const counter = new RedisCounter({ url, windowSeconds: 60, report: SILENT });
  counter.close();
  await counter.start();
  assert.deepEqual([sockets.length, counter.isUp], [0, false]);
});
