import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Chronicle } from '../../src/snapshot/chronicle.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { fold, Unfolding } from '../../src/snapshot/folding.ts';
import { SnapshotError } from '../../src/snapshot/format.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { emptyChronicle, statesIn, writeChronicle } from '../../src/snapshot/write-chronicle.ts';
import { cut } from '../../src/store/cutting.ts';
import { walkOver } from '../../src/store/pieces.ts';
import { catalogues } from '../support/catalogues.ts';
import { makeText, makeTree } from '../support/trees.ts';

function foldedParts(bytes: Uint8Array): Uint8Array[] {
  return [...fold(bytes)].filter((part) => part !== undefined);
}

/** Put together from stretches of any length. */
function unfolded(parts: Uint8Array[], stretch: number): Buffer {
  const unfolding = new Unfolding(parts[0]);
  const folded = Buffer.concat(parts);
  assert.equal(unfolding.foldedLength, folded.length);
  for (let from = 0; from < folded.length; from += stretch) unfolding.put(from, folded.subarray(from, from + stretch));
  for (const _ of unfolding.finish());
  return unfolding.bytes;
}

/** With bitmaps everywhere, and nowhere. */
const thresholds = fc.constantFrom({ value: 0, start: 0 }, { value: 1 / 4, start: 2 }, { value: 1e9, start: 1e9 });

test('a snapshot that was folded is again what it was, to the byte', () => {
  fc.assert(
    fc.property(catalogues, thresholds, fc.integer({ min: 1, max: 5_000 }), (trees, limits, stretch) => {
      const snapshot = compile({ trees, families: new Map() }, undefined, limits);
      assert.ok(unfolded(foldedParts(snapshot), stretch).equals(snapshot));
    }),
    { numRuns: 60 },
  );
});

test('so is a chronicle', () => {
  fc.assert(
    fc.property(catalogues, (trees) => {
      const states = statesIn(openSnapshot(compile({ trees, families: new Map() })));
      const chronicle = writeChronicle(new Chronicle(emptyChronicle()), 1, { states });
      assert.ok(unfolded(foldedParts(chronicle), 1000).equals(chronicle));
    }),
    { numRuns: 10 },
  );
});

test('a new title changes few of the folded bytes, though it changes the place of many trees', async () => {
  const trees = Array.from({ length: 2_000 }, (_, index) =>
    makeTree({
      slug: `tree-${index}`,
      floweringSeason: index % 2 ? ['may'] : ['june'],
      texts: { en: makeText({ title: `Tree ${(index * 7919) % 2000}`, description: `Word ${index % 50}.` }) },
    }),
  );
  const renamed = trees.with(1000, {
    ...trees[1000],
    texts: { en: makeText({ title: 'Aaa', description: 'Word 0.' }) },
  });
  const [before, after] = [trees, renamed].map((each) => compile({ trees: each, families: new Map() }));
  const unfoldedBytes = await freshBytes([before], [after]);
  const foldedBytes = await freshBytes(foldedParts(before), foldedParts(after));
  assert.ok(foldedBytes < 60_000 && unfoldedBytes > 3 * foldedBytes, `${foldedBytes} instead of ${unfoldedBytes}`);
});

/** How many bytes are in pieces that were not there before. */
async function freshBytes(before: Uint8Array[], after: Uint8Array[]): Promise<number> {
  const known = new Set((await Promise.all(before.map(piecesOf))).flat());
  const fresh = (await Promise.all(after.map(piecesOf))).flat().filter((piece) => !known.has(piece));
  return fresh.reduce((sum, { length }) => sum + length, 0);
}

async function piecesOf(bytes: Uint8Array): Promise<string[]> {
  const pieces = cut(walkOver(bytes), { shortest: 64, spread: 128, longest: 1024 });
  return await Array.fromAsync(pieces, (piece) => Buffer.from(piece as Uint8Array).toString('latin1'));
}

test('more than a head tells of is refused', () => {
  const parts = foldedParts(compile({ trees: [makeTree()], families: new Map() }));
  const unfolding = new Unfolding(parts[0]);
  assert.throws(() => unfolding.put(unfolding.foldedLength, Buffer.alloc(1)), SnapshotError);
});
