// In charge of random rows of a table: most are good, and several are of one tree.

import fc from 'fast-check';

export type Row = Record<string, unknown>;

/** How large a tree may be: some are not read for that. */
export const MOST_BYTES = 5000;

export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
/** Most rows and files are good, or nothing would be known. */
export const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
export const slug = fc.constantFrom('oak', 'elm', 'ash', 'fir');
export const fields = {
  scientificName: fc.constantFrom('Quercus robur', 'Ulmus minor', 'Abies alba', 'Abies pinsapo'),
  family: fc.constantFrom('Fagaceae', 'Ulmaceae'),
  distribution: rarely(fc.constantFrom(['Spain'], ['spain', 'France'])),
  floweringSeason: maybe(fc.constantFrom(['may'], ['mayo'])),
  fruitingSeason: rarely(fc.constant(['maybe'])),
  formerSlugs: rarely(fc.constantFrom(['fir'], ['old-oak'])),
  draft: rarely(fc.constantFrom(true, false)),
  bark: maybe(fc.constantFrom('grey', -0, 1.5, null)),
  Title: rarely(fc.constant('x')),
};
export const title = fc.constantFrom('Oak', 'Elm', 'Ñandú');

export const row = fc
  .record({
    slug: fc.oneof({ weight: 20, arbitrary: slug }, { weight: 1, arbitrary: fc.constantFrom('No Slug', '') }),
    ...fields,
    'title.en': title,
    'description.en': fc.constant('A tree.'),
    'title.es': title,
    'description.es': fc.constant('Un árbol.'),
    'tags.en': rarely(fc.constantFrom(['Shade'], ['shade'])),
    'family.commonName.en': rarely(fc.constantFrom('Beeches', 'Elms')),
  })
  .map((cells): Row => JSON.parse(JSON.stringify(cells)));

export const ODD_LINES = ['', '  ', '{', '[1]'];

/** Of NDJSON. */
export const tableLines = fc.oneof(
  { weight: 12, arbitrary: row.map((each) => JSON.stringify(each)) },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_LINES) },
);
