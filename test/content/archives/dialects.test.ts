// One archive in every dialect: whatever separators, quotes, line ends, encodings, headers and defaults, the same trees come out.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { decode } from '../../../src/content/formats/archives/tables/decode.ts';
import { type Dialect, delimitedRows } from '../../../src/content/formats/archives/tables/delimited.ts';
import { toDetail } from '../../../src/domain/tree.ts';
import { archiveFiles, encoded, readAsArchive, readTables, type TestTable } from '../../support/archives.ts';
import { writeFiles } from '../../support/folders.ts';
import { found, readAll, type WholeContent } from '../../support/sources.ts';

const CORE: TestTable = {
  rowType: 'Taxon',
  terms: ['scientificName', 'family', 'taxonRank', 'modified'],
  rows: [
    ['t1', 'Quercus robur', 'Fagaceae', 'species', '2026-01-31'],
    ['t2', 'Ceiba pentandra', 'Malvaceae', 'species', ''],
  ],
};
const TEXTS: TestTable = {
  rowType: 'Description',
  terms: ['description', 'type', 'language'],
  rows: [
    ['t1', 'Árbol grande.', 'general', 'es'],
    ['t2', 'Árbol gigante, de señas.', 'general', 'es'],
  ],
};

function assertSame({ trees, errors, warnings }: WholeContent, expectedWarnings: string[] = []): void {
  assert.deepEqual(errors, []);
  assert.deepEqual(found(warnings), expectedWarnings);
  assert.deepEqual(
    trees.map((tree) => [tree.slug, tree.family, toDetail(tree, 'es').description]),
    [
      ['quercus-robur', 'Fagaceae', 'Árbol grande.'],
      ['ceiba-pentandra', 'Malvaceae', 'Árbol gigante, de señas.'],
    ],
  );
  assert.equal(trees[0].updatedAt, '2026-01-31T00:00:00Z');
}

test('separators, quotes and line ends are those that meta.xml gives', (t) => {
  const dialects: Partial<TestTable>[] = [
    {},
    { separator: ',', quote: '"' },
    { separator: ';', quote: "'" },
    { separator: '|', lineEnd: '\r\n' },
    { separator: '||' },
    { lineEnd: '\r' },
    { lineEnd: '\u001e' },
    { separator: '\u0001', lineEnd: '|\n' },
  ];
  for (const dialect of dialects) {
    const tables = [CORE, TEXTS].map((table) => ({ ...table, ...dialect }));
    assertSame(readTables(t, tables));
  }
});

test('lines that end otherwise than announced are read all the same', (t) => {
  const files = archiveFiles([CORE, TEXTS]);
  const windows = Buffer.from(String(Buffer.from(files['taxon.txt'] as Uint8Array)).replaceAll('\n', '\r\n'));
  assertSame(readAsArchive(t, { ...files, 'taxon.txt': windows }));
});

test('encodings are those that meta.xml gives, or those that the bytes plainly are', (t) => {
  for (const encoding of ['UTF-8', 'ISO-8859-1', 'windows-1252', 'UTF-16', 'utf8', 'latin1']) {
    assertSame(readTables(t, [CORE, { ...TEXTS, encoding }]));
  }
  const announced = archiveFiles([CORE, TEXTS]);
  const text = String(Buffer.from(announced['description.txt'] as Uint8Array));
  const western = readAsArchive(t, { ...announced, 'description.txt': encoded(text, 'latin1') });
  assertSame(western, ['odd-encoding description.txt:null null']);
  const files = archiveFiles([CORE, { ...TEXTS, encoding: 'ISO-8859-1' }]);
  const utf8 = readAsArchive(t, { ...files, 'description.txt': encoded(text, 'UTF-8') });
  assertSame(utf8, ['odd-encoding description.txt:null null']);
  const marked = readAsArchive(t, { ...announced, 'description.txt': `\ufeff${text}` });
  assertSame(marked);
  const big = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  assertSame(readAsArchive(t, { ...announced, 'description.txt': big }));
});

test('an encoding that is not read is refused where it stands', (t) => {
  const { errors, trees } = readTables(t, [CORE, { ...TEXTS, encoding: 'EBCDIC' }]);
  assert.deepEqual([trees.length, found(errors)], [0, ['broken-archive meta.xml:11 null']]);
  assert.match(errors[0].message, /“EBCDIC” is not read: use UTF-8, UTF-16 or ISO-8859-1/);
});

