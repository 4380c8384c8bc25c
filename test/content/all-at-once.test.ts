// All problems of a file or row are told at once, whatever the first of them is.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { csv, found, OAK, oakPage, page, readFiles } from '../support/sources.ts';

/** Five faults of five kinds. */
const FAULTS = {
  title: '',
  conservationStatus: 'Rare',
  floweringSeason: 'Aprilish',
  updatedAt: 'yesterday',
  tags: 'a\u0000b',
};
const CODES = ['missing-field', 'bad-status', 'bad-month', 'bad-date', 'bad-character'];

const GOOD = { slug: 'oak', ...OAK };
const DOUBLED = [GOOD, { ...GOOD, ...FAULTS }];

/** What is wrong with the name of the faulty one, beside its five faults. */
const NAMES: [string, object[], string[]][] = [
  ['a good slug', [{ ...GOOD, ...FAULTS }], []],
  ['a bad slug', [{ ...GOOD, ...FAULTS, slug: 'Big Oak' }], ['bad-slug']],
  ['no slug', [{ ...OAK, ...FAULTS }], ['missing-field']],
  ['a doubled slug', DOUBLED, ['duplicate-slug']],
  ['an unknown language', [{ ...GOOD, ...FAULTS, locale: 'fr' }], ['unknown-locale']],
];

function assertAll(t: TestContext, files: Record<string, string>, extra: string[]): void {
  const codes = readFiles(t, files).errors.map(({ code }) => code);
  assert.deepEqual(codes.toSorted(), [...CODES, ...extra].toSorted(), JSON.stringify(files));
}

const HEADER = ['slug', 'locale', ...Object.keys(OAK), 'conservationStatus', 'floweringSeason', 'updatedAt', 'tags'];

for (const [name, rows, extra] of NAMES) {
  test(`five faults and ${name}, in every kind of table`, (t) => {
    assertAll(t, { 't.json': JSON.stringify(rows) }, extra);
    assertAll(t, { 't.ndjson': rows.map((row) => JSON.stringify(row)).join('\n') }, extra);
    const cells = rows.map((row) => HEADER.map((column) => (row as Record<string, string>)[column] ?? ''));
    assertAll(t, { 't.csv': csv([HEADER, ...cells]) }, extra);
  });
}

for (const extension of ['md', 'mdx']) {
  test(`five faults and a wrong name, in .${extension} files`, (t) => {
    const faulty = (fields: object = {}) => oakPage({ ...FAULTS, ...fields });
    assertAll(t, { [`en/oak.${extension}`]: faulty() }, []);
    assertAll(t, { [`en/Big Oak.${extension}`]: faulty() }, ['bad-slug']);
    assertAll(t, { [`en/x.${extension}`]: faulty({ slug: ['oak'] }) }, ['bad-slug']);
    assertAll(t, { [`en/oak.${extension}`]: faulty({ locale: 'fr' }) }, ['unknown-locale']);
    assertAll(t, { [`oak.${extension}`]: faulty() }, ['unknown-locale']);
    assertAll(t, { [`en/a/oak.${extension}`]: oakPage(), [`en/b/oak.${extension}`]: faulty() }, ['duplicate-slug']);
  });
}

test('a file with a bad slug is not told to lack what the file of its other language says', (t) => {
  const text = page(['title: Roble', 'description: Un árbol.']);
  const { errors } = readFiles(t, { 'en/Big Oak.md': oakPage(), 'es/Big Oak.md': text });
  assert.deepEqual(found(errors), ['bad-slug en/Big Oak.md:1 slug', 'bad-slug es/Big Oak.md:1 slug']);
  const doubled = readFiles(t, { 'en/oak.md': oakPage(), 'es/a/oak.md': text, 'es/b/oak.md': text });
  assert.deepEqual(found(doubled.errors), ['duplicate-slug es/b/oak.md:1 slug']);
});

test('a key that stands twice, and a letter that is broken, hide nothing else', (t) => {
  const lines = ['title: Oak', 'title: Elm', 'family: Fagaceae', 'family: X', 'floweringSeason: x', 'slug: B!'];
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': page(lines) }).errors).toSorted(), [
    'bad-month en/oak.md:6 floweringSeason',
    'bad-slug en/oak.md:7 slug',
    'duplicate-key en/oak.md:3 title',
    'duplicate-key en/oak.md:5 family',
    'missing-field en/oak.md:1 description',
    'missing-field en/oak.md:1 scientificName',
  ]);
  const bytes = Buffer.concat([Buffer.from(oakPage({ floweringSeason: 'x' }, 'ñandú ')), Buffer.from([0xf1, 10])]);
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': bytes }).errors), [
    'bad-month en/oak.md:6 floweringSeason',
    'broken-encoding en/oak.md:8 null',
  ]);
});

test('a table without slugs says so once, and everything else of its rows', (t) => {
  const { errors } = readFiles(t, {
    't.csv': 'Slug,title,description,scientificName,family,updatedAt\na,A,D,S,F,x\nb,B,D,S,F,y\n',
  });
  assert.deepEqual(found(errors), [
    'missing-field t.csv:1 slug',
    'bad-date t.csv:2 updatedAt',
    'bad-date t.csv:3 updatedAt',
  ]);
  assert.match(errors[0].message, /Is it Slug\?/);
});

test('what a tree shares with one that is refused is told with why that is refused', (t) => {
  const elm = { slug: 'elm', ...OAK, formerSlugs: ['oak'], distribution: ['Spain'] };
  const ndjson = (...rows: object[]) => ({ 't.ndjson': rows.map((row) => JSON.stringify(row)).join('\n') });
  const said = (oak: object) => {
    const { errors, warnings } = readFiles(t, ndjson(elm, { ...GOOD, distribution: ['spain'], ...oak }));
    return found([...errors, ...warnings]).filter((each) => !each.startsWith('one-language'));
  };
  const across = [
    'former-slug-taken t.ndjson:1 formerSlugs',
    'duplicate-name t.ndjson:2 scientificName',
    'spelling-differs t.ndjson:2 distribution',
  ];
  assert.deepEqual(said({}), across);
  assert.deepEqual(said({ family: '' }), [across[0], 'missing-field t.ndjson:2 family', ...across.slice(1)]);
  assert.deepEqual(said({ title: '' }), [across[0], 'missing-field t.ndjson:2 title', ...across.slice(1)]);
  assert.deepEqual(said({ locale: 'fr' }), [across[0], 'unknown-locale t.ndjson:2 locale']);
  assert.deepEqual(said({ draft: true }), []);
  const refused = readFiles(t, ndjson(GOOD, { ...elm, family: '' }));
  assert.deepEqual(found(refused.errors), ['missing-field t.ndjson:2 family', across[0].replace(':1', ':2')]);
});

test('a broken row of a table hides none after it', (t) => {
  const rows = [
    'oak,"Oak"!,A tree.',
    'elm,5" elm,A tree.',
    'ash,"two\nlines",A tree.,x',
    'yew,"Yew,A tree.',
    'fir,Fir,',
  ];
  const text = `slug,title,description\n${rows.join('\n')}\n`;
  const { errors } = readFiles(t, { 't.csv': text });
  assert.deepEqual(
    found(errors).filter((each) => each.startsWith('broken-csv')),
    ['broken-csv t.csv:2 null', 'broken-csv t.csv:3 null', 'broken-csv t.csv:4 null', 'broken-csv t.csv:6 null'],
  );
  assert.ok(found(errors).includes('missing-field t.csv:7 description'));
});
