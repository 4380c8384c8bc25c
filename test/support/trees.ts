// Trees for tests: one to start from, and random catalogues full of ties, accents and gaps.

import fc from 'fast-check';
import type { Tree, TreeText } from '../../src/tree.ts';
import { MONTHS, STATUSES } from '../../src/vocabulary.ts';

export function makeText(text: Partial<TreeText> = {}): TreeText {
  return {
    title: 'Kapok',
    description: 'A tall tree.',
    body: null,
    bodyFormat: null,
    tags: [],
    uses: [],
    nativeRegion: null,
    maxHeight: null,
    elevation: null,
    toxicityLevel: null,
    toxicParts: [],
    skinContactRisk: null,
    allergenRisk: null,
    attributes: {},
    ...text,
  };
}

export function makeTree(tree: Partial<Tree> = {}): Tree {
  return {
    slug: 'ceiba-pentandra',
    scientificName: 'Ceiba pentandra',
    family: 'Malvaceae',
    conservationStatus: null,
    distribution: [],
    floweringSeason: [],
    fruitingSeason: [],
    synonyms: [],
    commonNames: [],
    featuredImage: null,
    images: [],
    publishedAt: null,
    updatedAt: null,
    identifiers: { wfo: null, ipni: null, gbif: null, iucn: null },
    texts: { en: makeText() },
    ...tree,
  };
}

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

const tree = fc.record({
  slug: fc.stringMatching(/^[a-e]{1,3}(-[a-c0-9]{1,2})?$/),
  scientificName: fc.constantFrom('Acer rubrum', 'Acer álbum', 'Quercus robur', 'Quercus × alba', 'Zelkova acer'),
  family: fc.constantFrom(...FAMILIES),
  conservationStatus: fc.constantFrom(null, ...STATUSES),
  distribution: fc.uniqueArray(word, { maxLength: 3 }),
  floweringSeason: months,
  fruitingSeason: months,
  updatedAt: date,
  texts,
});

export const catalogues: fc.Arbitrary<Tree[]> = fc
  .uniqueArray(tree, { selector: ({ slug }) => slug, minLength: 1, maxLength: 80 })
  .map((trees) => trees.map(makeTree));