test('headers: none, several lines, and one that nobody announced', (t) => {
  assertSame(readTables(t, [{ ...CORE, headerLines: 0 }, TEXTS]));
  const two = { ...CORE, headerLines: 2, hasHeader: true, rows: [['#', '', '', '', ''], ...CORE.rows] };
  assertSame(readTables(t, [two, TEXTS]));
  const silent = readTables(t, [{ ...CORE, headerLines: 0, hasHeader: true }, TEXTS]);
  assertSame(silent, ['broken-row taxon.txt:1 null']);
  assert.match(silent.warnings[0].message, /ignoreHeaderLines="1"/);
});

test('reads a first row with the names of the columns as data if a header was announced', (t) => {
  const defaults = { type: 'general', language: 'es' };
  const rows = [['t1', 'description'], TEXTS.rows[1].slice(0, 2)];
  const { trees, errors, warnings } = readTables(t, [CORE, { ...TEXTS, terms: ['description'], rows, defaults }]);
  assert.deepEqual([errors, warnings], [[], []]);
  assert.deepEqual(
    trees.map((tree) => toDetail(tree, 'es').description),
    ['description', 'Árbol gigante, de señas.'],
  );
});

test('columns stand in any order, terms have addresses, prefixes or nothing, and defaults fill in', (t) => {
  const names = [
    'dwc:family',
    'https://rs.tdwg.org/dwc/terms/taxonRank',
    'http://purl.org/dc/terms/modified',
    'dwc:scientificName',
  ];
  const rows = CORE.rows.map(([id, name, family, rank, modified]) => [id, family, rank, modified, name]);
  assertSame(readTables(t, [{ ...CORE, terms: names, rows }, TEXTS]));
  const withoutRank = CORE.rows.map(([id, name, family, , modified]) => [id, name, family, modified]);
  const terms = ['scientificName', 'family', 'modified'];
  assertSame(readTables(t, [{ ...CORE, terms, rows: withoutRank, defaults: { taxonRank: 'species' } }, TEXTS]));
  const withoutLanguage = TEXTS.rows.map((row) => row.slice(0, 3));
  const defaults = { language: 'es' };
  assertSame(readTables(t, [CORE, { ...TEXTS, terms: ['description', 'type'], rows: withoutLanguage, defaults }]));
});

test('dates are read by dateFormat', (t) => {
  for (const [dateFormat, written] of [
    ['DD/MM/YYYY', '31/01/2026'],
    ['MM-DD-YYYY', '01-31-2026'],
    ['D.M.YYYY', '31.1.2026'],
    ['YYYY/MM/DD', '2026/01/31'],
  ]) {
    const rows = [CORE.rows[0].with(4, written), CORE.rows[1]];
    assertSame(readTables(t, [{ ...CORE, rows, dateFormat }, TEXTS]));
  }
  const odd = readTables(t, [{ ...CORE, rows: [CORE.rows[0].with(4, '31/01/2026')] }, TEXTS]);
  assert.deepEqual(found(odd.warnings), ['unknown-id description.txt:3 coreid', 'doubtful-value taxon.txt:2 modified']);
  assert.equal(toDetail(odd.trees[0], 'es').attributes.modified, '31/01/2026');
});

test('a core alone is read by its header, in a zip file too', (t) => {
  for (const [name, separator, prefix] of [
    ['core.txt', '\t', ''],
    ['core.tsv', '\t', 'dwc:'],
    ['core.csv', ',', ''],
    ['core.csv', ';', 'http://rs.tdwg.org/dwc/terms/'],
  ] as const) {
    const header = ['taxonID', 'scientificName', 'family', 'taxonRank', 'modified'].map((term) => prefix + term);
    const text = [header, ...CORE.rows].map((row) => row.join(separator)).join('\n');
    const path = join(writeFiles(t, { [name]: text, 'rules.yaml': 'description.es: "{family}"' }), name);
    const defaults = { path: join(path, '..', 'rules.yaml'), name: 'rules.yaml' };
    const { trees, errors } = readAll(path, { archive: { defaults } });
    assert.deepEqual(errors, []);
    assert.deepEqual(
      trees.map(({ slug }) => slug),
      ['quercus-robur', 'ceiba-pentandra'],
    );
    assert.equal(toDetail(trees[1], 'es').description, 'Malvaceae');
  }
  const zipped = readAsArchive(t, { 'taxon.tsv': 'taxonID\tscientificName\n1\tQuercus robur\n' }, { as: 'zip' });
  assert.deepEqual(found(zipped.errors), ['missing-field taxon.tsv:2 family', 'missing-field taxon.tsv:2 description']);
});

