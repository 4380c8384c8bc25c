// Nothing that an author wrote is changed or dropped in silence.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { toDetail } from '../../src/domain/tree.ts';
import { csv, found, OAK, OAK_LINES, oakPage, page, readFiles } from '../support/sources.ts';

type Row = Record<string, unknown>;

const readRow = (t: TestContext, row: Row) =>
  readFiles(t, { 't.json': JSON.stringify([{ slug: 'oak', ...OAK, ...row }]) });
const readPage = (t: TestContext, lines: string[]) =>
  readFiles(t, { 'en/oak.md': page([...OAK_LINES, ...lines]), 'es/oak.md': oakPage() });
const errorsOf = (t: TestContext, row: Row) =>
  found(readRow(t, row).errors).map((each) => each.replace(' t.json:1', ''));
const attributesOf = (t: TestContext, lines: string[]) => {
  const { trees, errors } = readPage(t, lines);
  assert.deepEqual(errors, []);
  return toDetail(trees[0], 'en').attributes;
};

test('a column of an unknown language is an error, of fields and of what stands in other languages', (t) => {
  const header = [
    'slug',
    ...Object.keys(OAK),
    'title.fr',
    'bark.en',
    'bark.fr',
    'tags.english',
    'dbh.cm',
    'maxHeight.m',
  ];
  const { errors, trees } = readFiles(t, {
    't.csv': csv([header, ['oak', ...Object.values(OAK), 'a', 'b', 'c', 'd', '40', '9']]),
  });
  assert.deepEqual(found(errors), [
    'unknown-locale t.csv:2 title.fr',
    'unknown-locale t.csv:2 bark.fr',
    'unknown-locale t.csv:2 tags.english',
    'unknown-locale t.csv:2 maxHeight.m',
  ]);
  assert.match(errors[0].message, /“fr” is not a language of this catalogue: use en or es/);
  assert.equal(trees[0].texts.en?.attributes['dbh.cm'], '40');
});

test('a value for an unknown language is an error; a group that is none by language stays', (t) => {
  assert.deepEqual(errorsOf(t, { title: { en: 'Oak', fr: 'Chêne' } }), ['unknown-locale title']);
  assert.deepEqual(errorsOf(t, { tags: { fr: ['chêne'] } }), ['unknown-locale tags']);
  assert.deepEqual(errorsOf(t, { maxHeight: { en: '40 m', fr: '40 m' } }), ['unknown-locale maxHeight']);
  assert.deepEqual(errorsOf(t, { etymology: { en: 'a', fr: 'b' } }), ['unknown-locale etymology']);
  const { errors, trees } = readRow(t, { maxHeight: { min: 10, max: 40 }, codes: { cm: 1, kg: 2 } });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    [trees[0].texts.en?.maxHeight, trees[0].texts.en?.attributes],
    [{ min: 10, max: 40 }, { codes: { cm: 1, kg: 2 } }],
  );
});

test('a file is of one language: columns and groups by language are errors in it', (t) => {
  const lines = ['tags.es: [roble]', 'maxHeight: { en: 40 m, es: 40 m }', 'identifiers.gbif: 5', 'dbh.cm: 40'];
  assert.deepEqual(found(readPage(t, lines).errors), [
    'misplaced-key en/oak.md:6 tags.es',
    'misplaced-key en/oak.md:7 maxHeight',
    'misplaced-key en/oak.md:8 identifiers.gbif',
  ]);
});

test('common names may be of any language, as columns and as groups', (t) => {
  const { trees, errors } = readRow(t, {
    commonNames: 'English oak|Oak',
    'commonNames.fr': 'Chêne|Rouvre',
    'commonNames.es': 'Roble',
  });
  assert.deepEqual(errors, []);
  const names = trees[0].commonNames.map(({ name, language }) => `${name} ${language}`);
  assert.deepEqual(names.toSorted(), ['Chêne fr', 'English oak en', 'Oak en', 'Roble es', 'Rouvre fr']);
  const lost = [
    { name: 'Chêne', language: 'fr', region: 'Quebec' },
    { name: ' ' },
    { names: ['x'] },
    { name: 'x', language: 'the French' },
  ];
  for (const name of lost) assert.equal(errorsOf(t, { commonNames: [name] }).length, 1, JSON.stringify(name));
});

