import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inLineOrder } from '../../src/store/archive.ts';
import { ContentWalk } from '../../src/store/content-walk.ts';
import { type CutPiece, cut } from '../../src/store/cutting.ts';
import { FormerLines, type StoredContent } from '../../src/store/former-lines.ts';
import { edited, edits, wordyTrees } from '../support/edited-trees.ts';
import { often } from '../support/often.ts';
import { packed, unpacked } from '../support/packed.ts';

const SIZES = { shortest: 64, spread: 512, longest: 4096 };
const TREES = wordyTrees(60, 40);
const HEAD = 3;

/** Content as it was read, with the numbers of its pieces, and what each of them holds. */
function storedContent(): { content: StoredContent; held: Map<number, string> } {
  const bytes = packed({ trees: TREES, families: new Map() });
  const pieces = textsOf(cut(new ContentWalk(unpacked(bytes).trees), SIZES));
  const numbers = Uint32Array.from([900, ...pieces.map((_, index) => 100 + index)]);
  const list = { numbers, lengths: Uint32Array.from([HEAD, ...pieces.map(({ length }) => length)]) };
  return { content: { ...unpacked(bytes), list }, held: new Map(pieces.map((piece, index) => [100 + index, piece])) };
}

function textsOf(pieces: Iterable<CutPiece>, held = new Map<number, string>()): string[] {
  return Array.from(pieces, (piece) =>
    piece instanceof Uint8Array ? Buffer.from(piece).toString('latin1') : (held.get(piece.number) as string),
  );
}

test('content that takes pieces over is cut as content that is written as a whole', () => {
  const { content, held } = storedContent();
  fc.assert(
    fc.property(edits, fc.constantFrom(1, 3), (changes, of) => {
      const trees = edited(content.trees, changes);
      // Some pieces are not there any more.
      const former = FormerLines.of(content, (number) => of === 1 || number % of !== 0);
      const pieces = [...cut(new ContentWalk(trees, former), SIZES)];
      assert.deepEqual(textsOf(pieces, held), textsOf(cut(new ContentWalk(trees), SIZES)));
      for (const piece of pieces)
        if (!(piece instanceof Uint8Array)) assert.ok(of === 1 || piece.number % of !== 0, `${piece.number} is gone`);
    }),
    { numRuns: often(300) },
  );
});

test('of content with one changed tree few pieces are written, and of content that is as it was none', () => {
  const { content } = storedContent();
  const written = (changed: number[]) => {
    const trees = content.trees.map((tree, index) => (changed.includes(index) ? { ...tree, family: 'Other' } : tree));
    const pieces = [
      ...cut(
        new ContentWalk(
          trees,
          FormerLines.of(content, () => true),
        ),
        SIZES,
      ),
    ];
    return pieces.filter((piece) => piece instanceof Uint8Array).length;
  };
  assert.equal(written([]), 0);
  assert.ok(written([30]) > 0 && written([30]) < 12, String(written([30])));
});

test('nothing is taken over where the pieces are not those of the lines', () => {
  const { content } = storedContent();
  const { list } = content;
  assert.ok(list);
  const others: Partial<StoredContent>[] = [
    { lineLengths: undefined },
    { list: undefined },
    { list: { numbers: list.numbers.slice(1), lengths: list.lengths.slice(1) } },
    { list: { numbers: new Uint32Array(0), lengths: new Uint32Array(0) } },
    { lineLengths: content.lineLengths?.map((length, index) => (index === 7 ? length + 1 : length)) },
  ];
  for (const other of others)
    assert.equal(
      FormerLines.of({ ...content, ...other }, () => true),
      undefined,
    );
});

test('lines are known by their lengths, unless a tree has got new fields since they were written', () => {
  const bytes = packed({ trees: TREES, families: new Map() });
  const { trees, lineLengths } = unpacked(bytes);
  const lengths = trees.map((tree) => Buffer.byteLength(JSON.stringify(tree)) + 1);
  assert.deepEqual(lineLengths && [...lineLengths], lengths);
  for (const spoilt of ['"synonyms":[],', '"body":"']) {
    const older = bytes.toString().replace(spoilt, spoilt.startsWith('"body') ? '"bodies":"' : '');
    assert.equal(unpacked(Buffer.from(older)).lineLengths, undefined, spoilt);
  }
});

test('lines stand in the order of slugs, which is that of the lines themselves', () => {
  const slugs = ['a', 'a-b', 'a0', 'aa', 'b-', 'b', 'b-0'];
  const trees = slugs.map((slug) => ({ ...TREES[0], slug }));
  const lines = trees.map(({ slug }) => JSON.stringify({ slug, family: 'Fagaceae' })).sort();
  assert.deepEqual(
    inLineOrder(trees).map(({ slug }) => slug),
    lines.map((line) => JSON.parse(line).slug),
  );
});
