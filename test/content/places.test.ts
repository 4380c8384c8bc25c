// Every finding has its place, the right one, and a message that helps.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found, OAK, OAK_LINES, oakPage, page, readFiles } from '../support/sources.ts';

const ROW = { slug: 'oak', ...OAK };

test('a comment in JSON, a missing comma and a text without an end have their line', (t) => {
  const broken = {
    '[\n  {"slug": "a"},\n  // more\n  {"slug": "b"}\n]': ['broken-json t.json:3 null', /JSON has no comments/],
    '[\n{"slug": "a"}\n{"slug": "b"}\n]': ['broken-json t.json:3 null', /“\{” cannot stand here, where , or \] is due/],
    '[\n{"slug": "a",\n"title": "Oak\n}]': ['broken-json t.json:3 null', /a bracket or a quote is not closed/],
    "[\n{\n'slug': 1}]": ['broken-json t.json:3 null', /a name in double quotes is due/],
    '[\n{"slug": "a"},\n]': ['broken-json t.json:3 null', /where a value is due/],
    '[\n{"a":\n"x\ty"}]': ['broken-json t.json:3 null', /a text has a line break in it/],
    '[\n{"slug": "a"}\n] x': ['broken-json t.json:3 null', /the value has ended/],
  } as const;
  for (const [text, [place, message]] of Object.entries(broken)) {
    const { errors } = readFiles(t, { 't.json': text });
    assert.deepEqual(found(errors), [place], text);
    assert.match(errors[0].message, message);
  }
  assert.deepEqual(found(readFiles(t, { 't.ndjson': '{}x\n\n{"a":1 /* */}\n' }).errors), [
    'broken-json t.ndjson:1 null',
    'broken-json t.ndjson:3 null',
  ]);
});

test('each bad row is told by itself, with its number, also where all stand on one line', (t) => {
  const rows = [1, { ...ROW, floweringSeason: 'x' }, 'two', null, { ...ROW, slug: 'elm', floweringSeason: 'x' }];
  const { errors } = readFiles(t, { 't.json': JSON.stringify(rows) });
  assert.deepEqual(
    errors.map(({ code, line, row }) => [code, line, row]),
    [
      ['wrong-type', 1, 1],
      ['wrong-type', 1, 3],
      ['wrong-type', 1, 4],
      ['bad-month', 1, 2],
      ['bad-month', 1, 5],
    ],
  );
  const onLines = readFiles(t, { 't.json': `{"trees": [\n1,\n${JSON.stringify(ROW)},\n\n[]]}` });
  assert.deepEqual(
    onLines.errors.map(({ line, row }) => [line, row]),
    [
      [2, 1],
      [5, 3],
    ],
  );
  const doubled = readFiles(t, { 't.json': JSON.stringify([ROW, ROW]) });
  assert.deepEqual([doubled.errors[0].row, doubled.errors[0].message.includes('t.json line 1, row 1')], [2, true]);
});

test('a key has its line in front matter, however it is written', (t) => {
  const lines = [
    '"floweringSeason": x',
    '? fruitingSeason',
    ': y',
    'soil: |',
    '  conservationStatus: z',
    "'updatedAt' : z",
  ];
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': page([...OAK_LINES, ...lines]) }).errors), [
    'bad-month en/oak.md:6 floweringSeason',
    'bad-month en/oak.md:7 fruitingSeason',
    'bad-date en/oak.md:11 updatedAt',
  ]);
  const flow = readFiles(t, { 'en/oak.md': page([`{ ${OAK_LINES.join(', ')},`, 'tags: 1, floweringSeason: x }']) });
  assert.deepEqual(found(flow.errors), ['wrong-type en/oak.md:3 tags', 'bad-month en/oak.md:3 floweringSeason']);
});

test('a doubled key of front matter is named, with both lines', (t) => {
  const { errors } = readFiles(t, { 'en/oak.md': page([...OAK_LINES, 'title: Elm', 'soil:', '  ph: 1', '  ph: 2']) });
  assert.deepEqual(found(errors), ['duplicate-key en/oak.md:6 title', 'duplicate-key en/oak.md:9 soil']);
  assert.match(errors[0].message, /^title stands twice: here and on line 2/);
  assert.match(errors[1].message, /^ph stands twice: here and on line 8/);
});

test('a slug that is a number is one; what is no text is told as that', (t) => {
  for (const slug of [5, '5', ' oak ']) {
    const { errors, trees } = readFiles(t, { 't.json': JSON.stringify([{ ...ROW, slug }]) });
    assert.deepEqual([errors, trees[0].slug], [[], String(slug).trim()]);
  }
  const message = (slug: unknown) => readFiles(t, { 't.json': JSON.stringify([{ ...ROW, slug }]) }).errors[0].message;
  assert.match(message(['oak']), /^The slug must be text, not a list/);
  assert.match(message(1.5), /^The slug must be text, not a number/);
  assert.match(message('x'.repeat(201)), /201 characters long: at most 200/);
  assert.match(message('Árbol Grande!'), /for example arbol-grande\.$/);
  assert.match(message('¿?'), /use lower-case letters, digits and hyphens\.$/);
});

