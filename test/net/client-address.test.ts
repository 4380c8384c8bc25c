import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ClientAddresses, formatAddress, parseRange, type Range } from '../../src/net/address.ts';
import { eachRepeated } from '../support/hostile.ts';
import { often } from '../support/often.ts';

const CASES = often(1_000);
const PROXY = '10.0.0.1';
const TRUSTED = ['10.0.0.0/8', '2001:db8:1::/48'].map((each) => parseRange(each) as Range);

const direct = new ClientAddresses([]);
const behindProxy = new ClientAddresses(TRUSTED);

function clientOf(addresses: ClientAddresses, peer: string, forwardedFor?: string): string {
  return formatAddress(addresses.resolve(addresses.peer(peer), forwardedFor));
}

const outsider = fc.oneof(
  fc.ipV4().filter((each) => !each.startsWith('10.')),
  fc.constantFrom('2001:db8:2::7', '203.0.113.9'),
);
const insider = fc.constantFrom('10.0.0.1', '10.9.8.7', '2001:db8:1::5', '::ffff:10.1.1.1');
const noise = fc.oneof(
  outsider,
  insider,
  fc.constantFrom('', 'unknown', '_hidden', '127.0.0.1', '1.2.3.4:99', '[::1]:1', '::1', 'garbage, more'),
  fc.string(),
);
const chain = fc.array(noise, { maxLength: 6 });

test(`${CASES} times, a header is never believed of a peer that is no trusted proxy`, () => {
  fc.assert(
    fc.property(outsider, chain, (peer, forged) => {
      const honest = clientOf(direct, peer);
      assert.equal(clientOf(direct, peer, forged.join(', ')), honest);
      assert.equal(clientOf(behindProxy, peer, forged.join(', ')), honest);
      assert.equal(clientOf(direct, PROXY, forged.join(', ')), PROXY);
    }),
    { numRuns: CASES },
  );
});

test(`${CASES} times, what stands left of the address that a trusted proxy saw is never believed`, () => {
  const proxies = fc.array(insider, { maxLength: 3 });
  const spacing = fc.constantFrom(',', ', ', ' ,  ');
  fc.assert(
    fc.property(chain, outsider, proxies, insider, spacing, (forged, client, through, peer, separator) => {
      const header = [...forged, client, ...through].join(separator);
      assert.equal(clientOf(behindProxy, peer, header), clientOf(direct, client));
    }),
    { numRuns: CASES },
  );
});

test('without a header, or with one of proxies only, the furthest proxy is the client', () => {
  assert.equal(clientOf(behindProxy, PROXY), PROXY);
  assert.equal(clientOf(behindProxy, PROXY, ''), PROXY);
  assert.equal(clientOf(behindProxy, PROXY, '10.0.0.3, 10.0.0.2'), '10.0.0.3');
});

test('an entry that is no address ends the walk', () => {
  assert.equal(clientOf(behindProxy, PROXY, '203.0.113.9, unknown, 10.0.0.2'), '10.0.0.2');
  assert.equal(clientOf(behindProxy, PROXY, '203.0.113.9, unknown'), PROXY);
});

test('a port beside the address is left off', () => {
  assert.equal(clientOf(behindProxy, PROXY, '203.0.113.9:4711'), '203.0.113.9');
  assert.equal(clientOf(behindProxy, PROXY, '[2001:db8:2::7]:4711'), '2001:db8:2::7');
  assert.equal(clientOf(behindProxy, '::ffff:10.0.0.1', '::ffff:203.0.113.9'), '203.0.113.9');
});

test('a chain of more proxies than there ever are is walked no further', () => {
  const through = (proxies: number) => `203.0.113.9${', 10.0.0.2'.repeat(proxies)}`;
  assert.equal(clientOf(behindProxy, PROXY, through(31)), '203.0.113.9');
  assert.equal(clientOf(behindProxy, PROXY, through(32)), '10.0.0.2');
});

test('a header takes no longer to read than its length warrants, whatever it repeats', () => {
  for (const middle of eachRepeated(1_000_000)) {
    assert.equal(clientOf(behindProxy, PROXY, `203.0.113.9${middle}x`), PROXY);
    assert.equal(clientOf(behindProxy, '203.0.113.9', `[${middle}`), '203.0.113.9');
  }
});
