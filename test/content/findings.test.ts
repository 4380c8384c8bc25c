// Each kind of problem, found with its file, line and field.

import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { writeFiles } from '../support/folders.ts';
import { found, OAK, OAK_LINES, page, readAll, type WholeContent } from '../support/sources.ts';

const GOOD = OAK_LINES;

function read(t: TestContext, files: Record<string, string | Uint8Array>, file = ''): WholeContent {
  return readAll(join(writeFiles(t, files), file));
}

function errorsOf(t: TestContext, lines: string[]): string[] {
  return found(read(t, { 'en/oak.md': page(lines), 'es/oak.md': page(GOOD) }).errors);
}

test('a missing required field', (t) => {
  for (const field of ['title', 'description']) {
    const lines = GOOD.filter((line) => !line.startsWith(field));
    assert.deepEqual(errorsOf(t, lines), [`missing-field en/oak.md:1 ${field}`]);
  }
  for (const field of ['scientificName', 'family', 'title', 'description']) {
    const lines = GOOD.filter((line) => !line.startsWith(field));
    assert.deepEqual(found(read(t, { 'en/oak.md': page(lines) }).errors), [`missing-field en/oak.md:1 ${field}`]);
  }
});

test('a required field left empty', (t) => {
  assert.deepEqual(errorsOf(t, GOOD.with(0, 'title: ""')), ['missing-field en/oak.md:1 title']);
  assert.deepEqual(errorsOf(t, GOOD.with(0, 'title:')), ['missing-field en/oak.md:1 title']);
});

test('a text or a list beyond what an answer may hold', (t) => {
  assert.deepEqual(errorsOf(t, GOOD.with(3, `description: ${'x'.repeat(1_000_001)}`)), [
    'too-large en/oak.md:5 description',
  ]);
  const tags = Array.from({ length: 10_001 }, (_, number) => `t${number}`).join('|');
  assert.deepEqual(errorsOf(t, [...GOOD, `tags: ${tags}`]), ['too-large en/oak.md:6 tags']);
});

test('a missing slug', (t) => {
  const rows = JSON.stringify([OAK, { slug: '', ...OAK }], null, 1);
  const { errors } = read(t, { 'trees.json': rows }, 'trees.json');
  assert.deepEqual(found(errors), ['missing-field trees.json:2 slug', 'missing-field trees.json:9 slug']);
  const header = Object.keys(OAK).join(',');
  const table = read(t, { 'trees.csv': `${header}\n${Object.values(OAK).join(',')}\n` }, 'trees.csv');
  assert.deepEqual(found(table.errors), ['missing-field trees.csv:1 slug']);
});

test('a bad slug, with one that would do', (t) => {
  const { errors } = read(t, { 'en/oak.md': page([...GOOD, 'slug: Árbol Grande!']) });
  assert.deepEqual(found(errors), ['bad-slug en/oak.md:6 slug']);
  assert.match(errors[0].message, /for example arbol-grande/);
  assert.deepEqual(found(read(t, { 'en/Big_Oak.md': page(GOOD) }).errors), ['bad-slug en/Big_Oak.md:1 slug']);
});

test('the same slug twice', (t) => {
  const { errors } = read(t, {
    'en/a/oak.md': page(GOOD),
    'en/b/oak.md': page(GOOD),
    'es/elm.md': page([...GOOD, 'slug: oak']),
  });
  assert.deepEqual(found(errors), ['duplicate-slug en/b/oak.md:1 slug']);
  assert.match(errors[0].message, /en\/a\/oak\.md/);
});

test('an unknown locale', (t) => {
  assert.deepEqual(errorsOf(t, [...GOOD, 'locale: fr']), ['unknown-locale en/oak.md:6 locale']);
  assert.deepEqual(found(read(t, { 'fr/oak.md': page(GOOD) }).errors), ['unknown-locale fr/oak.md:1 locale']);
});

test('a month, status or date that cannot be understood', (t) => {
  const lines = [
    'floweringSeason: [april, Aprilish]',
    'fruitingSeason:',
    '  - 13',
    '  - Otoño',
    'conservationStatus: Rare',
    'updatedAt: yesterday',
    'publishedAt: 2026-02-30',
  ];
  assert.deepEqual(errorsOf(t, [...GOOD, ...lines]), [
    'bad-month en/oak.md:6 floweringSeason',
    'bad-month en/oak.md:7 fruitingSeason',
    'bad-month en/oak.md:7 fruitingSeason',
    'bad-status en/oak.md:10 conservationStatus',
    'bad-date en/oak.md:11 updatedAt',
    'bad-date en/oak.md:12 publishedAt',
  ]);
});

