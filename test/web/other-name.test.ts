// Why a tree is in the list whose record does not show what was searched for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeRecord } from '../../client/src/index.ts';
import { otherName } from '../../web/explorer/other-name.ts';

const tree = (slug: string) => ({ slug, locale: 'en', availableLocales: ['en', 'es'] }) as TreeRecord;
const kapok = tree('ceiba-pentandra');
const foundBy = (field: string, value: string) => otherName(kapok, { 'ceiba-pentandra': { field, value } });

test('a synonym is said to be one, and is Latin', () => {
  assert.deepEqual(foundBy('synonyms', 'Bombax pentandrum'), {
    word: 'synonym',
    name: 'Bombax pentandrum',
    language: 'la',
  });
});

test('the title of the other language is a name in that language', () => {
  assert.deepEqual(foundBy('title', 'Ceiba'), { word: 'alsoCalled', name: 'Ceiba', language: 'es' });
});

test('common names, and names of kinds to come, are what a tree is also called', () => {
  for (const field of ['commonNames', 'tradeNames']) {
    assert.deepEqual(foundBy(field, 'Lupuna'), { word: 'alsoCalled', name: 'Lupuna', language: undefined });
  }
});

test('a tree that nothing is told of has none, whatever its slug', () => {
  assert.equal(otherName(kapok, undefined), undefined);
  assert.equal(otherName(kapok, {}), undefined);
  assert.equal(otherName(tree('constructor'), {}), undefined);
});
