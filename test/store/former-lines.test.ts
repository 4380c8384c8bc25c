import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { KnownTree } from '../../src/content/outline.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { inLineOrder, lineOf } from '../../src/store/archive.ts';
import { ContentWalk } from '../../src/store/content-walk.ts';
import { type CutPiece, cut } from '../../src/store/cutting.ts';
import { type FetchPieces, FormerLines, FormerLostError, type StoredContent } from '../../src/store/former-lines.ts';
import { edited, edits, wordyTrees } from '../support/edited-trees.ts';
import { often } from '../support/often.ts';
import { packed, unpacked } from '../support/packed.ts';

const SIZES = { shortest: 64, spread: 512, longest: 4096 };
const TREES = wordyTrees(60, 40);
const HEAD = 3;

/** Content that is stored, with the numbers of its pieces, and what each of them holds. */
async function storedContent(): Promise<{ content: Stored; held: Map<number, string> }> {
  const bytes = packed({ trees: TREES, families: new Map() });
  const pieces = await textsOf(cut(new ContentWalk(unpacked(bytes).trees), SIZES));
  const numbers = Uint32Array.from([900, ...pieces.map((_, index) => 100 + index)]);
  const list = { numbers, lengths: Uint32Array.from([HEAD, ...pieces.map(({ length }) => length)]) };
  const { trees } = unpacked(bytes);
  const lineLengths = Uint32Array.from(trees, (tree) => Buffer.byteLength(lineOf(tree)));
  return { content: { trees, lineLengths, list }, held: new Map(pieces.map((piece, index) => [100 + index, piece])) };
}

type Stored = StoredContent<Tree>;

async function textsOf(pieces: AsyncIterable<CutPiece>, held = new Map<number, string>()): Promise<string[]> {
  return await Array.fromAsync(pieces, (piece) =>
    piece instanceof Uint8Array ? Buffer.from(piece).toString('latin1') : (held.get(piece.number) as string),
  );
}

/** Pieces as a store hands them out. */
function fetchFrom(held: Map<number, string>, fetched: number[] = []): FetchPieces {
  return async (numbers) => {
    fetched.push(...numbers);
    return numbers.map((number) => Buffer.from(held.get(number) as string, 'latin1'));
  };
}

/** The same content, of which only so much is at hand as is known of trees; and what is at hand of each tree. */
function known(content: Stored): { content: StoredContent<KnownTree>; of(trees: Tree[]): (Tree | KnownTree)[] } {
  const outlines = new Map(content.trees.map((tree) => [tree, KnownTree.of(tree)]));
  return {
    content: { ...content, trees: [...outlines.values()] },
    of: (trees) => trees.map((tree) => outlines.get(tree) ?? tree),
  };
}

test('content that takes pieces over is cut as content that is written as a whole', async () => {
  const { content, held } = await storedContent();
  await fc.assert(
    fc.asyncProperty(edits, fc.constantFrom(1, 3), fc.boolean(), async (changes, of, isAtHand) => {
      const trees = edited(content.trees, changes);
      const given: { content: StoredContent; of(trees: Tree[]): (Tree | KnownTree)[] } = isAtHand
        ? { content, of: (all) => all }
        : known(content);
      // Some pieces are not there any more, but for whoever needs to read them.
      const isStored = (number: number) => of === 1 || number % of !== 0;
      const former = FormerLines.of(given.content, isStored, fetchFrom(held));
      const walk = new ContentWalk(given.of(trees), former);
      const pieces = await Array.fromAsync(cut(walk, SIZES));
      const whole = new ContentWalk(trees);
      const inOrder = async function* () {
        yield* pieces;
      };
      assert.deepEqual(await textsOf(inOrder(), held), await textsOf(cut(whole, SIZES)));
      assert.deepEqual(walk.lengths, whole.lengths);
      for (const piece of pieces)
        if (!(piece instanceof Uint8Array)) assert.ok(isStored(piece.number), `${piece.number} is gone`);
    }),
    { numRuns: often(300) },
  );
});

test('of content with one changed tree few pieces are written, and of content that is as it was none', async () => {
  const { content, held } = await storedContent();
  const { content: outlined, of } = known(content);
  const written = async (changed: number[]) => {
    const trees = content.trees.map((tree, index) => (changed.includes(index) ? { ...tree, family: 'Other' } : tree));
    const fetched: number[] = [];
    const former = FormerLines.of(outlined, () => true, fetchFrom(held, fetched));
    const pieces = await Array.fromAsync(cut(new ContentWalk(of(trees), former), SIZES));
    return [pieces.filter((piece) => piece instanceof Uint8Array).length, fetched.length];
  };
  assert.deepEqual(await written([]), [0, 0]);
  const [pieces, fetched] = await written([30]);
  assert.ok(pieces > 0 && pieces < 12 && fetched > 0, `${pieces} pieces, ${fetched} fetched`);
});

test('nothing is taken over where the pieces are not those of the lines', async () => {
  const { content, held } = await storedContent();
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
      FormerLines.of({ ...content, ...other }, () => true, fetchFrom(held)),
      undefined,
    );
});

test('a line is that of its tree, or none', async () => {
  const { content, held } = await storedContent();
  const { content: outlined } = known(content);
  const linesIn = (stored: StoredContent, fetch = fetchFrom(held)) =>
    FormerLines.of(stored, () => true, fetch) as FormerLines;
  const lines = linesIn(outlined);
  for (const at of [59, 0, 30, 31])
    assert.deepEqual(JSON.parse((await lines.lineOf(outlined.trees[at])).toString()), content.trees[at]);
  const [first, second, ...rest] = content.lineLengths as Uint32Array;
  const shifted = { ...outlined, lineLengths: Uint32Array.from([first + 1, second - 1, ...rest]) };
  for (const at of [0, 1]) await assert.rejects(linesIn(shifted).lineOf(outlined.trees[at]), FormerLostError);
  const gone = linesIn(outlined, () => Promise.reject(new Error('It is gone.')));
  await assert.rejects(gone.lineOf(outlined.trees[0]), FormerLostError);
  await assert.rejects(lines.lineOf(content.trees[0]), FormerLostError);
  await assert.rejects(Array.fromAsync(cut(new ContentWalk(outlined.trees), SIZES)), FormerLostError);
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
