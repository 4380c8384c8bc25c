import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { EXPORT_FORMATS, type ExportFormatName, exportChunks } from '../../src/catalogue/export/export.ts';
import { csvRows } from '../../src/content/formats/csv.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { LOCALES } from '../../src/domain/vocabulary.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { temporaryFolder } from '../support/folders.ts';
import { hostileCatalogues } from '../support/hostile-trees.ts';
import { often } from '../support/often.ts';
import { readAll } from '../support/sources.ts';
import { makeText, makeTree } from '../support/trees.ts';

/** Those that hold everything, and need no word about the whole. */
const WHOLE = Object.keys(EXPORT_FORMATS).filter((format) => format !== 'dwca') as ExportFormatName[];
const NO_DATASET = { title: '', contact: null, address: null, policy: null, revision: 'r1', publishedAt: '' };

for (const format of WHOLE) {
  test(`an export as ${format} is a source of the same catalogue, to the byte`, (context) => {
    const file = join(temporaryFolder(context), `export.${EXPORT_FORMATS[format].extension}`);
    fc.assert(
      fc.property(hostileCatalogues, fc.constantFrom(...LOCALES), (content, defaultLocale) => {
        const before = compile(content);
        const catalogue = new Catalogue(openSnapshot(before));
        const chunks = exportChunks(catalogue, { format, locale: 'en', filters: {} }, NO_DATASET);
        writeFileSync(file, Buffer.concat(Array.from(chunks, ({ bytes }) => bytes)));
        const { trees, families, errors, passedOver } = readAll(file, { defaultLocale });
        if (format !== 'ndjson') assertHarmless(readFileSync(file, 'utf8'));
        assert.deepEqual([...errors, ...passedOver], []);
        assert.deepEqual(inJson(trees), inJson(content.trees));
        assert.equal(openSnapshot(compile({ trees, families })).hash, catalogue.snapshot.hash);
      }),
      { numRuns: often(30) },
    );
  });
}

test('a row tells what is known and nothing else, and of a list that one language lacks that it is empty', () => {
  const en = makeText({ title: 'Oak', tags: ['tall'], attributes: { bark: 'grey' } });
  const trees = [makeTree({ slug: 'oak', family: 'Fagaceae', texts: { en, es: makeText({ title: 'Roble' }) } })];
  const [line] = chunksOf(trees, 'ndjson');
  assert.deepEqual(JSON.parse(line.toString()), {
    slug: 'oak',
    'title.en': 'Oak',
    'title.es': 'Roble',
    'description.en': 'A tall tree.',
    'description.es': 'A tall tree.',
    'tags.en': ['tall'],
    'tags.es': [],
    scientificName: 'Ceiba pentandra',
    family: 'Fagaceae',
    'attributes.en': { bark: 'grey' },
  });
});

test('registers that are known have columns of their own, and others share one that is blank without them', () => {
  const known = { wfo: 'wfo-0000586842', ipni: null, gbif: null, iucn: null };
  const trees = [known, { ...known, tropicos: '7' }].map((identifiers, at) =>
    makeTree({ slug: `tree-${at}`, identifiers }),
  );
  const [header, ...rows] = csvRows(Buffer.concat(chunksOf(trees, 'csv')).toString());
  const columns = ['identifiers.wfo', 'identifiers.gbif', 'identifiers'].map((name) => header.cells.indexOf(name));
  assert.deepEqual(
    rows.map(({ cells }) => columns.map((column) => cells[column])),
    [
      ['wfo-0000586842', '', ''],
      ['wfo-0000586842', '', 'json:{"tropicos":"7"}'],
    ],
  );
});

test('an export comes in chunks of 16 KiB of letters, each whole rows, and of no more than its last row needs', () => {
  const bodies = fc.array(fc.nat(20_000), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(bodies, fc.constantFrom(...WHOLE), (lengths, format) => {
      const trees = lengths.map((length, at) =>
        makeTree({ slug: `tree-${at}`, texts: { en: makeText({ body: 'x'.repeat(length), bodyFormat: 'markdown' }) } }),
      );
      const chunks = chunksOf(trees, format).map(String);
      for (const [at, chunk] of chunks.entries()) {
        const isLast = at === chunks.length - 1;
        assert.ok(chunk.endsWith('\n') && (isLast || chunk.length >= 16 * 1024), `${chunk.length}`);
        assert.ok(chunk.slice(0, chunk.lastIndexOf('\n', chunk.length - 2) + 1).length < 16 * 1024);
      }
    }),
    { numRuns: 30 },
  );
});

test('a chunk that has 16 KiB of letters to the letter ends there, and with one letter less it does not', () => {
  const twoRows = (length: number) =>
    ['one', 'two'].map((slug) =>
      makeTree({ slug, texts: { en: makeText({ body: 'x'.repeat(length), bodyFormat: 'markdown' }) } }),
    );
  for (const format of WHOLE) {
    const [chunk] = chunksOf(twoRows(1).slice(0, 1), format);
    const needed = 16 * 1024 - (chunk.toString().length - 1);
    assert.equal(chunksOf(twoRows(needed), format).length, 2, format);
    assert.equal(chunksOf(twoRows(needed - 1), format).length, 1, format);
  }
});

function chunksOf(trees: Tree[], format: ExportFormatName): Buffer[] {
  const catalogue = new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
  const chunks = exportChunks(catalogue, { format, locale: 'en', filters: {} }, NO_DATASET);
  return Array.from(chunks, ({ bytes }) => bytes);
}

/** Nothing that a spreadsheet would run. */
function assertHarmless(csv: string): void {
  const cells = [...csvRows(csv)].flatMap((row) => row.cells);
  const isRun = (cell: string) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell));
  assert.deepEqual(cells.filter(isRun), []);
  // A spreadsheet that splits at semicolons begins a cell after each of them, and after every line break.
  if (csv.startsWith('\ufeff')) assert.doesNotMatch(csv, /[;\t\r\n]"*[=+\-@]/);
}

function inJson(trees: Tree[]): unknown {
  return JSON.parse(JSON.stringify(trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))));
}
