// How much of all addresses a set of ranges holds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Address,
  firstBits,
  formatAddress,
  parseAddress,
  parseRange,
  type Range,
  Ranges,
} from '../../src/net/address.ts';
import { everybodyIn, shareOf } from '../../src/net/coverage.ts';

const rangeOf = (text: string) => parseRange(text) as Range;
const everybody = (...texts: string[]) => everybodyIn(texts.map(rangeOf));
const BITS = { 4: 32, 6: 128 };
const BLOCKS = 256;

const SPACES = { ipv4: rangeOf('0.0.0.0/0'), ipv6: rangeOf('2000::/3') };

/** Ranges that are no smaller than a 256th of the space, so that looking at each 256th of it tells all. */
function rangesIn({ family, value, prefix: outer }: Range) {
  return fc.tuple(fc.bigInt(0n, 2n ** BigInt(BITS[family]) - 1n), fc.nat(8)).map(([any, bits]): Range => {
    const prefix = outer + bits;
    const hidden = BigInt(BITS[family] - prefix);
    const inside = any & ((1n << BigInt(BITS[family] - outer)) - 1n);
    return { family, value: (firstBits(value | inside, family, prefix) << hidden) as bigint, prefix };
  });
}

for (const [name, space] of Object.entries(SPACES)) {
  test(`ranges of ${name} hold the share that is counted block by block, overlapping or not`, () => {
    const size = 1n << BigInt(BITS[space.family] - space.prefix);
    const blocks = Array.from({ length: BLOCKS }, (_, index) => {
      const value = space.value + (size / BigInt(BLOCKS)) * BigInt(index);
      return parseAddress(formatAddress({ family: space.family, value })) as Address;
    });
    fc.assert(
      fc.property(fc.array(rangesIn(space), { maxLength: 12 }), (ranges) => {
        const all = new Ranges(ranges);
        const held = blocks.filter((block) => all.includes(block)).length;
        assert.equal(shareOf(space, ranges), held / BLOCKS);
      }),
      { numRuns: 2000 },
    );
  });
}

test('everybody is recognised in one range, in halves, around the mapped addresses and in the sum of many', () => {
  for (const ipv4 of [
    ['0.0.0.0/0'],
    ['0.0.0.0/1', '128.0.0.0/1'],
    ['128.0.0.0/1', '0.0.0.0/1', '10.0.0.0/8'],
    ['::/80'],
    ['::/3'],
    ['::ffff:0:0/96'],
    ['::fffe:0:0/95'],
  ])
    assert.equal(everybody(...ipv4), 'all IPv4 addresses', ipv4.join());
  assert.equal(everybody('::/0'), 'all IPv4 addresses and all IPv6 addresses');
  assert.equal(everybody('2000::/4', '3000::/4'), 'all IPv6 addresses');
  assert.equal(everybody('2000::/4'), '50 % of all IPv6 addresses');
  assert.equal(everybody(...Array.from({ length: 16 }, (_, index) => `${index}.0.0.0/8`)), '6 % of all IPv4 addresses');
});

test('a network that somebody can vouch for is not everybody', () => {
  for (const network of [
    [],
    ['127.0.0.1', '::1'],
    ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
    ['fc00::/7', 'fe80::/10'],
    ['2001:db8::/32', '2400:cb00::/32', '2600::/12'],
    Array.from({ length: 15 }, (_, index) => `${index}.0.0.0/8`),
    ['::/97'],
  ])
    assert.equal(everybody(...network), undefined, network.join());
});