test('a wrong type', (t) => {
  const lines = ['tags: [1, shade]', 'identifiers: wfo-1', 'distribution:', '  north: south', 'commonNames: [[x]]'];
  assert.deepEqual(errorsOf(t, [...GOOD.with(0, 'title: [Oak]').with(3, 'description: 12'), ...lines]), [
    'wrong-type en/oak.md:2 title',
    'wrong-type en/oak.md:5 description',
    'wrong-type en/oak.md:6 tags',
    'wrong-type en/oak.md:7 identifiers',
    'wrong-type en/oak.md:8 distribution',
    'wrong-type en/oak.md:10 commonNames',
  ]);
});

test('authors in a scientific name', (t) => {
  const named = (name: string) =>
    page(GOOD.map((line) => line.replace(/^scientificName: .*/, `scientificName: ${name}`)));
  const { warnings, trees } = read(t, { 'en/oak.md': named('Quercus robur subsp. pedunculiflora (K.Koch) Menitsky') });
  const told = warnings.filter(({ code }) => code === 'authors-in-name');
  assert.deepEqual(found(told), ['authors-in-name en/oak.md:3 scientificName']);
  assert.match(
    told[0].message,
    /scientificName: Quercus robur subsp\. pedunculiflora and scientificNameAuthorship: \(K\.Koch\) Menitsky\./,
  );
  assert.equal(trees[0].scientificName, 'Quercus robur subsp. pedunculiflora (K.Koch) Menitsky');
  for (const name of ['Quercus robur', 'Platanus × hispanica', 'Quercus robur subsp. pedunculiflora', 'Quercus sp.'])
    assert.ok(!read(t, { 'en/oak.md': named(name) }).warnings.some(({ code }) => code === 'authors-in-name'), name);
});

test('an assessment that cannot be one', (t) => {
  const lines = ['conservationAssessment:', '  year: 23', '  scope: galactic', '  assessor: IUCN', '  criteria: A2cd'];
  const { errors, trees } = read(t, { 'en/oak.md': page([...GOOD, ...lines]) });
  assert.deepEqual(found(errors), [
    'unknown-key en/oak.md:6 conservationAssessment',
    'bad-assessment en/oak.md:6 conservationAssessment',
    'bad-assessment en/oak.md:6 conservationAssessment',
  ]);
  assert.match(errors[1].message, /“23” is not the year of an assessment: use 1900 to 2099\./);
  assert.match(errors[2].message, /“galactic” is not the scope of an assessment: use global, national, regional\./);
  assert.equal(trees[0]?.conservationAssessment?.criteria, 'A2cd');
});

test('an identifier that cannot be one', (t) => {
  const lines = ['identifiers:', '  wfo: wfo-586842', '  gbif: 5406697', '  tropicos: whatever'];
  const { warnings, trees } = read(t, { 'en/oak.md': page([...GOOD, ...lines]) });
  const odd = warnings.filter(({ code }) => code === 'odd-identifier');
  assert.deepEqual(found(odd), ['odd-identifier en/oak.md:6 identifiers']);
  assert.match(odd[0].message, /“wfo-586842” is no identifier of wfo: those look like wfo-0000586842/);
  assert.equal(trees[0].identifiers.wfo, 'wfo-586842');
});

test('a former slug that is no slug, or leads elsewhere', (t) => {
  const named = (slugs: string) => page([...GOOD, `formerSlugs: ${slugs}`]);
  const { errors, trees } = read(t, {
    'en/oak.md': named('[elm, Eiche, 007]'),
    'es/oak.md': named('roble'),
    'en/elm.md': named('[elm, roble, "7"]'),
    'en/ash.md': page(GOOD),
  });
  assert.deepEqual(found(errors), [
    'former-slug-taken en/elm.md:6 formerSlugs',
    'bad-slug en/oak.md:6 formerSlugs',
    'former-slug-taken en/oak.md:6 formerSlugs',
    'former-slug-taken es/oak.md:6 formerSlugs',
  ]);
  assert.deepEqual(
    errors.map(({ message }) => message),
    [
      'elm is the slug that this tree has now: take it out.',
      '“Eiche” cannot be a slug: use lower-case letters, digits and hyphens, for example eiche.',
      'elm is the slug of another tree: it cannot lead to this one as well.',
      'roble is also a former slug of elm: it can lead to one tree only.',
    ],
  );
  assert.deepEqual(trees.find(({ slug }) => slug === 'oak')?.formerSlugs, ['elm', '007', 'roble']);
});

