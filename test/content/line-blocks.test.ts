// Blocks of lines are the same whether a file goes by in a window or is held whole, and what is read of it again is what went by.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { SourceChangedError } from '../../src/content/files.ts';
import { Fingerprint } from '../../src/content/fingerprint.ts';
import { blockAgain, blocksIn, linesIn, scanBlocks } from '../../src/content/formats/line-blocks.ts';
import { writeFiles } from '../support/folders.ts';
import { often } from '../support/often.ts';

const fingerprint = new Fingerprint();
const MARK = '\ufeff';

function fileOf(t: TestContext, bytes: string | Buffer) {
  const path = join(writeFiles(t, { 'trees.ndjson': '' }), 'trees.ndjson');
  writeFileSync(path, bytes);
  return { path, name: 'trees.ndjson' };
}

/** Lines of which few are longer than the window, and so many that it moves. */
const text = fc
  .array(
    fc.record({
      length: fc.oneof(
        { weight: 20, arbitrary: fc.nat(40_000) },
        { weight: 1, arbitrary: fc.constantFrom(1_048_575, 1_048_576, 1_100_000, 3_000_000) },
      ),
      letter: fc.constantFrom('a', 'é', '\u{1f333}'),
      times: fc.integer({ min: 1, max: 60 }),
    }),
    { maxLength: 6 },
  )
  .chain((runs) => {
    const lines = runs.flatMap(({ length, letter, times }) =>
      Array.from({ length: length > 40_000 ? 1 : times }, (_, at) => letter.repeat((length + at) / letter.length)),
    );
    return fc.record({
      text: fc.constant(lines.join('\n')),
      end: fc.constantFrom('', '\n'),
      mark: fc.constantFrom('', MARK),
    });
  });

test('a file that goes by has the blocks that it has as a whole', (t) => {
  const check = ({ text, end, mark }: { text: string; end: string; mark: string }) => {
    const bytes = Buffer.from(text + end);
    const start = Buffer.byteLength(mark);
    const whole = Array.from(blocksIn(bytes), (lines) => ({
      ...lines,
      start: start + lines.start,
      end: start + lines.end,
      sum: fingerprint.sumOf(bytes.subarray(lines.start, lines.end)),
    }));
    const file = fileOf(t, mark + text + end);
    const scanned = scanBlocks(file, Infinity, fingerprint);
    assert.deepEqual(scanned, whole);
    for (const block of whole.slice(-2))
      assert.ok(blockAgain(file, block, fingerprint).equals(bytes.subarray(block.start - start, block.end - start)));
  };
  fc.assert(fc.property(text, check), { numRuns: often(15, 300) });
});

test('blocks hold all lines, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(40), { maxLength: 300 }), fc.boolean(), (lengths, isEnded) => {
      const bytes = Buffer.from(lengths.map((length) => 'x'.repeat(length)).join('\n') + (isEnded ? '\n' : ''));
      const ofBlocks = blocksIn(bytes).flatMap((block) => linesIn(bytes.subarray(0, block.end), block));
      assert.deepEqual([...ofBlocks], [...linesIn(bytes, { line: 1, start: 0, end: bytes.length })]);
      const counted = [...blocksIn(bytes)].map((block) => [
        block.lines,
        [...linesIn(bytes.subarray(0, block.end), block)].length,
      ]);
      for (const [lines, found] of counted) assert.equal(lines, found);
    }),
    { numRuns: often(100, 2_000) },
  );
});

test('what is no UTF-8, or cannot be read, does not go by', (t) => {
  const long = 'x'.repeat(1 << 20);
  for (const bytes of [
    Buffer.from('a\nb\xe9\n', 'latin1'),
    Buffer.concat([Buffer.from(`${long}\n${long}\n`), Buffer.from([0xe9])]),
    Buffer.from(`${MARK}a\n`, 'utf16le'),
  ])
    assert.equal(scanBlocks(fileOf(t, bytes), Infinity, fingerprint), undefined);
  assert.equal(scanBlocks(fileOf(t, 'too long'), 7, fingerprint), undefined);
  assert.equal(scanBlocks({ path: join(writeFiles(t, {}), 'none'), name: 'none' }, 7, fingerprint), undefined);
});

test('a line that nobody would want to hold twice does not go by', (t) => {
  const [wide, wider] = [50, 70].map((megabytes) => fileOf(t, Buffer.alloc(megabytes << 20, 'a')));
  assert.equal(scanBlocks(wide, Infinity, fingerprint)?.length, 1);
  assert.equal(scanBlocks(wider, Infinity, fingerprint), undefined);
});

test('what is not as it was when it went by is not taken for it', (t) => {
  const file = fileOf(t, 'one\ntwo\n');
  const [block] = scanBlocks(file, Infinity, fingerprint) ?? [];
  for (const bytes of ['one\ntvo\n', 'one\n', '']) {
    writeFileSync(file.path, bytes);
    assert.throws(() => blockAgain(file, block, fingerprint), SourceChangedError);
  }
});
