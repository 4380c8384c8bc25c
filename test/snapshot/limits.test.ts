// What a snapshot cannot hold is refused while it is built, with a message.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile } from '../../src/snapshot/compile.ts';
import { decode, MAX_SECTION_LENGTH, SnapshotError } from '../../src/snapshot/format.ts';
import { THRESHOLDS } from '../../src/snapshot/layout.ts';
import { emptyLists } from '../../src/snapshot/sections/lists.ts';
import { makeText, makeTree } from '../support/trees.ts';

const trees = Array.from({ length: 50 }, (_, number) =>
  makeTree({
    slug: `tree-${number}`,
    texts: { en: makeText({ title: `Tree ${number}`, description: 'Long. '.repeat(100) }) },
  }),
);
const content = { trees, families: new Map() };

/** How long each section of a snapshot is, by its own table. */
function lengthsIn(bytes: Uint8Array): Map<string, number> {
  decode(bytes);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [HEADER_LENGTH, TABLE_LENGTH_AT] = [56, 12];
  const { sections } = JSON.parse(
    buffer.toString('utf8', HEADER_LENGTH, HEADER_LENGTH + buffer.readUInt32LE(TABLE_LENGTH_AT)),
  );
  return new Map(sections.map(([name, , length]: [string, number, number]) => [name, length]));
}

test('a section of any kind may be as long as the limit, and not a byte longer', () => {
  const whole = compile(content);
  const lengths = lengthsIn(whole);
  const longest = Math.max(...lengths.values());
  assert.deepEqual(compile(content, undefined, THRESHOLDS, longest), whole);
  for (const length of new Set([...lengths.values()].filter((each) => each > 0))) {
    const tooLong = [...lengths].filter(([, each]) => each > length - 1).map(([name]) => name);
    assert.throws(
      () => compile(content, undefined, THRESHOLDS, length - 1),
      (error: Error) => {
        assert.ok(error instanceof SnapshotError);
        const [, name] =
          /^The catalogue is too large to be published: its section (\S+) would have over [\d.e-]+ GiB, .*shorter texts\.$/.exec(
            error.message,
          ) ?? [];
        assert.ok(tooLong.includes(name), error.message);
        return true;
      },
    );
  }
});

test('records that are too long are refused before all of them are written', () => {
  const records = lengthsIn(compile(content)).get('records.en.bytes') as number;
  let written = 0;
  const progress = (step: string, done = 0) => {
    if (step === 'writing records') written = done;
  };
  assert.throws(
    () => compile(content, progress, THRESHOLDS, records / 2),
    /its section records\.en\.bytes would have over/,
  );
  assert.ok(written > 10 && written < 30, `${written} of ${trees.length}`);
});

test('lists that are too long together are refused before memory is taken for them', () => {
  assert.throws(() => emptyLists([2 ** 29, 2 ** 29]), /its section of lists would have over 4 GiB/);
});

test('the limit is what offsets of 32 bits can tell', () => {
  assert.equal(MAX_SECTION_LENGTH, 2 ** 32 - 1);
});