test('a key that stands twice in JSON is an error with its line, at every depth', (t) => {
  const text =
    '[\n{"slug": "oak",\n"title": "A",\n"description": "D",\n"family": "F", "scientificName": "S",\n"title": "B",\n"soil": {"ph": 1,\n "ph": 2}}\n]';
  const { errors } = readFiles(t, { 't.json': text });
  assert.deepEqual(found(errors), ['duplicate-key t.json:6 title', 'duplicate-key t.json:8 soil']);
  assert.match(errors[0].message, /title stands twice: here and on line 3/);
  const line = `{"slug":"oak","title":"A","title":"A","description":"D","family":"F","scientificName":"S"}`;
  assert.deepEqual(found(readFiles(t, { 't.ndjson': `\n${line}` }).errors), ['duplicate-key t.ndjson:2 title']);
  const top = '{"trees": [], "trees": [{"slug": "oak"}]}';
  assert.match(readFiles(t, { 't.json': top }).errors[0].message, /trees stands twice/);
});

test('a field given in two ways is an error', (t) => {
  assert.deepEqual(errorsOf(t, { 'title.en': 'A', title: { en: 'B' } }), ['duplicate-key title.en']);
  assert.deepEqual(errorsOf(t, { 'title.en': 'A', 'title.es': 'B' }), ['duplicate-key title']);
  assert.deepEqual(errorsOf(t, { identifiers: { gbif: '1' }, 'identifiers.gbif': '2' }), [
    'duplicate-key identifiers.gbif',
  ]);
  const { trees, errors } = readRow(t, { identifiers: { wfo: 'w' }, 'identifiers.gbif': '2' });
  assert.deepEqual([errors, trees[0].identifiers], [[], { wfo: 'w', ipni: null, gbif: '2', iucn: null }]);
  const body = readFiles(t, { 'en/oak.md': oakPage({ body: 'One.' }, 'Another.'), 'en/README.md': '' });
  assert.deepEqual(found(body.errors), ['duplicate-key en/oak.md:8 body']);
});

test('a value without a language stays beside one with another', (t) => {
  const { trees, errors } = readRow(t, { 'title.es': 'Roble', 'description.es': 'Un árbol.' });
  assert.deepEqual(errors, []);
  assert.deepEqual([trees[0].texts.en?.title, trees[0].texts.es?.title], ['Oak', 'Roble']);
});

test('the locale of a row is that of its text, whatever else it has', (t) => {
  const row = {
    title: 'Roble',
    description: 'Un árbol.',
    locale: 'es',
    'title.en': 'Oak',
    'description.en': 'A tree.',
  };
  const { trees, errors } = readRow(t, row);
  assert.deepEqual(errors, []);
  assert.deepEqual([trees[0].texts.en?.title, trees[0].texts.es?.title], ['Oak', 'Roble']);
  const half = readRow(t, { title: 'Roble', locale: 'es', 'tags.en': 'shade' });
  assert.equal(half.trees[0].texts.es?.title, 'Roble');
  assert.equal(half.trees[0].texts.en, undefined);
  assert.deepEqual(half.warnings.map(({ code }) => code).toSorted(), [
    'incomplete-text',
    'incomplete-text',
    'one-language',
  ]);
  for (const locale of ['fr', 5, ['en']]) assert.deepEqual(errorsOf(t, { locale }), ['unknown-locale locale']);
  assert.deepEqual(errorsOf(t, { 'draft.es': true }), ['misplaced-key draft.es']);
});

test('numbers in front matter are kept as they were written, with a word about it', (t) => {
  const numbers = {
    herbarium: '0042',
    edition: '1.10',
    shelf: '12345678901234567890',
    far: '1e400',
    hex: '0x1F',
    none: '.nan',
  };
  const lines = Object.entries(numbers).map(([key, number]) => `${key}: ${number}`);
  assert.deepEqual(attributesOf(t, [...lines, 'count: 42', 'ratio: 0.5']), { ...numbers, count: 42, ratio: 0.5 });
  const { warnings } = readPage(t, lines);
  assert.deepEqual(
    found(warnings),
    Object.keys(numbers).map((key, index) => `kept-as-text en/oak.md:${index + 6} ${key}`),
  );
  assert.match(warnings[0].message, /0042 is kept as text, since as a number it would be 42\. Put it in quotes/);
  const quoted = readPage(t, [
    'herbarium: "0042"',
    'slug: 0042',
    'floweringSeason: [04, 5]',
    'identifiers: { gbif: 007 }',
  ]);
  assert.deepEqual(
    [quoted.errors, quoted.warnings.map(({ code }) => code)],
    [[], ['one-language', 'one-language', 'duplicate-name']],
  );
});

test('numbers in JSON lose no digit', (t) => {
  const text = `[{"slug":"oak",${JSON.stringify(OAK).slice(1, -1)},"shelf":12345678901234567890,"far":1e400,"pi":3.14159265358979323846,"half":0.50,"big":1E2}]`;
  const { trees, warnings, errors } = readFiles(t, { 't.json': text });
  const expected = { shelf: '12345678901234567890', far: '1e400', pi: '3.14159265358979323846', half: 0.5, big: 100 };
  assert.deepEqual([errors, trees[0].texts.en?.attributes], [[], expected]);
  assert.deepEqual(
    found(warnings).slice(0, 3),
    ['shelf', 'far', 'pi'].map((key) => `kept-as-text t.json:1 ${key}`),
  );
});

