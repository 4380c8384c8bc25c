// Which encoding a header asks for: as a plain reading of it says, and however long it is made.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseEncoding, preferredEncoding } from '../../src/http/response/encoding.ts';
import { eachRepeated } from '../support/hostile.ts';
import { often } from '../support/often.ts';

interface Element {
  name: string;
  weight: number | undefined;
}

/** The heaviest encoding that is named; of equal ones the plain body last. Without any, `*` stands for gzip. */
function reference(elements: Element[]): string {
  const elementOf = (name: string) =>
    elements.findLast((each) => each.name === name || (name === 'gzip' && each.name === 'x-gzip'));
  const weightOf = (name: string) => (elementOf(name) ?? { weight: 0 }).weight ?? 1;
  const [best] = ['zstd', 'br', 'gzip', 'identity'].toSorted((a, b) => weightOf(b) - weightOf(a));
  if (weightOf(best) > 0) return best;
  return weightOf('*') > 0 && !elementOf('gzip') ? 'gzip' : 'identity';
}

const blanks = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 3 });
const element = fc.record({
  name: fc.constantFrom('zstd', 'br', 'gzip', 'x-gzip', 'deflate', 'identity', 'compress', '*'),
  weight: fc.option(
    fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
    { nil: undefined },
  ),
  isUpper: fc.boolean(),
  around: fc.tuple(blanks, blanks, blanks, blanks),
});

test('the choice is the one of a plain reading, whatever the case and the blanks', () => {
  fc.assert(
    fc.property(fc.array(element, { maxLength: 6 }), (elements) => {
      const header = elements.map(({ name, weight, isUpper, around: [before, left, right, after] }) => {
        const text = weight === undefined ? name : `${name}${left};${right}q=${weight}`;
        return before + (isUpper ? text.toUpperCase() : text) + after;
      });
      assert.equal(chooseEncoding(header.join(',')), reference(elements));
    }),
    { numRuns: often(1000) },
  );
});

test('prefers an encoding that is named, and reads * as gzip or the plain body', () => {
  const right = {
    ...{ '*': 'gzip', '*;q=0.5': 'gzip', 'gzip, *': 'gzip', 'br;q=0.1, *': 'br', 'identity, *': 'identity' },
    ...{ 'identity;q=0, *': 'gzip', 'gzip;q=0, *': 'identity', '*;q=0': 'identity', 'zstd;q=0, *;q=0.1': 'gzip' },
  };
  for (const [header, encoding] of Object.entries(right)) assert.equal(chooseEncoding(header), encoding, header);
});

test('blanks and tabs may stand around a weight, and nothing else', () => {
  assert.equal(chooseEncoding('br \t;\t q=0,gzip\t'), 'gzip');
  assert.equal(chooseEncoding('gzip\u00a0'), 'identity');
});

test('a header takes no longer to read than its length warrants, whatever it repeats', () => {
  for (const middle of eachRepeated(300_000)) {
    assert.equal(chooseEncoding(`x${middle};q=1`), 'identity');
    assert.equal(chooseEncoding(`x${middle}y`), 'identity');
  }
  assert.equal(chooseEncoding(`${'a;q=1,'.repeat(60_000)}br`), 'br');
});

test('one that is longer than any client sends is not read', () => {
  assert.equal(preferredEncoding(`gzip${' '.repeat(996)}`), 'gzip');
  assert.equal(preferredEncoding(`gzip${' '.repeat(997)}`), 'identity');
});
