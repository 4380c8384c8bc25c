import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { EXPORT_FORMATS, type ExportFormatName, exportChunks } from '../../src/catalogue/export/export.ts';
import { csvRows } from '../../src/content/formats/csv.ts';
import { readSource } from '../../src/content/read.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { LOCALES } from '../../src/domain/vocabulary.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { temporaryFolder } from '../support/folders.ts';
import { hostileCatalogues } from '../support/hostile-trees.ts';
import { often } from '../support/often.ts';
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
        writeFileSync(file, Buffer.concat([...chunks]));
        const { trees, families, errors, passedOver } = readSource(file, defaultLocale);
        if (format !== 'ndjson') assertHarmless(readFileSync(file, 'utf8'));
        assert.deepEqual([...errors, ...passedOver], []);
        assert.deepEqual(inJson(trees), inJson(content.trees));
        assert.equal(openSnapshot(compile({ trees, families })).hash, catalogue.snapshot.hash);
      }),
      { numRuns: often(30) },
    );
  });
}

test('a row tells what is known, and of a list that one language lacks that it is empty', () => {
  const en = makeText({ title: 'Oak', tags: ['tall'] });
  const trees = [makeTree({ slug: 'oak', family: 'Fagaceae', texts: { en, es: makeText({ title: 'Roble' }) } })];
  const catalogue = new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
  const [line] = exportChunks(catalogue, { format: 'ndjson', locale: 'en', filters: {} }, NO_DATASET);
  const row = JSON.parse(line.toString());
  assert.deepEqual([row['tags.en'], row['tags.es']], [['tall'], []]);
  for (const name of ['uses.en', 'uses.es', 'synonyms', 'distribution', 'maxHeight.en', 'conservationAssessment'])
    assert.ok(!(name in row), name);
});

/** Nothing that a spreadsheet would run. */
function assertHarmless(csv: string): void {
  const cells = [...csvRows(csv)].flatMap((row) => row.cells);
  assert.deepEqual(
    cells.filter((cell) => /^[=+\-@\t\r]/.test(cell) && Number.isNaN(Number(cell))),
    [],
  );
}

function inJson(trees: Tree[]): unknown {
  return JSON.parse(JSON.stringify(trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))));
}
