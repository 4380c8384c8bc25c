// Random catalogues, full of ties, accents and gaps.

import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import { CONSERVATION_STATUSES, MONTHS } from '../../src/domain/vocabulary.ts';
import { makeText, makeTree } from './trees.ts';

/** Few words, so that trees share them; spelt in ways that fold to the same. */
export const WORDS = [
  'Oak',
  'oak',
  'Ñandú',
  'nandu',
  'Ácer',
  'acer',
  'A\u0301cer',
  'San-José',
  'san jose',
  'SAN_JOSE',
  'oaken',
  'a',
  'Zebra',
  'ébano',
  'Łódź',
  'lodz',
  'Æbelø',
  '7',
  "d'arc",
];
/** Regions as authors of either language and lists of codes have them, and a continent. */
export const PLACES = [
  'Central America',
  'América Central',
  '80',
  'Brasil',
  'Brazil',
  'Northern Africa',
  'África',
  'TDWG:50',
];
const FAMILIES = ['Fabaceae', 'fabaceae', 'Malvaceae', 'Ácer-aceae', 'acer aceae', 'Zygo'];

const word = fc.constantFrom(...WORDS);
const phrase = (most: number) => fc.array(word, { minLength: 1, maxLength: most }).map((words) => words.join(' '));
const months = fc.subarray([...MONTHS], { maxLength: 3 });

const text = fc
  .record({ title: phrase(2), description: phrase(5), tags: fc.uniqueArray(word, { maxLength: 3 }) })
  .map(makeText);

const texts = fc.oneof(
  { weight: 3, arbitrary: fc.record({ en: text, es: text }) },
  { weight: 1, arbitrary: fc.record({ en: text }) },
  { weight: 1, arbitrary: fc.record({ es: text }) },
);

const date = fc.constantFrom(null, '2025-01-01T00:00:00Z', '2025-06-01T12:00:00Z', '2026-01-11T00:00:00Z');

const scientificName = fc.constantFrom(
  'Acer rubrum',
  'Acer álbum',
  'Quercus robur',
  'Quercus × alba',
  'Zelkova acer',
  'Bombax oak',
);

const tree = fc.record({
  slug: fc.stringMatching(/^[a-e]{1,3}(-[a-c0-9]{1,2})?$/),
  scientificName,
  family: fc.constantFrom(...FAMILIES),
  conservationStatus: fc.constantFrom(null, ...CONSERVATION_STATUSES),
  distribution: fc.uniqueArray(fc.oneof(word, fc.constantFrom(...PLACES)), { maxLength: 3 }),
  floweringSeason: months,
  fruitingSeason: months,
  updatedAt: date,
  identifiers: fc.record({
    wfo: fc.constantFrom(null, 'wfo-1', 'wfo-2', '1'),
    ipni: fc.constant(null),
    gbif: fc.constantFrom(null, '1', '2'),
    iucn: fc.constantFrom(null, '2'),
  }),
  synonyms: fc.uniqueArray(fc.oneof(scientificName, phrase(2)), { maxLength: 2 }),
  commonNames: fc.array(fc.record({ name: phrase(2), language: fc.constantFrom('en', 'es', 'fr') }), { maxLength: 3 }),
  texts,
});

export const catalogues: fc.Arbitrary<Tree[]> = fc
  .uniqueArray(tree, { selector: ({ slug }) => slug, minLength: 1, maxLength: 80 })
  .map((trees) => trees.map(makeTree));
