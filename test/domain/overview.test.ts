import assert from 'node:assert/strict';
import { test } from 'node:test';
import { overviewOf } from '../../src/domain/overview.ts';
import { makeText, makeTree } from '../support/trees.ts';

const countOf = (counts: { value: string; count: number }[], value: string) =>
  counts.find((each) => each.value === value)?.count;

test('a catalogue in figures counts what the filters find: a tree of unknown status is in no category', () => {
  const { trees, conservationStatus, floweringSeason } = overviewOf([
    makeTree({ slug: 'a', conservationStatus: 'NE', floweringSeason: ['may', 'june'] }),
    makeTree({ slug: 'b', conservationStatus: null, floweringSeason: ['may'] }),
  ]);
  assert.deepEqual([trees, countOf(conservationStatus, 'NE'), countOf(conservationStatus, 'LC')], [2, 1, 0]);
  assert.deepEqual([countOf(floweringSeason, 'may'), countOf(floweringSeason, 'june')], [2, 1]);
});

test('spellings of a family that a filter takes for the same are one, and languages count their own texts', () => {
  const { families, languages } = overviewOf([
    makeTree({ slug: 'a', family: 'Fabaceae' }),
    makeTree({ slug: 'b', family: 'fabaceae', texts: { en: makeText(), es: makeText() } }),
    makeTree({ slug: 'c', family: 'Malvaceae' }),
  ]);
  assert.deepEqual(families, [
    { value: 'Fabaceae', count: 2 },
    { value: 'Malvaceae', count: 1 },
  ]);
  assert.deepEqual([countOf(languages, 'en'), countOf(languages, 'es')], [3, 1]);
});
