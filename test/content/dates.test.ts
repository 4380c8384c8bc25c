// Dates are served in UTC, of the years that RFC 3339 can write.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { found, OAK_LINES, page, readFiles } from '../support/sources.ts';

const readDate = (t: TestContext, written: string) =>
  readFiles(t, { 'en/oak.md': page([...OAK_LINES, `updatedAt: ${written}`, 'publishedAt: 2026-01-31']) });

test('the first and the last moment of the years 0001 to 9999 are dates', (t) => {
  for (const [written, served] of [
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['0001-01-01T12:00:00+12:00', '0001-01-01T00:00:00Z'],
    ['0000-12-31T23:30:00-00:30', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
  ]) {
    const { trees, errors } = readDate(t, written);
    assert.deepEqual(errors, []);
    assert.equal(trees[0].updatedAt, served);
  }
});

test('a date that is outside them in UTC is none', (t) => {
  for (const written of ['0000-01-01', '0001-01-01T00:00:00+12:00', '9999-12-31T23:59:59-01:00']) {
    const { errors } = readDate(t, written);
    assert.deepEqual(found(errors), ['bad-date en/oak.md:6 updatedAt'], written);
    assert.match(errors[0].message, /years 0001 to 9999/);
  }
});
