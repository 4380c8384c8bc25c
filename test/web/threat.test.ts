// How threatened a family is shown to be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXTS } from '../../web/explorer/texts.ts';
import { THREAT_STEPS, threatOf } from '../../web/explorer/threat.ts';

test('the share of threatened species counts among the assessed alone', () => {
  const steps = [
    [0, 0, 'unknown'],
    [9, 0, 'none'],
    [10, 1, 'few'],
    [9, 1, 'some'],
    [4, 1, 'some'],
    [3, 1, 'many'],
    [2, 1, 'many'],
    [3, 2, 'most'],
    [1, 1, 'most'],
  ] as const;
  for (const [assessedCount, threatenedCount, step] of steps) {
    assert.equal(threatOf({ assessedCount, threatenedCount }), step, `${threatenedCount} of ${assessedCount}`);
  }
});

test('each step has a word in both languages', () => {
  for (const { threatSteps } of Object.values(TEXTS)) assert.deepEqual(Object.keys(threatSteps), [...THREAT_STEPS]);
});