test('a file without a language is told what to do', (t) => {
  for (const file of ['haya.md', 'trees/haya.md']) {
    const { errors } = readFiles(t, { [file]: oakPage(), 'README.md': '' });
    assert.deepEqual(found(errors), [`unknown-locale ${file}:1 locale`]);
    assert.match(errors[0].message, /^Nothing says in which language this is\. Put the file into a folder en or es/);
  }
  for (const file of ['fr/haya.md', 'haya.fr.md', 'de/trees/haya.md']) {
    const { errors } = readFiles(t, { [file]: oakPage(), 'README.md': '' });
    assert.match(errors[0].message, /^“(?:fr|de)” is not a language of this catalogue: use en or es/);
  }
  assert.deepEqual(readFiles(t, { 'EN/haya.md': oakPage(), 'README.md': '' }).errors, []);
});

test('an empty column that has a value is told with its row', (t) => {
  const header = `slug,${Object.keys(OAK).join(',')},`;
  const row = `oak,${Object.values(OAK).join(',')},`;
  assert.deepEqual(readFiles(t, { 't.csv': `${header}\n${row}\n` }).errors, []);
  assert.deepEqual(found(readFiles(t, { 't.csv': `${header}\n\n${row}lost\n` }).errors), ['broken-csv t.csv:3 null']);
});

test('a spelling of a language is told in the file of that language', (t) => {
  const files: Record<string, string> = {};
  for (const [name, tag] of Object.entries({ t1: 'sacred', t2: 'Sacred', t3: 'Sacred' })) {
    files[`en/${name}.md`] = oakPage({ scientificName: `Quercus ${name}`, tags: ['sacred'] });
    files[`es/${name}.md`] = oakPage({ scientificName: `Quercus ${name}`, tags: [tag] });
  }
  assert.deepEqual(found(readFiles(t, files).warnings), ['spelling-differs es/t1.md:6 tags']);
});

test('a name that two trees have is told in the file that says it', (t) => {
  const text = page(['title: Oak', 'description: A tree.']);
  const { warnings } = readFiles(t, {
    'en/t1.md': oakPage(),
    'es/t1.md': text,
    'en/t2.md': text,
    'es/t2.md': oakPage(),
  });
  assert.deepEqual(found(warnings), ['duplicate-name es/t2.md:3 scientificName']);
});

test('of a key that stands twice in JSON the first is read, and has its line', (t) => {
  const { title, description, scientificName } = OAK;
  const row = JSON.stringify({ title, description, scientificName }).slice(1, -1);
  const field = `[\n{"slug": "oak",\n"family": 5,\n${row},\n"family": "Fagaceae"}]`;
  assert.deepEqual(found(readFiles(t, { 't.json': field }).errors), [
    'wrong-type t.json:3 family',
    'duplicate-key t.json:5 family',
  ]);
  const second = `[\n{\n"slug": "elm", "family": "x", "family": "y", ${row}, "size": 12345678901234567890}]`;
  const lists = `{"trees": [\n{"family": 5,\n${row}}],\n"trees": ${second}}`;
  const { errors, warnings } = readFiles(t, { 't.json': lists });
  const withRows = [...errors, ...warnings].map(({ code, line, row: at, field: of }) => `${code} ${line} ${at} ${of}`);
  assert.deepEqual(withRows, [
    'missing-field 2 1 slug',
    'wrong-type 2 1 family',
    'duplicate-key 4 null null',
    'duplicate-key 6 null null',
    'kept-as-text 6 null null',
  ]);
});

test('what is nested too deep is told once, where its key stands, however JSON is spaced', (t) => {
  const nested = (levels: number) => `${'[\n'.repeat(levels)}1${']'.repeat(levels)}`;
  const row = (value: string) => `{${JSON.stringify(ROW).slice(1, -1)},\n${value}}`;
  const lists = [(value: string) => `[\n${row(value)}]`, (value: string) => `{"trees": [${row(value)}]}`];
  for (const [listed, line] of lists.map((each, at) => [each, 3 - at] as const)) {
    for (const levels of [21, 22, 23, 24, 30]) {
      const { errors } = readFiles(t, { 't.json': listed(`"soil": ${nested(levels)}`) });
      assert.deepEqual(found(errors), [`too-deep t.json:${line} soil`], `${levels}`);
      const attribute = readFiles(t, { 't.json': listed(`"attributes.en": {"soil": ${nested(levels)}}`) });
      assert.deepEqual(found(attribute.errors), [`too-deep t.json:${line} attributes.en`], `${levels}`);
    }
    assert.deepEqual(readFiles(t, { 't.json': listed(`"soil": ${nested(20)}`) }).errors, []);
    assert.deepEqual(readFiles(t, { 't.json': listed(`"attributes.en": {"soil": ${nested(20)}}`) }).errors, []);
  }
  const onOneLine = row(`"soil": ${nested(22)}`).replaceAll('\n', ' ');
  assert.deepEqual(found(readFiles(t, { 't.ndjson': onOneLine }).errors), ['too-deep t.ndjson:1 soil']);
});

test('what stands beside the list of trees is told with its line', (t) => {
  const { passedOver } = readFiles(t, {
    't.json': `{"about": {\n"trees": 1},\n"trees": [${JSON.stringify(ROW)}],\n"by": 1}`,
  });
  assert.deepEqual(found(passedOver), ['passed-over t.json:1 about', 'passed-over t.json:4 by']);
});
