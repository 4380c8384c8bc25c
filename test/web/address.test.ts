// The address bar holds the state: whoever opens an address sees the same view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addressOf,
  FILTERS,
  listPlace,
  NO_FILTERS,
  ORDERINGS,
  type Place,
  placeAt,
} from '../../web/explorer/address.ts';

const locale = fc.constantFrom('en' as const, 'es' as const);
const value = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '' && text.isWellFormed());
const filters = fc
  .record(Object.fromEntries(FILTERS.map((name) => [name, fc.uniqueArray(value, { maxLength: 3 })])))
  .map((each) => ({ ...NO_FILTERS, ...each }));

const page = fc.oneof(fc.constantFrom(1, 2, 3), fc.integer({ min: 1, max: 999_999 }));

const places: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ view: fc.constant('tree' as const), locale, slug: fc.stringMatching(/^[a-z0-9-]{1,20}$/) }),
  fc.record({
    view: fc.constantFrom('families' as const, 'calendar' as const),
    locale,
    search: value.map((text) => text.trim()),
    filters,
  }),
  fc.record({
    view: fc.constantFrom('compare' as const, 'print' as const),
    locale,
    slugs: fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,20}$/), { maxLength: 4 }),
  }),
  fc.record({
    view: fc.constant('changes' as const),
    locale,
    since: fc.option(
      fc.integer({ min: 1, max: 999 }).map((number) => `r${number}`),
      { nil: undefined },
    ),
    page,
  }),
  fc.record({
    view: fc.constant('trees' as const),
    locale,
    search: value.map((text) => text.trim()),
    filters,
    ordering: fc.option(fc.constantFrom(...ORDERINGS)),
    page,
    isTable: fc.boolean(),
    hasMap: fc.boolean(),
  }),
);

test('every place comes back from its address, whatever the visitor prefers', () => {
  fc.assert(
    fc.property(places, locale, (place, preferred) => {
      assert.deepEqual(placeAt(addressOf(place), preferred), { ...place });
    }),
  );
});

test('an address without a language takes the preferred one', () => {
  assert.deepEqual(placeAt('', 'es'), listPlace('es'));
  assert.deepEqual(placeAt('?locale=fr', 'en'), listPlace('en'));
});

test('what an address cannot mean is left out', () => {
  const fallback = listPlace('en');
  for (const query of [
    '?page=0',
    '?page=-3',
    '?page=2.5',
    '?page=1e9',
    '?sort=height',
    '?order=up',
    '?view=map',
    '?family=',
  ]) {
    assert.deepEqual(placeAt(query, 'en'), fallback, query);
  }
});

test('an order alone means by title, as the API has it', () => {
  assert.deepEqual(placeAt('?order=desc', 'en'), { ...listPlace('en'), ordering: { sort: 'title', order: 'desc' } });
});

test('addresses are short: what goes without saying is left out', () => {
  assert.equal(addressOf(listPlace('en')), '?locale=en');
  assert.equal(addressOf({ view: 'tree', locale: 'es', slug: 'ceiba-pentandra' }), '?tree=ceiba-pentandra&locale=es');
  assert.equal(addressOf(listPlace('es', { family: ['Fabaceae'] })), '?locale=es&family=Fabaceae');
});
