// Two tables that are merged are what a table of all their texts would be.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode, type Section } from '../../src/snapshot/format.ts';
import { type ConcatenatedLists, concatenate } from '../../src/snapshot/lists.ts';
import { MergedTable } from '../../src/snapshot/merged-table.ts';
import { markLost, renumbered } from '../../src/snapshot/renumbered-lists.ts';
import { encode } from '../../src/snapshot/snapshot-writer.ts';
import { byCodePoints, Strings, writeStrings } from '../../src/snapshot/strings.ts';

const GONE = 0xffffffff;

type Table = [text: string, numbers: number[]][];

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'ñ', '😀', '\uffee'), maxLength: 3 });
const numbers = fc.uniqueArray(fc.nat(30), { maxLength: 8 }).map((all) => all.sort((a, b) => a - b));
const table = fc
  .uniqueArray(fc.tuple(text, numbers), { selector: ([text]) => text, maxLength: 12 })
  .map((rows): Table => rows.sort(([a], [b]) => byCodePoints(a, b)));
/** What becomes of each number: those that stay are in the order they were in, with room between them for others. */
const names = fc
  .array(fc.boolean(), { minLength: 31, maxLength: 31 })
  .map((stays) => Uint32Array.from(stays, (isLeft, number) => (isLeft ? number * 2 : GONE)));

function stringsOf(texts: string[]): Strings {
  return new Strings(decode(encode({ trees: 0 }, writeStrings('texts', texts))), 'texts');
}

const textsIn = (rows: Table) => rows.map(([text]) => text);
const listsIn = (rows: Table) => concatenate(rows.map(([, numbers]) => numbers));

function rowsOf(texts: string[], { offsets, items }: ConcatenatedLists): Table {
  return texts.map((text, place) => [text, [...items.subarray(offsets[place], offsets[place + 1])]]);
}

/** The same, told by each text on its own. */
function expected(before: Table, names: Uint32Array, added: Table): Table {
  const all = new Map<string, number[]>();
  for (const [text, numbers] of before) {
    const left = numbers.map((number) => names[number]).filter((number) => number !== GONE);
    if (left.length > 0) all.set(text, left);
  }
  for (const [text, numbers] of added)
    all.set(
      text,
      [...(all.get(text) ?? []), ...numbers].sort((a, b) => a - b),
    );
  return [...all].sort(([a], [b]) => byCodePoints(a, b));
}

const textsOf = (merged: MergedTable) => Array.from({ length: merged.length }, (_, place) => merged.at(place));

/** New trees have numbers that none of those before has now. */
const odd = (rows: Table): Table => rows.map(([text, numbers]) => [text, numbers.map((number) => number * 2 + 1)]);

test('texts and lists of both, each where it belongs, without what has nothing left', () => {
  fc.assert(
    fc.property(table, names, table.map(odd), (before, names, added) => {
      const known = stringsOf(textsIn(before));
      const lists = renumbered(listsIn(before), names);
      const merged = new MergedTable(known, [lists], textsIn(added));
      const wanted = expected(before, names, added);
      assert.deepEqual(rowsOf(textsOf(merged), merged.lists(lists, listsIn(added))), wanted);
      assert.equal(merged.length, wanted.length);
      const sections = { ...merged.strings('texts') } as Record<string, Section>;
      assert.deepEqual(sections, writeStrings('texts', textsIn(wanted)));
      const { before: placesBefore, added: placesAdded } = merged.places();
      const textAt = (place: number) => (place === GONE ? undefined : merged.at(place));
      assert.deepEqual(Array.from(placesAdded, textAt), textsIn(added));
      const stays = new Set(textsIn(wanted));
      assert.deepEqual(
        Array.from(placesBefore, textAt),
        textsIn(before).map((text) => (stays.has(text) ? text : undefined)),
      );
    }),
    { numRuns: 300 },
  );
});

test('a text stays that has something left in any of its lists, and what is known of it is not worked out again', () => {
  const known = stringsOf(['a', 'b', 'c']);
  const [none, one] = [
    [[GONE], [GONE], [GONE]],
    [[], [5], []],
  ].map((lists) => markLost(concatenate(lists)));
  const merged = new MergedTable(known, [none, one], ['bb', 'c']);
  assert.deepEqual(textsOf(merged), ['b', 'bb', 'c']);
  const workedOut: string[] = [];
  const numbers = merged.numbers([1, 2, 3], (text) => workedOut.push(text) + 100);
  assert.deepEqual([[...numbers], workedOut], [[2, 101, 3], ['bb']]);
});

test('first words, each once, of texts that are wanted', () => {
  const known = stringsOf(['a b', 'a c', 'a d', 'aa b', 'b c', 'c d']);
  const lists = markLost(concatenate([[1], [GONE], [1], [1], [1], [1]]));
  const merged = new MergedTable(known, [lists], ['a bb', 'ab b']);
  assert.deepEqual(textsOf(merged), ['a b', 'a bb', 'a d', 'aa b', 'ab b', 'b c', 'c d']);
  assert.deepEqual([...merged.firstWords((place) => place !== 5)], ['a', 'aa', 'ab', 'c']);
});