test('a table of trees that lacks its slugs is no core', (t) => {
  const folder = writeFiles(t, {
    'trees.csv': 'title,scientificName,family,description\nOak,Quercus robur,Fagaceae,A tree.\n',
  });
  assert.deepEqual(found(readAll(join(folder, 'trees.csv')).errors), ['missing-field trees.csv:1 slug']);
});

test('a row with a column too many is an error on its row; a short one, and one torn by a line break, are read', (t) => {
  const { errors } = readTables(t, [{ ...CORE, rows: [[...CORE.rows[0], 'x\ty'], CORE.rows[1]] }, TEXTS]);
  assert.deepEqual(
    errors.map(({ code, file, line, row }) => [code, file, line, row]),
    [['broken-row', 'taxon.txt', 2, 1]],
  );
  assert.match(errors[0].message, /7 columns, but there are 5: from “x” on/);
  const blank = readTables(t, [{ ...CORE, rows: CORE.rows.map((row) => [...row, '', '']) }, TEXTS]);
  assertSame(blank);
  const short = readTables(t, [{ ...CORE, rows: [CORE.rows[0], CORE.rows[1].slice(0, 4)] }, TEXTS]);
  assertSame(short, ['broken-row taxon.txt:3 null']);
  const torn = { ...TEXTS, rows: [['t1', 'Árbol\ngrande.', 'general', 'es'], TEXTS.rows[1]] };
  const joined = readTables(t, [CORE, torn]);
  assert.deepEqual([joined.errors, found(joined.warnings)], [[], ['broken-row description.txt:2 null']]);
  assert.equal(toDetail(joined.trees[0], 'es').description, 'Árbol\ngrande.');
});

/** All texts whose rows do not depend on quotes that are none. */
const cell = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '\t', ',', '"', '\n', '\r\n', '"\t'), maxLength: 8 });
test('what was written quoted is read the same, wherever the pieces of the file are cut', () => {
  const dialect = fc.record({ separator: fc.constantFrom('\t', ',', '||'), lineEnd: fc.constantFrom('\n', '\r\n') });
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }),
      dialect,
      fc.integer({ min: 1, max: 30 }),
      (rows, each, size) => {
        const whole: Dialect = { ...each, quote: '"' };
        const text = rows
          .map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(whole.separator) + whole.lineEnd)
          .join('');
        assert.deepEqual(
          [...delimitedRows(chop(text, size), whole, 10_000)].map(({ cells }) => cells),
          rows,
        );
      },
    ),
  );
});

test('rows are the same in one piece and in many, whatever stands in them, and lines are counted', () => {
  fc.assert(
    fc.property(
      cell.chain((one) => fc.array(fc.constantFrom(one, 'x', '\t', '\n', '"'), { maxLength: 30 })),
      fc.integer({ min: 1, max: 9 }),
      (parts, size) => {
        const text = parts.join('');
        const dialect = { separator: '\t', lineEnd: '\n', quote: '"' };
        const whole = [...delimitedRows([text], dialect, 10_000)];
        assert.deepEqual([...delimitedRows(chop(text, size), dialect, 10_000)], whole);
        const last = whole.at(-1);
        assert.ok(!last || last.line <= text.split('\n').length);
      },
    ),
  );
});

function chop(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) => text.slice(at * size, (at + 1) * size));
}

test('letters are the same wherever bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('utf8', 'utf16le'),
      fc.integer({ min: 1, max: 9 }),
      (text, encoding, size) => {
        const bytes = Buffer.from(encoding === 'utf8' ? text : `\ufeff${text}`, encoding as BufferEncoding);
        const cut = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        const name = encoding === 'utf8' ? 'UTF-8' : 'UTF-16LE';
        assert.equal([...decode(cut, name, () => {})].join(''), text.replace(/^\ufeff/, ''));
      },
    ),
  );
});

test('a row without end is refused with its line', (t: TestContext) => {
  const files = archiveFiles([CORE, TEXTS]);
  const endless = `id\ta\tb\tc\td\nt1\t${'x'.repeat(9_000_000)}`;
  const { errors } = readAsArchive(t, { ...files, 'taxon.txt': endless });
  assert.deepEqual(found(errors)[0], 'too-large taxon.txt:2 null');
});
