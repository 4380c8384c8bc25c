// Dates as archives write them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readDate } from '../../../src/content/formats/archives/taxa/dates.ts';

const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysOf = (year: number, month: number) =>
  (DAYS_OF_MONTHS[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);

const digits = (value: number, length: number) => String(value).padStart(length, '0');
const written = fc.record({
  year: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 1, 1900, 2000, 2024)),
  month: fc.integer({ min: 0, max: 13 }),
  day: fc.oneof(fc.integer({ min: 0, max: 32 }), fc.integer({ min: 28, max: 31 })),
});

test('a day of the calendar is read in every order that meta.xml may tell, and no other day is', () => {
  const orders = fc.constantFrom('DMY', 'MDY', 'YMD');
  fc.assert(
    fc.property(written, orders, fc.constantFrom('.', '/', '-'), ({ year, month, day }, order, separator) => {
      const isDay = year > 0 && day > 0 && day <= daysOf(year, month);
      const expected = isDay ? `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}` : undefined;
      const parts: Record<string, string> = { Y: digits(year, 4), M: String(month), D: String(day) };
      const text = [...order].map((letter) => parts[letter]).join(separator);
      const format = [...order].map((letter) => letter.repeat(letter === 'Y' ? 4 : 2)).join(separator);
      assert.equal(readDate(text, format), expected, `${text} as ${format}`);
      assert.equal(readDate(`${parts.Y}-${digits(month, 2)}-${digits(day, 2)}`, ''), expected);
    }),
  );
});
