// Text of others on its way to a screen: what could hide in it does not get there, and the rest does.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shown, shownJson, shownLines, unshowableIn } from '../../src/domain/shown.ts';
import { anyCharacter } from '../support/characters.ts';

const UNSHOWABLE = ['\n', '\u001b', '\u007f', '\u0085', '\u200d', '\u202e', '\u2028', '\u2029', '\ud800', '\u{e0041}'];
const texts = fc.string({
  unit: fc.oneof(fc.constantFrom('a', 'é', '😀', ...UNSHOWABLE), anyCharacter),
  maxLength: 12,
});
const isUnshowable = (character: string) => /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(character);

test('each character that cannot be shown is replaced, line breaks where they are wanted aside, and no other is', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const replaced = Array.from(text, (each) => (isUnshowable(each) ? '\ufffd' : each));
      assert.equal(shown(text), replaced.join(''));
      assert.equal(shownLines(text), Array.from(text, (each, at) => (each === '\n' ? each : replaced[at])).join(''));
    }),
    { numRuns: 500 },
  );
});

test('JSON that is shown says the same, and can be shown but for its line breaks', () => {
  fc.assert(
    fc.property(fc.array(texts), (values) => {
      const json = shownJson(JSON.stringify(values, null, 2));
      assert.deepEqual(JSON.parse(json), values);
      assert.equal(shownLines(json), json);
    }),
  );
});

test('the first character that cannot be shown is told by its number, of four digits at least', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const first = [...text].find(isUnshowable)?.codePointAt(0);
      const told = unshowableIn(text);
      if (first === undefined) assert.equal(told, undefined);
      else
        assert.equal(
          told,
          `U+${`000${first.toString(16)}`.slice(-Math.max(4, first.toString(16).length)).toUpperCase()}`,
        );
    }),
    { numRuns: 500 },
  );
  assert.deepEqual(UNSHOWABLE.map(unshowableIn), [
    'U+000A',
    'U+001B',
    'U+007F',
    'U+0085',
    'U+200D',
    'U+202E',
    'U+2028',
    'U+2029',
    'U+D800',
    'U+E0041',
  ]);
});
