import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { generateKey, hashKey, isWellFormed, withoutKeys } from '../../src/access/api-key.ts';
import { Callers, isValidAt } from '../../src/access/callers.ts';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Keys of unlikely randomness as well: the first bytes come from the test. */
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => {
  const sources = [bytes];
  return generateKey((length) => sources.pop() ?? randomBytes(length));
});

test('a key is sylva_, 32 random characters and their CRC-32', () => {
  fc.assert(
    fc.property(keys, (key) => {
      const [, random, checksum] = /^sylva_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/.exec(key) as RegExpExecArray;
      const value = [...checksum].reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0);
      assert.equal(value, crc32(random));
      assert.ok(isWellFormed(key));
    }),
  );
});

test('every character is as likely as any other', () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 2000; round++) {
    for (const letter of generateKey(randomBytes).slice(6, 38)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  const expected = (2000 * 32) / 62;
  assert.equal(counts.size, 62);
  for (const [letter, count] of counts) assert.ok(Math.abs(count - expected) < expected * 0.25, `${letter}: ${count}`);
});

test('a key with any character altered, left out or added is not well formed', () => {
  fc.assert(
    fc.property(keys, fc.nat(43), fc.constantFrom(...ALPHABET), (key, at, letter) => {
      if (key[at] !== letter) assert.equal(isWellFormed(key.slice(0, at) + letter + key.slice(at + 1)), false);
      assert.equal(isWellFormed(key.slice(0, at) + key.slice(at + 1)), false);
      assert.equal(isWellFormed(`${key.slice(0, at)}_${key.slice(at)}`), false);
    }),
    { numRuns: 500 },
  );
  for (const other of ['', 'sylva_', 'x'.repeat(44), ` ${generateKey(randomBytes)}`, `${generateKey(randomBytes)}\n`]) {
    assert.equal(isWellFormed(other), false);
  }
});

test('of a text with keys in it, in either case and escaped as well, all is left but them', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
    fc.constantFrom('sylva_', 'sylva_short'),
  );
  const writings = [
    (key: string) => key,
    (key: string) => key.toUpperCase(),
    (key: string) => key.replace('_', '%5f'),
    (key: string) => key.replace('_', '%5F'),
  ];
  fc.assert(
    fc.property(keys, fc.constantFrom(...writings), piece, piece, (key, write, before, after) => {
      assert.equal(withoutKeys(`${before}${write(key)}${after}${write(key)}`), `${before}sylva_…${after}sylva_…`);
      assert.equal(withoutKeys(before), before);
    }),
    { numRuns: 300 },
  );
  const key = generateKey(randomBytes);
  assert.equal(withoutKeys(key.slice(0, -1)), key.slice(0, -1));
});

test('a key is looked up by its SHA-256', () => {
  const key = generateKey(randomBytes);
  assert.equal(hashKey(key), createHash('sha256').update(key).digest('hex'));
});

test('a key is found, and no other is', () => {
  const key = generateKey(randomBytes);
  const callers = new Callers([{ id: 'key_1', name: 'One', hash: hashKey(key), expiresAt: 1000 }], []);
  assert.equal(callers.findKey(key)?.id, 'key_1');
  assert.equal(callers.findKey(generateKey(randomBytes)), undefined);
  assert.equal(callers.findKey(hashKey(key)), undefined);
  assert.equal(callers.findKey(undefined), undefined);
});

test('finds no key for a text that is not well formed, even if its hash is known', () => {
  for (const text of ['', 'secret', `${generateKey(randomBytes)}0`]) {
    const callers = new Callers([{ id: 'key_1', name: 'One', hash: hashKey(text), expiresAt: null }], []);
    assert.equal(callers.findKey(text), undefined, text);
  }
});

test('a key is valid until it expires', () => {
  const key = { id: 'key_1', name: 'One', hash: '' };
  assert.ok(isValidAt({ ...key, expiresAt: 1000 }, 999) && isValidAt({ ...key, expiresAt: null }, 1e15));
  assert.ok(!isValidAt({ ...key, expiresAt: 1000 }, 1000));
});