test('a zero below zero is told alike in every format', (t) => {
  const message = '-0 is kept as text, since as a number it would be 0. Put it in quotes to say so.';
  const row = `{"slug":"oak","locale":"en",${JSON.stringify(OAK).slice(1, -1)},"frost":-0}`;
  for (const files of [
    { 't.json': `[${row}]` },
    { 't.ndjson': row },
    { 'en/oak.md': page([...OAK_LINES, 'frost: -0']) },
  ]) {
    const { trees, warnings } = readFiles(t, files as Record<string, string>);
    assert.equal(trees[0].texts.en?.attributes.frost, '-0');
    assert.deepEqual(
      warnings.filter(({ field }) => field === 'frost').map((each) => each.message),
      [message],
    );
  }
});

test('YAML that says more than plain values is an error with its line', (t) => {
  const lines = [
    'a: !!set { x, y }',
    'b: !!binary aGVsbG8=',
    'c: !mine 1',
    '? [x, y]',
    ': 1',
    '<<: { d: 1 }',
    'e: !!str 5',
    'f: { : 1 }',
  ];
  assert.deepEqual(found(readPage(t, lines).errors), [
    'broken-yaml en/oak.md:6 a',
    'broken-yaml en/oak.md:7 b',
    'broken-yaml en/oak.md:8 c',
    'broken-yaml en/oak.md:9 null',
    'broken-yaml en/oak.md:11 null',
    'broken-yaml en/oak.md:13 f',
  ]);
});

test('one bad byte in UTF-8 is an error on its line; a whole file in Windows-1252 is read, with a word', (t) => {
  const utf8 = Buffer.from(oakPage({ description: 'Un ñandú.' }, 'Más.\n'));
  const broken = Buffer.concat([utf8, Buffer.from([0xe9, 10])]);
  const { errors, trees } = readFiles(t, { 'en/oak.md': broken });
  assert.deepEqual(found(errors), ['broken-encoding en/oak.md:8 null']);
  assert.equal(trees[0].texts.en?.description, 'Un ñandú.');
  const old = readFiles(t, {
    'en/oak.md': Buffer.from(oakPage({ description: 'Un ñandú.' }), 'latin1'),
    'es/oak.md': oakPage(),
  });
  assert.deepEqual([old.errors, found(old.warnings)], [[], ['odd-encoding en/oak.md:5 null']]);
  assert.equal(old.trees[0].texts.en?.description, 'Un ñandú.');
  const rows = `{"slug":"oak",${JSON.stringify(OAK).slice(1, -1)},"x":"ñ"}\n{"slug":"elm",${JSON.stringify(OAK).slice(1, -1)},"x":"`;
  const lines = Buffer.concat([Buffer.from(rows), Buffer.from([0xe9]), Buffer.from('"}\n')]);
  assert.deepEqual(found(readFiles(t, { 't.ndjson': lines }).errors), ['broken-encoding t.ndjson:2 null']);
  const marked = Buffer.concat([Buffer.from('\ufeff'), Buffer.from(oakPage({}, 'x')), Buffer.from([0xe9])]);
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': marked }).errors), ['broken-encoding en/oak.md:7 null']);
  const wide = Buffer.concat([Buffer.from(`\ufeff${oakPage()}x`, 'utf16le'), Buffer.from([0x00, 0xd8])]);
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': wide }).errors), ['broken-encoding en/oak.md:7 null']);
});

test('characters that cannot be served are errors on their line, in texts, lists and names of attributes', (t) => {
  const escapes = [
    'title: "O\\0ak"',
    'tags: [a, "\\e[31m"]',
    'soil: { ph: "\\ud800" }',
    'more: { "\\x7f": 1 }',
    'body: "\\x85"',
  ];
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': page([...OAK_LINES.slice(1), ...escapes]) }).errors), [
    'bad-character en/oak.md:5 title',
    'bad-character en/oak.md:6 tags',
    'bad-character en/oak.md:7 soil',
    'bad-character en/oak.md:8 more',
    'bad-character en/oak.md:9 body',
  ]);
  const body = readFiles(t, { 'en/oak.md': page(OAK_LINES, '\nOne.\n\nTwo \u001b[0m.\n') });
  assert.deepEqual(found(body.errors), ['bad-character en/oak.md:10 body']);
  assert.match(body.errors[0].message, /U\+001B \(ESC\)/);
  for (const [text, name] of [
    ['a\u0000b', 'U+0000 (NUL)'],
    ['a\ud800', 'U+D800 (half of a character)'],
    ['\u009b', 'U+009B'],
  ]) {
    const { errors } = readRow(t, { title: text });
    assert.deepEqual(found(errors), ['bad-character t.json:1 title']);
    assert.ok(errors[0].message.includes(name), errors[0].message);
  }
  assert.deepEqual(errorsOf(t, { soil: '\ufffd and \u0000' }), ['bad-character soil'], 'one after a lost letter');
  assert.deepEqual(errorsOf(t, { 'so\u001bil': 1 }), ['bad-character so\u001bil']);
  assert.deepEqual(errorsOf(t, { 'attributes.en': { 'so\u001bil': 1 } }), ['bad-character attributes.en']);
  assert.deepEqual(readRow(t, { soil: 'tab\tand\r\nlines and 🌳' }).errors, []);
});

