// One suite for every limiter, and what the one in memory promises beyond it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { type ClientKey, clientKeyOf } from '../../../src/access/rate-limit/contract.ts';
import { newWindows } from '../../../src/access/rate-limit/memory.ts';
import { parseAddress } from '../../../src/net/address.ts';
import { IMPLEMENTATIONS, memoryLimiter, TestClock } from '../../support/limiters.ts';
import { often } from '../../support/often.ts';

function key(text: string, prefix = 64): ClientKey {
  return clientKeyOf(parseAddress(text) as any, prefix);
}

for (const [name, { skip, runs, slackMilliseconds, make }] of Object.entries(IMPLEMENTATIONS)) {
  test(`${name}: the limit is reached, and refused beyond`, { skip }, async (t) => {
    const limiter = await make(t, 100, 60);
    const decisions = await Promise.all(Array.from({ length: 150 }, () => limiter.take(key('192.0.2.1'))));
    assert.deepEqual(
      decisions.map(({ isAllowed }) => isAllowed),
      Array.from({ length: 150 }, (_, index) => index < 100),
    );
    assert.deepEqual(
      decisions.map(({ remaining }) => remaining),
      Array.from({ length: 150 }, (_, index) => Math.max(99 - index, 0)),
    );
    assert.ok(decisions.every(({ limit }) => limit === 100));
  });

  test(`${name}: a window begins with the first request in it, and ends a window later`, { skip }, async (t) => {
    const limiter = await make(t, 1, 600);
    const isAllowed = async () => (await limiter.take(key('192.0.2.1'))).isAllowed;
    assert.ok(await isAllowed());
    for (let round = 0; round < 2; round++) {
      await limiter.pass(540_000);
      assert.equal(await isAllowed(), false);
      await limiter.pass(60_000);
      assert.ok(await isAllowed());
    }
  });

  test(`${name}: the end is told in Unix time, and does not flicker within a window`, { skip }, async (t) => {
    const limiter = await make(t, 100, 600);
    const endOfWindow = () => Math.ceil((limiter.clock.wall() + 600_000) / 1000);
    const least = endOfWindow() - 1;
    const { resetAt: end } = await limiter.take(key('192.0.2.1'));
    assert.ok(end >= least && end <= endOfWindow() + 1, `${end}, from ${least} on`);
    for (let request = 0; request < 98; request++) {
      await limiter.pass(5_099);
      const { resetAt, retryAfterSeconds } = await limiter.take(key('192.0.2.1'));
      assert.equal(resetAt, end);
      assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 600);
    }
  });

  test(`${name}: whenever it is asked to wait, a client waits a window at most`, { skip }, async (t) => {
    const limiter = await make(t, 1, 2);
    for (let round = 0; round < 50; round++) {
      await limiter.pass(41);
      const { retryAfterSeconds } = await limiter.take(key('192.0.2.1'));
      assert.ok(retryAfterSeconds >= 1 && retryAfterSeconds <= 2, `${retryAfterSeconds} s`);
    }
  });

  test(`${name}: what is left can be looked at without being used`, { skip }, async (t) => {
    const limiter = await make(t, 3, 60);
    const client = key('192.0.2.1');
    assert.equal(limiter.peek(client).remaining, 3);
    for (let left = 2; left >= 0; left--) {
      const { resetAt } = await limiter.take(client);
      for (let look = 0; look < 3; look++) {
        assert.deepEqual(
          { ...limiter.peek(client), retryAfterSeconds: 0 },
          { isAllowed: true, limit: 3, remaining: left, resetAt, retryAfterSeconds: 0 },
        );
      }
    }
    await limiter.pass(60_001);
    assert.equal(limiter.peek(client).remaining, 3);
    assert.ok(limiter.peek(client).retryAfterSeconds <= 60);
  });

  test(`${name}: setting the wall clock neither opens nor closes a window`, { skip }, async (t) => {
    const limiter = await make(t, 1, 60);
    await limiter.take(key('192.0.2.1'));
    for (const step of [3_600_000, -3_600_000]) {
      limiter.clock.wallStep = step;
      const { isAllowed, resetAt } = await limiter.take(key('192.0.2.1'));
      assert.equal(isAllowed, false);
      assert.ok(Math.abs(resetAt - (limiter.clock.wall() + 60_000) / 1000) <= 1);
    }
  });

  test(`${name}: clients do not share a window, and IPv6 ones of a network do`, { skip }, async (t) => {
    const limiter = await make(t, 1, 60);
    const first = ['192.0.2.1', '192.0.2.2', '2001:db8::1', '2001:db8:0:1::1', '::', '0.0.0.0', '255.255.255.255'];
    for (const each of first) assert.ok((await limiter.take(key(each))).isAllowed, each);
    for (const each of ['::ffff:192.0.2.1', '2001:db8::ffff:1', '2001:db8:0:1:2:3:4:5']) {
      assert.equal((await limiter.take(key(each))).isAllowed, false, each);
    }
  });

  test(`${name}: whatever the requests, a window lasts its time and holds no more than the limit`, {
    skip,
  }, async (t) => {
    const requests = fc.array(fc.tuple(fc.nat(3), fc.nat(1500)), { minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(requests, fc.integer({ min: 1, max: 5 }), async (sent, limit) => {
        const limiter = await make(t, limit, 1);
        const windows = new Map<number, { start: number; count: number }>();
        for (const [client, pause] of sent) {
          await limiter.pass(pause);
          const now = limiter.clock.elapsed;
          const { isAllowed, remaining } = await limiter.take({ family: 4, high: 0, low: client });
          const window = windows.get(client);
          const isOver = !window || now >= window.start + 1000 - slackMilliseconds;
          if (isAllowed && remaining === limit - 1) {
            assert.ok(isOver, 'a window began before the last had ended');
            windows.set(client, { start: now, count: 1 });
          } else if (isAllowed) assert.ok(++(window as { count: number }).count <= limit);
          else assert.ok(window && now < window.start + 1000, 'refused after the window');
        }
      }),
      { numRuns: runs },
    );
  });
}

