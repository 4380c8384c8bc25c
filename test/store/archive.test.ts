import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare } from '../../src/domain/compare.ts';
import type { Tree, TreeText } from '../../src/domain/tree.ts';
import { SnapshotError } from '../../src/snapshot/format.ts';
import { Unpacking } from '../../src/store/kept-content.ts';
import { catalogues } from '../support/catalogues.ts';
import { packed, unpacked } from '../support/packed.ts';
import { makeText, makeTree } from '../support/trees.ts';

test('content that an older Sylva kept comes back as it went in', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      const families = new Map([['fabaceae', { en: 'Legumes', es: 'Legumbres' }]]);
      const archived = unpacked(packed({ trees, families }));
      assert.deepEqual(
        new Set(archived.trees.map((tree) => JSON.stringify(tree))),
        new Set(trees.map((tree) => JSON.stringify(tree))),
      );
      assert.deepEqual(archived.families, families);
    }),
    { numRuns: 30 },
  );
});

test('content that comes in parts is the same wherever they begin, and what lacks its end is found damaged', () => {
  const trees = ['ash', 'elm'].map((slug) => makeTree({ slug, texts: { en: makeText({ body: 'ñandú 😀' }) } }));
  const bytes = packed({ trees, families: new Map() });
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (places) => {
      const unpacking = new Unpacking();
      const ends = [...places.sort((a, b) => a - b), bytes.length];
      for (const [index, end] of ends.entries()) unpacking.add(bytes.subarray(ends[index - 1] ?? 0, end));
      assert.deepEqual(unpacking.finish(), unpacked(bytes));
    }),
  );
  for (const end of [0, 1, bytes.length - 1]) assert.throws(() => unpacked(bytes.subarray(0, end)), SnapshotError);
});

test('a field that is newer than the archive is there, and empty', () => {
  const { elevation: _, ...text } = makeText();
  const { images: __, ...older } = makeTree({ texts: { en: text as TreeText } });
  const { trees } = unpacked(packed({ trees: [older as Tree], families: new Map() }));
  assert.deepEqual(trees, [makeTree()]);
});

test('a comparison names what was added, removed and changed, by field', () => {
  const families = new Map();
  const before = { trees: [makeTree({ slug: 'a' }), makeTree({ slug: 'b' }), makeTree({ slug: 'c' })], families };
  const changed = makeTree({
    slug: 'b',
    family: 'Fabaceae',
    texts: { en: makeText({ attributes: { bark: 'grey' } }), es: makeText() },
  });
  const {
    added,
    removed,
    changed: fields,
  } = compare(before, { trees: [makeTree({ slug: 'd' }), changed, makeTree({ slug: 'a' })], families });
  assert.deepEqual([added, removed], [['d'], ['c']]);
  assert.equal(fields.length, 1);
  assert.equal(fields[0].slug, 'b');
  for (const name of ['family', 'attributes.bark.en', 'title.es']) assert.ok(fields[0].fields.includes(name), name);
  assert.ok(!fields[0].fields.includes('title.en'));
});

test('a catalogue compared with itself has not changed', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      const families = new Map([['fabaceae', { en: 'Legumes' }]]);
      const difference = compare({ trees, families }, unpacked(packed({ trees, families })));
      assert.deepEqual(difference, { added: [], changed: [], removed: [], families: [], map: [] });
    }),
    { numRuns: 30 },
  );
});
