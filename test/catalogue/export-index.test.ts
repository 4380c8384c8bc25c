import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { Details } from '../../src/catalogue/export/details.ts';
import { EXPORT_FORMATS, type ExportFormatName, exportChunks } from '../../src/catalogue/export/export.ts';
import { ExportIndex } from '../../src/catalogue/export/export-index.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { often } from '../support/often.ts';
import { makeText, makeTree } from '../support/trees.ts';

const DATASET = { title: 'T', contact: null, address: null, policy: null, revision: 'r1', publishedAt: '' };

/** Digits that cannot be compressed much. */
function bodyOf(number: number): string {
  return Array.from({ length: 50 + number }, (_, at) => ((at + 1) * (number + 1) * 7919) % 100_003).join(' ñ ');
}

/** Of several chunks in each table of an archive, none of which has rows for every tree. */
const trees = Array.from({ length: 250 }, (_, number) =>
  makeTree({
    slug: `tree-${number}`,
    synonyms: number % 3 === 0 ? [`Planta ${'x'.repeat(200)}${number}`] : [],
    texts: {
      en: makeText({ title: `Tree ${number}`, body: bodyOf(number), bodyFormat: 'markdown' }),
      ...(number % 2 === 0 && { es: makeText({ title: `Árbol ${number}` }) }),
    },
    conservationStatus: number % 5 === 0 ? 'VU' : null,
  }),
);
const catalogue = new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
const chunksOf = (format: ExportFormatName) => exportChunks(catalogue, { format, locale: 'en', filters: {} }, DATASET);
const bytesOf = (index: ExportIndex, first: number, end?: number) => Buffer.concat([...index.range(first, end)]);

for (const format of Object.keys(EXPORT_FORMATS) as ExportFormatName[]) {
  const whole = Buffer.concat(Array.from(chunksOf(format), ({ bytes }) => bytes));

  test(`gives the same bytes of ${format} from any place to any other, whatever was made before`, () => {
    const place = fc.nat(whole.length);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60_000 }),
        fc.array(fc.oneof(fc.tuple(place, place), fc.nat(40)), { maxLength: 6 }),
        (markBytes, work) => {
          const index = new ExportIndex(() => chunksOf(format), markBytes);
          for (const each of work) {
            if (typeof each === 'number') for (let chunk = 0; chunk < each; chunk++) index.measure();
            else {
              const [first, end] = [Math.min(...each), Math.max(...each)];
              assert.ok(bytesOf(index, first, end).equals(whole.subarray(first, end)), `${first}-${end}`);
            }
          }
          while (index.length === undefined) index.measure();
          assert.equal(index.length, whole.length);
          assert.ok(bytesOf(index, 0).equals(whole));
        },
      ),
      { numRuns: often(6) },
    );
  });

  test(`makes little more of ${format} than it is asked for, once its length is known`, (t) => {
    const read = t.mock.method(Details.prototype, 'of');
    const index = new ExportIndex(() => chunksOf(format), 5_000);
    while (index.length === undefined) index.measure();
    const readForAll = read.mock.callCount();
    for (const first of [0, whole.length >> 1, whole.length - 1]) {
      read.mock.resetCalls();
      assert.equal(bytesOf(index, first, first + 1).length, 1);
      const times = read.mock.callCount();
      assert.ok(times < readForAll / 3, `${times} of ${readForAll} records were read for byte ${first}`);
    }
  });
}

test('goes on measuring where an export was cut, and knows the length of one that was made whole', () => {
  const whole = new ExportIndex(() => chunksOf('ndjson'), 5_000);
  const length = bytesOf(whole, 0).length;
  assert.equal(whole.length, length);
  const cut = new ExportIndex(() => chunksOf('ndjson'), 5_000);
  bytesOf(cut, 0, length - 10_000);
  let steps = 0;
  while (cut.length === undefined) {
    cut.measure();
    steps++;
  }
  assert.ok(steps < 5, `${steps} chunks were made`);
});