test('broken YAML', (t) => {
  assert.deepEqual(errorsOf(t, [...GOOD, 'nativeRegion: "Europe""']), ['broken-yaml en/oak.md:6 null']);
  assert.deepEqual(errorsOf(t, ['- a list']), ['broken-yaml en/oak.md:2 null']);
});

test('a file without front matter', (t) => {
  assert.deepEqual(found(read(t, { 'en/oak.md': '# Oak\n' }).errors), ['no-front-matter en/oak.md:1 null']);
  assert.deepEqual(found(read(t, { 'en/oak.md': '---\ntitle: Oak\n' }).errors), ['no-front-matter en/oak.md:1 null']);
});

test('broken JSON, with its line', (t) => {
  assert.deepEqual(found(read(t, { 't.json': '[\n{"slug": "a",}\n]' }, 't.json').errors), [
    'broken-json t.json:2 null',
  ]);
  assert.deepEqual(found(read(t, { 't.json': '{"slug":"a"}' }, 't.json').errors), ['wrong-type t.json:1 null']);
  assert.deepEqual(found(read(t, { 't.json': '[\n1]' }, 't.json').errors), ['wrong-type t.json:2 null']);
  const lines = read(t, { 't.ndjson': '\n{oops\n[]\n' }, 't.ndjson');
  assert.deepEqual(found(lines.errors), ['broken-json t.ndjson:2 null', 'wrong-type t.ndjson:3 null']);
});

test('a broken CSV row, with its line after rows of several lines', (t) => {
  const text =
    'slug,title.en,description.en,scientificName,family\noak,Oak,"two\nlines",Quercus robur,Fagaceae\nelm,Elm\n';
  assert.deepEqual(found(read(t, { 't.csv': text }, 't.csv').errors), ['broken-csv t.csv:4 null']);
  const unclosed = read(t, { 't.csv': 'slug,title\noak,"Oak\n' }, 't.csv');
  assert.deepEqual(
    found(unclosed.errors).map((each) => each.split(' ')[0]),
    ['broken-csv'],
  );
  const row = `oak,${Object.values(OAK).join(',')},Elm`;
  const twice = read(t, { 't.csv': `slug,${Object.keys(OAK).join(',')},title\n${row}\n` }, 't.csv');
  assert.deepEqual(found(twice.errors), ['broken-csv t.csv:1 title']);
});

test('the line of a field in JSON', (t) => {
  const tree = {
    slug: 'oak',
    title: 'O "x": [',
    description: 'A tree.',
    scientificName: 'Q',
    family: 'F',
    nested: { floweringSeason: 1 },
    floweringSeason: 'never',
  };
  const text = JSON.stringify({ about: [{ slug: 'no' }], trees: [tree] }, null, 2);
  const line = text.split('\n').findIndex((each) => each.includes('"never"')) + 1;
  assert.deepEqual(found(read(t, { 't.json': text }, 't.json').errors), [`bad-month t.json:${line} floweringSeason`]);
});

test('an unreadable file', (t) => {
  const folder = writeFiles(t, { 'en/elm.md': page(GOOD) });
  symlinkSync(join(folder, 'nowhere'), join(folder, 'en/oak.md'));
  assert.deepEqual(found(readAll(folder).errors), ['unreadable en/oak.md:null null']);
});

test('a file that cannot be opened does not hide the others', (t) => {
  const folder = writeFiles(t, { 'en/oak.md/x.txt': 'a folder named like a file', 'en/elm.md': page(GOOD.slice(1)) });
  assert.deepEqual(found(readAll(folder).errors), ['missing-field en/elm.md:1 title']);
});

test('a source that is not there, empty, or of another kind', (t) => {
  const folder = writeFiles(t, {
    'empty/x.txt': '',
    'trees.xlsx': '',
    'none.csv': '',
    'none.json': '[]',
    'none.ndjson': '',
  });
  const codes = (path: string) => readAll(join(folder, path)).errors.map(({ code }) => code);
  assert.deepEqual(codes('missing'), ['unreadable']);
  assert.deepEqual(codes('empty'), ['empty-source']);
  assert.deepEqual(codes('trees.xlsx'), ['unreadable']);
  for (const file of ['none.csv', 'none.json', 'none.ndjson']) assert.deepEqual(codes(file), ['empty-source'], file);
});

