// The geometry of the pictures: families as fields, a year as a ring; and seasons in words.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MONTHS } from '../../src/domain/vocabulary.ts';
import { monthPiece, pointAt } from '../../web/explorer/ring.ts';
import { monthName, runsOf, seasonText } from '../../web/explorer/seasons.ts';
import { countVisible, labelFor, treemap } from '../../web/explorer/treemap.ts';

const weights = fc
  .array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 100 })
  .map((each) => each.sort((a, b) => b - a));

test('each field has its share of the area, lies within, and covers no other', () => {
  fc.assert(
    fc.property(
      weights,
      fc.integer({ min: 200, max: 1400 }),
      fc.integer({ min: 200, max: 1400 }),
      (each, width, height) => {
        const boxes = treemap(each, { x: 0, y: 0, width, height });
        const total = each.reduce((sum, weight) => sum + weight, 0);
        assert.equal(boxes.length, each.length);
        for (const [index, box] of boxes.entries()) {
          const share = (box.width * box.height) / (width * height);
          assert.ok(Math.abs(share - (each[index] as number) / total) < 1e-9);
          assert.ok(
            box.x > -1e-6 && box.y > -1e-6 && box.x + box.width < width + 1e-6 && box.y + box.height < height + 1e-6,
          );
          for (const other of boxes.slice(index + 1)) {
            const isBeside = box.x + box.width <= other.x + 1e-6 || other.x + other.width <= box.x + 1e-6;
            const isAbove = box.y + box.height <= other.y + 1e-6 || other.y + other.height <= box.y + 1e-6;
            assert.ok(isBeside || isAbove);
          }
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('a label stands whole in its room, smaller or turned where it must, or not at all', () => {
  assert.deepEqual(labelFor('Fabaceae', 100, 40), { size: 12.5, isTurned: false });
  assert.deepEqual(labelFor('Fabaceae', 44, 40), { size: 10, isTurned: false });
  assert.deepEqual(labelFor('Fabaceae', 20, 100), { size: 12.5, isTurned: true });
  assert.equal(labelFor('Fabaceae', 30, 30), undefined);
});

test('what would be too small to see is counted apart', () => {
  assert.equal(countVisible([50, 30, 19, 1], 1000, 100), 3);
  assert.equal(countVisible([50, 50], 1000, 100), 2);
});

test('the ring begins with January at the top and goes clockwise', () => {
  assert.deepEqual(pointAt(0, 10), { x: 0, y: -10 });
  assert.deepEqual(pointAt(3, 10), { x: 10, y: 0 });
  assert.deepEqual(pointAt(6, 10), { x: 0, y: 10 });
  assert.equal(monthPiece(0, 5, 10, 0), 'M0 -10A10 10 0 0 1 5 -8.66L2.5 -4.33A5 5 0 0 0 0 -5Z');
});

test('a season is said in runs of months, over the turn of the year too', () => {
  assert.deepEqual(runsOf(['january', 'february', 'december']), [['december', 'february']]);
  assert.equal(seasonText(['january', 'february', 'june', 'december'], 'en', ''), 'June, December–February');
  assert.equal(seasonText(['marzo' as never, 'march', 'april'], 'es', ''), 'marzo–abril');
  assert.equal(seasonText([...MONTHS], 'en', 'the whole year'), 'the whole year');
  assert.equal(seasonText([], 'en', ''), '');
});

test('months have their names in both languages', () => {
  assert.deepEqual([monthName('january', 'en'), monthName('january', 'es')], ['January', 'enero']);
  assert.deepEqual([monthName('august', 'en', 'short'), monthName('august', 'es', 'narrow')], ['Aug', 'A']);
});
