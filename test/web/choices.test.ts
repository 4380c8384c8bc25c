// Filters and authored values: what is offered, what is chosen, and what is shown of what authors wrote.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlace } from '../../web/explorer/address.ts';
import { choicesOf, foremost, inSeenOrder, toggled } from '../../web/explorer/choices.ts';
import { imagesOf, labelOf, plainText, safeHref } from '../../web/explorer/plain.ts';
import { TEXTS } from '../../web/explorer/texts.ts';

const counts = [
  { value: 'Fabaceae', count: 16 },
  { value: 'Pinaceae', count: 9 },
  { value: 'Moraceae', count: 7 },
];

test('what the service takes for the same is chosen, however it is spelt', () => {
  const choices = choicesOf('family', counts, ['FABACEAE']);
  assert.deepEqual(
    choices.map(({ isChosen }) => isChosen),
    [true, false, false],
  );
  assert.equal(choicesOf('conservationStatus', [{ value: 'VU', count: 1 }], ['vulnerable'])[0]?.isChosen, true);
  assert.equal(choicesOf('floweringSeason', [{ value: 'may', count: 1 }], ['5'])[0]?.isChosen, true);
  assert.equal(choicesOf('distribution', [{ value: 'Brazil', count: 1 }], ['brasil'])[0]?.isChosen, true);
});

test('what is chosen is offered even where nothing was counted for it', () => {
  const [first] = choicesOf('tag', [], ['caducifolio']);
  assert.deepEqual(first, { value: 'caducifolio', count: undefined, isChosen: true });
});

test('categories and months stand in their own order, anything else as counted', () => {
  const order = (values: string[]) => values.map((value, index) => ({ value, count: 9 - index }));
  const shown = (filter: 'conservationStatus' | 'floweringSeason' | 'family', values: string[]) =>
    choicesOf(filter, order(values), []).map(({ value }) => value);
  assert.deepEqual(shown('conservationStatus', ['LC', 'VU', 'CR']), ['CR', 'VU', 'LC']);
  assert.deepEqual(shown('floweringSeason', ['may', 'january']), ['january', 'may']);
  assert.deepEqual(shown('family', ['Z', 'A']), ['Z', 'A']);
});

test('the foremost choices include every chosen one, and are all where that is hardly more', () => {
  const choices = Array.from({ length: 12 }, (_, at) => ({ value: `v${at}`, count: 1, isChosen: at === 11 }));
  const values = (few: number) => foremost(choices, few).map(({ value }) => value);
  assert.deepEqual(values(2), ['v0', 'v1', 'v11']);
  assert.equal(values(10).length, 12);
});

test('choices keep the places where they were first seen, what is chosen on top', () => {
  const seen = inSeenOrder(choicesOf('family', counts, ['Moraceae']), []).map(({ value }) => value);
  assert.equal(seen[0], 'Moraceae');
  const later = inSeenOrder(choicesOf('family', counts.slice(1), []), seen);
  assert.deepEqual(
    later.map(({ value }) => value),
    seen,
  );
  assert.equal(later.find(({ value }) => value === counts[0]?.value)?.count, 0);
});

test('choosing twice takes the choice away, and always begins at the first page', () => {
  const once = toggled({ ...listPlace('en'), page: 3 }, 'family', 'Fabaceae');
  assert.deepEqual([once.filters.family, once.page], [['Fabaceae'], 1]);
  assert.deepEqual(toggled(once, 'family', 'fabaceae').filters.family, []);
});

test('authored values of any shape are shown as words', () => {
  assert.equal(plainText(['a', { min: 1, max: null }, true]), 'a, min: 1, true');
  assert.equal(plainText(null), '');
  assert.equal(labelOf('heartwoodColour'), 'Heartwood colour');
});

test('only addresses of web pages are links', () => {
  assert.equal(safeHref('javascript:alert(1)'), undefined);
  assert.equal(safeHref('//elsewhere'), undefined);
  assert.deepEqual(
    imagesOf([
      'https://a.example/1.jpg',
      { url: 'https://a.example/2.jpg', alt: 'x' },
      'x.jpg',
      null,
      'https://a.example/1.jpg',
    ]),
    ['https://a.example/1.jpg', 'https://a.example/2.jpg'],
  );
});

test('the two languages say everything, and not the same', () => {
  const words = (locale: 'en' | 'es') => Object.entries(TEXTS[locale]).filter(([, text]) => typeof text === 'string');
  const same = words('en').filter(([name, text]) => TEXTS.es[name as 'copy'] === text && name !== 'client');
  assert.deepEqual(same, []);
  assert.equal(TEXTS.es.found(1, '1'), '1 árbol');
  assert.equal(TEXTS.en.found(2, '2'), '2 trees');
});