test('all problems at once, in the order of files and lines', (t) => {
  const { errors } = read(t, {
    'en/a.md': page([...GOOD.slice(1), 'updatedAt: x']),
    'en/b.md': 'nothing',
    'es/c.md': page([...GOOD, 'floweringSeason: x', 'fruitingSeason: y']),
  });
  assert.deepEqual(found(errors), [
    'missing-field en/a.md:1 title',
    'bad-date en/a.md:5 updatedAt',
    'no-front-matter en/b.md:1 null',
    'bad-month es/c.md:6 floweringSeason',
    'bad-month es/c.md:7 fruitingSeason',
  ]);
});

test('a warning: two trees with one scientific name', (t) => {
  const { warnings, errors } = read(t, {
    'en/oak.md': page(GOOD),
    'es/oak.md': page(GOOD),
    'en/oak-2.md': page(GOOD),
    'es/oak-2.md': page(GOOD),
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(found(warnings), ['duplicate-name en/oak.md:3 scientificName']);
});

test('a warning: facts that differ between languages; the default’s stand', (t) => {
  const files = {
    'en/oak.md': page([...GOOD, 'conservationStatus: LC', 'distribution: [Asia, Europe]']),
    'es/oak.md': page([...GOOD.with(2, 'family: Rosaceae'), 'conservationStatus: VU', 'distribution: [europe, asia]']),
  };
  const { warnings, trees } = read(t, files);
  assert.deepEqual(found(warnings), ['facts-differ es/oak.md:4 family', 'facts-differ es/oak.md:6 conservationStatus']);
  assert.deepEqual([trees[0].family, trees[0].conservationStatus], ['Fagaceae', 'LC']);
  const spanish = readAll(writeFiles(t, files), { defaultLocale: 'es' });
  assert.deepEqual([spanish.trees[0].family, spanish.trees[0].conservationStatus], ['Rosaceae', 'VU']);
});

test('a warning: a tree in one language only', (t) => {
  assert.deepEqual(found(read(t, { 'en/oak.md': page(GOOD) }).warnings), ['one-language en/oak.md:1 null']);
});

test('a warning: an unknown key that is near a known one', (t) => {
  const lines = [...GOOD, 'floweringSeasons: [may]', 'tag: [x]', 'careNotes: fine'];
  const { warnings } = read(t, { 'en/oak.md': page(lines), 'es/oak.md': page(GOOD) });
  assert.deepEqual(found(warnings), ['unknown-key en/oak.md:6 floweringSeasons', 'unknown-key en/oak.md:7 tag']);
  assert.match(warnings[0].message, /Did you mean floweringSeason\?/);
});

test('a known key in other letters is an error: what is meant for a draft is not published', (t) => {
  const lines = [...GOOD, 'Draft: true', 'Tags: [x]', 'DISTRIBUTION: [europe]'];
  const { errors, warnings } = read(t, { 'en/oak.md': page(lines), 'es/oak.md': page(GOOD) });
  const keys = ['6 Draft', '7 Tags', '8 DISTRIBUTION'];
  assert.deepEqual(
    found(errors),
    keys.map((key) => `unknown-key en/oak.md:${key}`),
  );
  assert.deepEqual(errors[0].message, 'Draft is not a known field: write draft.');
  assert.deepEqual(warnings, []);

  const rows =
    'slug,Draft,title.en,Tags.en,description.en,scientificName,family\noak,yes,Oak,x,A tree.,Quercus robur,Fagaceae\n';
  const table = readAll(`${writeFiles(t, { 'trees.csv': rows })}/trees.csv`);
  assert.deepEqual(found(table.errors), ['unknown-key trees.csv:2 Draft', 'unknown-key trees.csv:2 Tags.en']);
});

test('what an export tells as an attribute is one, whatever its letters', (t) => {
  const row = {
    slug: 'oak',
    'title.en': 'Oak',
    'description.en': 'A tree.',
    scientificName: 'Quercus robur',
    family: 'Fagaceae',
    'attributes.en': { Tags: ['x'] },
  };
  const { errors, trees } = readAll(`${writeFiles(t, { 'trees.json': JSON.stringify([row]) })}/trees.json`);
  assert.deepEqual([errors, trees[0].texts.en?.attributes], [[], { Tags: ['x'] }]);
});
