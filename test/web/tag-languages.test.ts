import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TreeList, TreeRecord } from '../../client/src/index.ts';
import { listPlace } from '../../web/explorer/address.ts';
import { counterpart, foreignTags } from '../../web/explorer/tag-languages.ts';

const tree = (slug: string, tags: string[]) => ({ slug, tags }) as TreeRecord;

test('a tag that neither counts nor trees know is of the other language', () => {
  const answer = {
    data: [tree('a', ['Perenne'])],
    facets: { tag: [{ value: 'fibra', count: 3 }] },
  } as unknown as TreeList;
  assert.deepEqual(foreignTags(listPlace('es', { tag: ['perenne', 'FIBRA', 'evergreen'] }), answer), ['evergreen']);
});

test('its counterpart stands in its place on most trees that have it', () => {
  const there = [tree('a', ['evergreen', 'fibre']), tree('b', ['Evergreen']), tree('c', ['fruit', 'evergreen'])];
  const here = [tree('a', ['perenne', 'fibra']), tree('b', ['siempreverde']), tree('c', ['frutal', 'perenne'])];
  assert.equal(counterpart('evergreen', here, there), 'perenne');
  assert.equal(counterpart('fibre', here, there), 'fibra');
});

test('lists of other lengths, other trees and unknown tags tell nothing', () => {
  const there = [tree('a', ['evergreen', 'fibre']), tree('z', ['evergreen'])];
  assert.equal(counterpart('evergreen', [tree('a', ['perenne'])], there), undefined);
  assert.equal(counterpart('sacred', [tree('a', ['x', 'y'])], there), undefined);
});
