import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { cut, PIECE_SIZES } from '../../src/store/cutting.ts';
import { walkOver } from '../../src/store/pieces.ts';

const SIZES = { shortest: 64, spread: 128, longest: 1024 };

/** Bytes without any pattern, the same for the same seed. */
function noise(seed: number, length: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at * 32 < length; at++) parts.push(createHash('sha256').update(`${seed} ${at}`).digest());
  return Buffer.concat(parts).subarray(0, length);
}

async function piecesOf(bytes: Buffer, sizes = SIZES): Promise<string[]> {
  const pieces = await Array.fromAsync(cut(walkOver(bytes), sizes));
  return pieces.map((piece) => Buffer.from(piece as Uint8Array).toString('latin1'));
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const anything = fc.oneof(
  fc.uint8Array({ maxLength: 5_000 }).map((bytes) => Buffer.from(bytes)),
  fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 5_000 }))
    .map(([byte, n]) => Buffer.alloc(n, byte)),
  fc.tuple(seeds, fc.integer({ min: 0, max: 20_000 })).map(([seed, length]) => noise(seed, length)),
);

test('the pieces make up the whole, and each has its size', async () => {
  await fc.assert(
    fc.asyncProperty(anything, async (bytes) => {
      const pieces = await piecesOf(bytes);
      assert.ok(Buffer.from(pieces.join(''), 'latin1').equals(bytes));
      for (const [index, { length }] of pieces.entries()) {
        assert.ok(length <= SIZES.longest && length > 0);
        if (index < pieces.length - 1) assert.ok(length >= SIZES.shortest);
      }
    }),
  );
});

test('what is put in or taken out changes the pieces around it, and no others', async () => {
  const edits = fc.record({
    seed: seeds,
    at: fc.integer({ min: 0, max: 39_999 }),
    removed: fc.integer({ min: 0, max: 300 }),
    added: fc.uint8Array({ maxLength: 300 }),
  });
  await fc.assert(
    fc.asyncProperty(edits, async ({ seed, at, removed, added }) => {
      const before = noise(seed, 40_000);
      const after = Buffer.concat([before.subarray(0, at), added, before.subarray(at + removed)]);
      const known = new Set(await piecesOf(before));
      const fresh = (await piecesOf(after)).filter((piece) => !known.has(piece));
      const bytes = fresh.reduce((sum, { length }) => sum + length, 0);
      assert.ok(bytes <= 12 * SIZES.longest, `${bytes} bytes in ${fresh.length} pieces`);
    }),
  );
});

test('pieces are on average as long as the sizes say', async () => {
  const { shortest, spread } = PIECE_SIZES;
  const bytes = noise(1, 8_000_000);
  const average = bytes.length / (await piecesOf(bytes, PIECE_SIZES)).length;
  assert.ok(Math.abs(average - (shortest + spread)) < (shortest + spread) / 5, String(average));
});

test('the same bytes are cut at the same places for ever', async () => {
  const lengths = (await piecesOf(noise(1, 100_000), PIECE_SIZES)).map(({ length }) => length);
  assert.deepEqual(lengths, [44_984, 8_883, 17_119, 14_554, 10_823, 3_637]);
});

test('the first place after the shortest piece may be a cut', async () => {
  const everywhere = { ...SIZES, spread: 1 };
  assert.deepEqual(
    (await piecesOf(noise(1, 200), everywhere)).map(({ length }) => length),
    [65, 65, 65, 5],
  );
});
