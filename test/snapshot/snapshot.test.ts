import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Tree, toDetail } from '../../src/domain/tree.ts';
import { LOCALES } from '../../src/domain/vocabulary.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { Checksum, OtherFormatError, SnapshotError } from '../../src/snapshot/format.ts';
import { GcmHash } from '../../src/snapshot/gcm-hash.ts';
import { RECORD_MARKS } from '../../src/snapshot/layout.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { encode } from '../../src/snapshot/sections/section-writer.ts';
import { catalogues } from '../support/catalogues.ts';
import { makeText, makeTree } from '../support/trees.ts';

const families = new Map();

function compileTrees(trees: Tree[]): Buffer {
  return Buffer.from(compile({ trees, families }));
}

const good = compileTrees([makeTree(), makeTree({ slug: 'oak', texts: { es: makeText({ title: 'Roble' }) } })]);

test('every record comes back byte for byte as it was compiled', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      const snapshot = openSnapshot(compileTrees(trees));
      for (const locale of LOCALES) {
        const { bytes, marks } = snapshot.records[locale];
        for (const tree of trees) {
          const at = snapshot.slugs.find(tree.slug) * RECORD_MARKS.length;
          const text = (end: number) => `${bytes.toString('utf8', marks[at], marks[at + end])}}`;
          const detail = toDetail(tree, locale);
          assert.equal(text(RECORD_MARKS.length), JSON.stringify(detail));
          assert.deepEqual(Object.keys(JSON.parse(text(RECORD_MARKS.summaryEnd))), [
            'slug',
            'title',
            'scientificName',
            '_links',
          ]);
          assert.equal(JSON.parse(text(RECORD_MARKS.recordEnd)).updatedAt, detail.updatedAt);
          assert.ok(
            bytes
              .subarray(marks[at + RECORD_MARKS.link])
              .toString()
              .startsWith(detail._links.self),
          );
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('a title that looks like the link does not move the link', () => {
  const texts = { en: makeText({ title: '"self":"/api/v1/trees/ceiba-pentandra?locale=en"' }) };
  const { bytes, marks } = openSnapshot(compileTrees([makeTree({ texts })])).records.en;
  assert.match(bytes.subarray(0, marks[RECORD_MARKS.link]).toString(), /"_links":\{"self":"$/);
});

test('the same trees in another order give the same bytes', () => {
  fc.assert(
    fc.property(catalogues, (trees) => assert.ok(compileTrees(trees).equals(compileTrees(trees.toReversed())))),
    { numRuns: 20 },
  );
});

test('another text gives another hash', () => {
  const [before, after] = ['Tall.', 'Taller.'].map((description) =>
    makeTree({ texts: { en: makeText({ description }) } }),
  );
  assert.notEqual(openSnapshot(compileTrees([before])).hash, openSnapshot(compileTrees([after])).hash);
});

test('a snapshot of another format, or sorted by another version of ICU, is told apart from a damaged one', () => {
  const other = Uint8Array.from(good);
  other[8]++;
  assert.throws(() => openSnapshot(other), OtherFormatError);
  assert.throws(() => openSnapshot(encode({ trees: 0, content: '', icu: '1.0' }, {})), OtherFormatError);
});

test('a snapshot in shared memory is read as one of its own', () => {
  const shared = new Uint8Array(new SharedArrayBuffer(good.length));
  shared.set(good);
  assert.equal(openSnapshot(shared).slugs.get(1), 'oak');
});

test('a truncated snapshot is refused', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: good.length - 1 }), (length) => {
      assert.throws(() => openSnapshot(good.subarray(0, length)), SnapshotError);
    }),
  );
});

test('a checksum that is taken of parts as they come is that of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(good.length), { maxLength: 20 }), fc.boolean(), (cuts, isNearHead) => {
      const places = cuts.map((cut) => (isNearHead ? cut % 100 : cut)).sort((a, b) => a - b);
      const checksum = new Checksum();
      let from = 0;
      for (const to of [...places, good.length]) {
        checksum.update(good, from, to);
        from = to;
      }
      openSnapshot(good, { checksum: checksum.digest() });
    }),
  );
  assert.throws(() => openSnapshot(good, { checksum: new Checksum().update(good, 0, 99).digest() }), SnapshotError);
});

test('a hash doesn’t depend on how the bytes arrive, and differs if any byte or their number does', () => {
  const sumOf = (...parts: Uint8Array[]) => {
    const sum = new GcmHash();
    for (const part of parts) sum.update(part);
    return sum.digest().toString('hex');
  };
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), fc.nat(), (bytes, cut, at) => {
      const [place, altered] = [cut % (bytes.length + 1), at % bytes.length];
      const sum = sumOf(bytes);
      assert.equal(sumOf(bytes.subarray(0, place), bytes.subarray(place)), sum);
      assert.notEqual(sumOf(bytes.with(altered, bytes[altered] ^ 1)), sum);
      assert.notEqual(sumOf(bytes, Buffer.alloc(1)), sum);
    }),
  );
  // The first test case of AES-GCM's own specification.
  assert.equal(sumOf(), hash('sha256', Buffer.from('58e2fccefa7e3061367f1d57a4e7455a', 'hex')));
});

test('a snapshot with any byte altered is refused', () => {
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const altered = Buffer.from(good);
      altered[at] ^= change;
      assert.throws(() => openSnapshot(altered), SnapshotError);
    }),
    { numRuns: 300 },
  );
});

test('a snapshot of another version is refused with what to do', () => {
  const other = Buffer.from(good);
  other.writeUInt32LE(99, 8);
  assert.throws(() => openSnapshot(other), /format 99; this Sylva reads format \d+\. Publish the content again/);
});

test('what is no snapshot is refused', () => {
  assert.throws(() => openSnapshot(Buffer.from('slug,title\n'.repeat(20))), /not a snapshot/);
});

test('relatives are of the same genus first, then of the same family, and never the tree itself', () => {
  const names = [
    'Quercus alba',
    'Quercus robur',
    'Fagus sylvatica',
    'Castanea sativa',
    '× Quercus suber',
    'Acer rubrum',
    'Fagus orientalis',
    'Lithocarpus x',
  ];
  const trees = names.map((scientificName, index) =>
    makeTree({
      slug: `t${index}`,
      scientificName,
      family: scientificName.startsWith('Acer') ? 'Sapindaceae' : 'Fagaceae',
    }),
  );
  const snapshot = openSnapshot(compileTrees(trees));
  const related = (index: number) =>
    [...snapshot.related.subarray(index * 5, index * 5 + 5)].filter((each) => each < trees.length);
  for (const index of trees.keys()) assert.ok(!related(index).includes(index));
  assert.deepEqual(new Set(related(1).slice(0, 2)), new Set([0, 4]));
  assert.equal(related(1).length, 5);
  assert.deepEqual(related(5), []);
  const reached = new Set(trees.keys().flatMap((index) => related(index)));
  assert.equal(reached.size, trees.length - 1);
});

test('reports progress: records tree by tree, words locale by locale', () => {
  const steps: unknown[][] = [];
  compile({ trees: [makeTree({ slug: 'oak' }), makeTree({ slug: 'elm' })], families: new Map() }, (...step) =>
    steps.push(step),
  );
  const counted = steps.filter(([, done]) => done !== undefined);
  assert.deepEqual(counted, [
    ...[1, 2].map((done) => ['writing records', done, 2]),
    ...[1, 2].map((done) => ['indexing', done, 2]),
  ]);
});
