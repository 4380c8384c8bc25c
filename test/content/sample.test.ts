// The sample catalogue keeps its promises.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSource } from '../../src/content/read.ts';
import { fold } from '../../src/domain/vocabulary.ts';

const sample = readSource(fileURLToPath(new URL('../../content', import.meta.url)), 'en');
const CONTINENTS = {
  Africa: /Africa/,
  Asia: /Asia|China|Siberia/,
  Europe: /Europe/,
  Oceania: /Australia|New Zealand|Pacific/,
  'North America': /U\.S\.A\.|Canada|Mexico/,
  'South America': /South America|Brazil/,
};

test('it has neither errors nor warnings', () => {
  assert.deepEqual([sample.errors, sample.warnings], [[], []]);
});

test('it has at least 150 species of at least 50 families from all continents', () => {
  assert.ok(sample.trees.length >= 150);
  assert.ok(new Set(sample.trees.map(({ family }) => family)).size >= 50);
  for (const [continent, regions] of Object.entries(CONTINENTS)) {
    const there = sample.trees.filter(({ distribution }) => distribution.some((region) => regions.test(region)));
    assert.ok(there.length >= 15, `${continent} has ${there.length}`);
  }
});

test('each tree is described in both languages in 200 to 500 characters', () => {
  for (const { slug, texts } of sample.trees) {
    for (const [locale, text] of Object.entries(texts)) {
      const { length } = [...text.description];
      assert.ok(length >= 200 && length <= 500, `${slug} in ${locale}: ${length} characters`);
    }
    assert.deepEqual(Object.keys(texts).sort(), ['en', 'es'], slug);
  }
});

test('each family has a common name in both languages', () => {
  for (const { family } of sample.trees) {
    assert.deepEqual(Object.keys(sample.families.get(fold(family)) ?? {}).sort(), ['en', 'es'], family);
  }
});