test('a sign that stands for a lost letter is doubted', (t) => {
  assert.deepEqual(found(readRow(t, { soil: 'Espa\ufffda' }).warnings).slice(0, 1), ['lost-letter t.json:1 soil']);
});

test('one text with commas in the place of a list is doubted; a bar at its end says that it is one', (t) => {
  const doubted = (row: Row) =>
    readRow(t, row)
      .warnings.filter(({ code }) => code === 'doubtful-list')
      .map(({ field }) => field);
  assert.deepEqual(doubted({ distribution: 'Mexico, Guatemala' }), ['distribution']);
  assert.deepEqual(doubted({ tags: 'shade;sacred', uses: 'timber,fuel', commonNames: 'a, b' }), [
    'tags',
    'uses',
    'commonNames',
  ]);
  assert.deepEqual(
    doubted({ distribution: 'Congo, Dem. Rep.|', tags: ['a, b'], uses: '1,000 things', title: 'Oak, the' }),
    [],
  );
  const [warning] = readRow(t, { distribution: 'Mexico, Guatemala' }).warnings;
  assert.match(warning.message, /“Mexico, Guatemala” is read as one\. Are these several\?/);
});

test('families, regions and tags that are spelt in two ways are told with both spellings', (t) => {
  const tree = (slug: string, row: Row) => ({ slug, ...OAK, scientificName: `Quercus ${slug}`, ...row });
  const rows = [
    tree('a', { tags: ['Shade'] }),
    tree('b', { family: 'fagaceae', tags: ['shade'] }),
    tree('c', { distribution: ['México'] }),
    tree('d', { distribution: ['Mexico'] }),
  ];
  const { warnings } = readFiles(t, { 't.json': JSON.stringify(rows, null, 1) });
  const spellings = warnings.filter(({ code }) => code === 'spelling-differs');
  assert.deepEqual(
    spellings.map(({ field }) => field),
    ['family', 'tags', 'distribution'],
  );
  assert.match(spellings[0].message, /fagaceae \(1\) and Fagaceae \(3\)/);
});

test('an identifier named __proto__ is only a name', (t) => {
  for (const files of [
    { 'en/oak.md': page([...OAK_LINES, 'identifiers:', '  __proto__: polluted', '  gbif: 5']) },
    {
      't.json': `[{"slug":"oak",${JSON.stringify(OAK).slice(1, -1)},"identifiers":{"__proto__":"polluted","gbif":"5"}}]`,
    },
    {
      't.csv': csv([
        ['slug', ...Object.keys(OAK), 'identifiers.__proto__', 'identifiers.gbif'],
        ['oak', ...Object.values(OAK), 'polluted', '5'],
      ]),
    },
  ]) {
    const { trees, errors } = readFiles(t, files as Record<string, string>);
    assert.deepEqual(errors, []);
    assert.equal(
      JSON.stringify(trees[0].identifiers),
      '{"wfo":null,"ipni":null,"gbif":"5","iucn":null,"__proto__":"polluted"}',
    );
  }
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.equal(({} as Row).polluted, undefined);
});

test('values that would trip JavaScript are only values', (t) => {
  const odd = { toString: 1, hasOwnProperty: null, constructor: 'x' };
  for (const row of [
    { updatedAt: odd },
    { draft: 'constructor' },
    { draft: odd },
    { slug: odd },
    { commonNames: [{ name: 'x', language: odd }] },
    { identifiers: { gbif: odd } },
  ]) {
    assert.equal(errorsOf(t, row).length, 1, JSON.stringify(row));
  }
});

test('what the service makes itself is told where it is authored; the schema of editors is no attribute', (t) => {
  const { warnings, trees } = readRow(t, { _links: {}, availableLocales: ['en'], $schema: 'x.json' });
  assert.deepEqual(
    warnings.filter(({ code }) => code === 'unknown-key').map(({ field }) => field),
    ['_links', 'availableLocales'],
  );
  assert.deepEqual(Object.keys(trees[0].texts.en?.attributes ?? {}), ['_links', 'availableLocales']);
});
