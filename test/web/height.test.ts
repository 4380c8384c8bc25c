import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metreFormat, metresIn, shapeOf } from '../../web/explorer/height/height.ts';

test('a height is read as authors write it, the largest of several', () => {
  const told: Record<string, number> = {
    '60 m': 60,
    '30–40 m': 40,
    'hasta 1,5 metros': 1.5,
    'up to 12.5m tall': 12.5,
    '18': 18,
    '40 m, rarely 55 m': 55,
    '50 cm': 0.5,
  };
  for (const [text, metres] of Object.entries(told)) assert.equal(metresIn(text), metres, text);
  assert.equal(metresIn('100 ft')?.toFixed(1), '30.5');
  assert.equal(metresIn('60-80 pies')?.toFixed(1), '24.4');
  assert.equal(metresIn('30 m (100 ft)')?.toFixed(1), '30.5');
});

test('what is no height of a tree is none', () => {
  for (const text of ['', 'tall', '0 m', '5000 m', `${'x'.repeat(300)} 20 m`])
    assert.equal(metresIn(text), undefined, text);
});

test('conifers and palms are drawn as such', () => {
  assert.deepEqual(['Pinaceae', 'Arecaceae', 'Fagaceae'].map(shapeOf), ['conifer', 'palm', 'broad']);
});

test('heights are told to the decimetre, and small ones are not nothing', () => {
  const told = [60, 33.27, 1.7, 0.03].map((metres) => metreFormat('en').format(metres));
  assert.deepEqual(told, ['60 m', '33.3 m', '1.7 m', '0.03 m']);
});
