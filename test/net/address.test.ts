import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Address,
  formatAddress,
  formatRange,
  parseAddress,
  parseRange,
  type Range,
  Ranges,
  shortened,
} from '../../src/net/address.ts';
import { overlap } from '../../src/net/coverage.ts';
import { often } from '../support/often.ts';

const CASES = often(1_000);

const ipv4 = fc.ipV4();
const ipv6 = fc.ipV6();
const text = fc.oneof(
  ipv4,
  ipv6,
  ipv4.map((each) => `::ffff:${each}`),
);

test('an address is read and written as the URL standard writes it', () => {
  fc.assert(
    fc.property(text, (each) => {
      const address = parseAddress(each);
      assert.ok(address);
      const written = formatAddress(address);
      assert.equal(parseAddress(written)?.value, address.value);
      assert.equal(parseAddress(written)?.family, address.family);
      const isMapped = isIP(each) === 6 && address.family === 4;
      if (isMapped) return;
      const standard = new URL(`http://${isIP(each) === 6 ? `[${each}]` : each}/`).hostname.replace(/[[\]]/g, '');
      assert.equal(written, standard);
    }),
    { numRuns: 2000 },
  );
});

test('a mapped IPv4 address is the IPv4 address, however it is written', () => {
  for (const each of ['::ffff:192.0.2.1', '::FFFF:192.0.2.1', '0:0:0:0:0:ffff:c000:201', '::ffff:c000:201']) {
    assert.equal(formatAddress(parseAddress(each) as any), '192.0.2.1');
  }
  assert.equal(parseAddress('::192.0.2.1')?.family, 6);
  assert.equal(formatAddress(parseAddress('fe80::1%eth0') as any), 'fe80::1');
});

test('what is no address is none', () => {
  for (const each of [
    '',
    ' ',
    'garbage',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4:80',
    ':::',
    '1::2::3',
    '[::1]',
    '::ffff:1.2.3.400',
    '0x7f.1',
  ]) {
    assert.equal(parseAddress(each), undefined, each);
  }
});

test('a wrong range is refused with a reason', () => {
  for (const each of [
    'true',
    '1',
    '',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '*',
    '10.0.0/8',
    'fe80::%eth0/10',
    '::ffff:10.0.0.0/95',
  ]) {
    assert.equal(typeof parseRange(each), 'string', each);
  }
  assert.match(parseRange('10.1.2.3/8') as string, /did you mean 10\.0\.0\.0\/8\?/);
  assert.match(parseRange('10.0.0.0/08') as string, /did you mean 10\.0\.0\.0\/8\?/);
  assert.match(parseRange('::/000') as string, /did you mean ::\/0\?/);
});

test('a range is written in one form', () => {
  const forms = {
    '10.0.0.0/8': '10.0.0.0/8',
    '192.0.2.1/32': '192.0.2.1',
    '192.0.2.1': '192.0.2.1',
    '2001:DB8:0::/32': '2001:db8::/32',
    '::ffff:10.0.0.0/104': '10.0.0.0/8',
    '::/0': '::/0',
  };
  for (const [given, written] of Object.entries(forms)) assert.equal(formatRange(parseRange(given) as Range), written);
});

/** An address and a range that is often, but not always, around it. */
const near = fc
  .tuple(fc.oneof(ipv4, ipv6), fc.nat(128), fc.oneof(fc.constant(null), ipv4, ipv6))
  .map(([address, bits, other]) => {
    const family = isIP(address) as 4 | 6;
    const prefix = bits % (family === 4 ? 33 : 129);
    const base = parseAddress(address) as { family: 4 | 6; value: bigint };
    const shift = BigInt((base.family === 4 ? 32 : 128) - Math.min(prefix, base.family === 4 ? 32 : 128));
    const start = formatAddress({ family: base.family, value: (base.value >> shift) << shift });
    return { cidr: `${start}/${prefix}`, address: other ?? address };
  });

/** All bits of an address, IPv4 where it is mapped into IPv6. */
const bitsOf = ({ family, value }: Pick<Address, 'family' | 'value'>) =>
  (family === 4 ? (0xffffn << 32n) | value : value).toString(2).padStart(128, '0');
const isIn = (range: Range, address: Pick<Address, 'family' | 'value'>) =>
  bitsOf(address).startsWith(bitsOf(range).slice(0, range.prefix + (range.family === 4 ? 96 : 0)));

test(`${CASES} times, ranges include the addresses that begin with the bits of one of them`, () => {
  fc.assert(
    fc.property(near, near, fc.boolean(), ({ cidr, address }, other, asMapped) => {
      const ranges = [cidr, other.cidr].map(parseRange).filter((range) => typeof range !== 'string');
      const asked = parseAddress(asMapped && isIP(address) === 4 ? `::ffff:${address}` : address) as Address;
      const expected = ranges.some((range) => isIn(range, asked));
      assert.equal(new Ranges(ranges).includes(asked), expected, `${cidr} ${other.cidr} ${asked.text}`);
    }),
    { numRuns: CASES },
  );
});

test('ranges overlap when one has the first address of the other', () => {
  fc.assert(
    fc.property(near, near, (a, b) => {
      const [left, right] = [parseRange(a.cidr), parseRange(b.cidr)];
      if (typeof left === 'string' || typeof right === 'string') return;
      assert.equal(overlap(left, right), isIn(left, right) || isIn(right, left));
    }),
    { numRuns: 2000 },
  );
});

test('a shortened address keeps the first 24 bits, or 48 of IPv6', () => {
  const short = (text: string) => formatAddress(shortened(parseAddress(text) as Address));
  assert.deepEqual(['192.0.2.77', '255.255.255.255', '2001:db8:1:2:3::4', 'ffff:ffff:ffff:ffff::1'].map(short), [
    '192.0.2.0',
    '255.255.255.0',
    '2001:db8:1::',
    'ffff:ffff:ffff::',
  ]);
});