test('the leading bits that make a network are a setting', () => {
  const limiter = memoryLimiter(1, 60, new TestClock());
  assert.ok(limiter.take(key('2001:db8:1:2::1', 48)).isAllowed);
  assert.equal(limiter.take(key('2001:db8:1:ffff::1', 48)).isAllowed, false);
  assert.ok(limiter.take(key('2001:db8:2::1', 48)).isAllowed);
});

/** Of what is still needed, whatever else this process has done. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('a flood of a million addresses stays within 50 MB, and lets no blocked one in again', () => {
  const clock = new TestClock();
  const before = bytesInUse();
  const limiter = memoryLimiter(100, 60, clock);
  const blocked = ['192.0.2.1', '2001:db8::1', '198.51.100.77'].map((each) => key(each));
  for (const client of blocked) for (let request = 0; request < 100; request++) limiter.take(client);

  for (let number = 0; number < 1_000_000; number++) {
    const isIPv6 = number % 2 === 1;
    limiter.take({ family: isIPv6 ? 6 : 4, high: isIPv6 ? 0x20010db9 : 0, low: Math.imul(number, 2654435761) >>> 0 });
    if (number % 100_000 === 0) clock.elapsed += 500;
  }
  const shared = newWindows(clock, 7).memory.byteLength;
  const growth = (shared + bytesInUse() - before) / 2 ** 20;
  for (const client of blocked) assert.equal(limiter.take(client).isAllowed, false);
  assert.ok(growth < 50, `grew by ${growth.toFixed(1)} MB`);

  clock.elapsed += 61_000;
  for (const client of blocked) assert.ok(limiter.take(client).isAllowed);
});

test('with 50,000 clients, of which some begin at the same slot, each is counted by itself', () => {
  const limiter = memoryLimiter(3, 60, new TestClock());
  const clients = Array.from({ length: 50_000 }, (_, low): ClientKey => ({ family: 4, high: 0, low }));
  for (const left of [2, 1]) {
    const limitedByOthers = clients.filter((client) => limiter.take(client).remaining !== left);
    assert.equal(limitedByOthers.length, 0);
  }
});

test('when every slot is taken, newcomers share: nobody gets more than the limit', () => {
  const limiter = memoryLimiter(2, 3600, new TestClock());
  for (let low = 0; low < 2_200_000; low++) limiter.take({ family: 4, high: 0, low });
  for (let low = 3_000_000; low < 3_010_000; low++) {
    const allowed = [1, 2, 3, 4].filter(() => limiter.take({ family: 4, high: 0, low }).isAllowed).length;
    assert.ok(allowed <= 2);
  }
});

test('what is told late of a window that is over leaves the count of the present one', () => {
  const clock = new TestClock();
  const limiter = memoryLimiter(100, 60, clock);
  const client = key('192.0.2.1');
  limiter.applyCount(client, { count: 80, leftMilliseconds: 50, delayMilliseconds: 1 });
  clock.elapsed += 60;
  for (let request = 0; request < 90; request++) limiter.take(client);
  limiter.applyCount(client, { count: 81, leftMilliseconds: 20, delayMilliseconds: 30 });
  clock.elapsed += 30;
  assert.equal(limiter.peek(client).remaining, 10);
});

test('a late count of a window that began elsewhere replaces the one begun here, whose requests it keeps', () => {
  const clock = new TestClock();
  const limiter = memoryLimiter(100, 60, clock);
  const client = key('192.0.2.1');
  const endsIn = () => limiter.peek(client).retryAfterSeconds;
  for (let request = 0; request < 5; request++) limiter.take(client);
  limiter.applyCount(client, { count: 3, leftMilliseconds: 20_000, delayMilliseconds: 900 });
  assert.deepEqual([limiter.peek(client).remaining, endsIn()], [95, 20]);
  limiter.applyCount(client, { count: 80, leftMilliseconds: 20_000, delayMilliseconds: 1 });
  assert.deepEqual([limiter.peek(client).remaining, endsIn()], [20, 20]);
});

test('a late count does not move the known end of its window', () => {
  const clock = new TestClock();
  const limiter = memoryLimiter(100, 60, clock);
  const client = key('192.0.2.1');
  limiter.applyCount(client, { count: 1, leftMilliseconds: 60_000, delayMilliseconds: 1 });
  for (let request = 0; request < 9; request++) limiter.take(client);
  clock.elapsed += 1_000;
  // Redis answered at once, and the answer travelled for 900 ms.
  limiter.applyCount(client, { count: 2, leftMilliseconds: 59_900, delayMilliseconds: 900 });
  const { remaining, retryAfterSeconds } = limiter.peek(client);
  assert.deepEqual([remaining, retryAfterSeconds], [90, 59]);
});

test('the end of a window and the wait for it are told to the millisecond, rounded up to seconds', () => {
  const moments = fc.record({ start: fc.nat(5_000), later: fc.nat(59_999), window: fc.integer({ min: 60, max: 90 }) });
  fc.assert(
    fc.property(moments, ({ start, later, window }) => {
      const clock = new TestClock();
      const limiter = memoryLimiter(1, window, clock);
      clock.elapsed += start;
      const end = clock.wall() + window * 1000;
      assert.equal(limiter.take(key('192.0.2.1')).resetAt, Math.ceil(end / 1000));
      clock.elapsed += later;
      const { isAllowed, resetAt, retryAfterSeconds } = limiter.take(key('192.0.2.1'));
      const wait = Math.ceil((end - clock.wall()) / 1000);
      assert.deepEqual(
        { isAllowed, resetAt, wait: retryAfterSeconds },
        { isAllowed: false, resetAt: Math.ceil(end / 1000), wait },
      );
    }),
    { numRuns: often(100) },
  );
});
