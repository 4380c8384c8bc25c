// A line of NDJSON is looked at as a whole before its values are: what cannot be served is found all the same.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { SuspectBytes } from '../../src/content/formats/suspect-bytes.ts';
import { OAK, readFiles } from '../support/sources.ts';

/** Both ends of what is written in one, two or three bytes, halves of pairs, and all that has a meaning of its own. */
const RANGES = [
  [0x00, 0x2ff],
  [0x7f0, 0x810],
  [0x2000, 0x2070],
  [0xd7f0, 0xe010],
  [0xeff0, 0xf010],
  [0xff00, 0xffff],
];
const CODES = RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
const ESCAPED = '\\u';

const row = (code: number, name: string, bark: string) => {
  const fields = JSON.stringify({ slug: `t-${name}-${code}`, ...OAK, scientificName: `Acer n${code}${name}` });
  return `${fields.slice(0, -1)},"bark":${bark}}`;
};
const RAW = CODES.map((code) => row(code, 'raw', JSON.stringify(`x${String.fromCharCode(code)}`)));
const BY_NUMBER = CODES.map((code) => row(code, 'number', `"x${ESCAPED}${code.toString(16).padStart(4, '0')}"`));

/** What is told of each row, by its slug. */
function told(t: TestContext, name: string, text: string): string[] {
  const { errors, warnings } = readFiles(t, { [name]: text });
  return [...errors, ...warnings].map(({ slug, code, field, message }) => `${slug} ${code} ${field} ${message}`).sort();
}

for (const [how, rows] of Object.entries({ 'as they are': RAW, 'by their numbers': BY_NUMBER })) {
  test(`characters that are written ${how} are judged alike, line by line and in a list`, (t) => {
    const lines = told(t, 'trees.ndjson', rows.join('\n'));
    assert.deepEqual(lines, told(t, 'trees.json', `[${rows.join(',\n')}]`));
    assert.equal(lines.filter((each) => each.includes(' bad-character bark ')).length, 62 + 0x800);
    assert.equal(lines.filter((each) => each.includes(' lost-letter bark ')).length, 1);
  });
}

test('a control as it is, in a line that is no JSON for it, is told', (t) => {
  const broken = `{"bark":"x${String.fromCharCode(7)}",${JSON.stringify({ slug: 'oak', ...OAK }).slice(1)}`;
  const { errors, trees } = readFiles(t, { 'trees.ndjson': broken });
  assert.ok(errors.length > 0);
  assert.ok(!JSON.stringify(trees).includes(ESCAPED));
});

test('any stretch is judged alike, in whichever order stretches are asked for', () => {
  const filler = Buffer.alloc(1 << 20, 'a');
  const parts = ['\x7f', 'é', '\\u0007', '\\', 'u', '£'].flatMap((text) => [filler, Buffer.from(text)]);
  const bytes = Buffer.concat(parts);
  const places = [0, 1, (1 << 20) - 1, 1 << 20, ...parts.keys().map((at) => at * (1 << 20) + 5), bytes.length];
  const stretch = fc.tuple(fc.constantFrom(...places), fc.nat(3 << 20)).map(([start, length]) => {
    return [start, Math.min(start + length, bytes.length)] as const;
  });
  /** One that begins in it is in it. */
  const expected = (start: number, end: number) => {
    const found = bytes.toString('latin1', start, end + 1).search(/[\x7f\xc2\xef]|\\[ubf]/);
    return found !== -1 && start + found < end;
  };
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 8 }), (stretches) => {
      const suspects = new SuspectBytes(bytes);
      for (const [start, end] of stretches) assert.equal(suspects.isIn(start, end), expected(start, end));
    }),
    { numRuns: 60 },
  );
});

test('a suspect of two bytes is found wherever it stands in a long line', () => {
  for (let before = (1 << 20) - 2; before <= (1 << 20) + 1; before++) {
    const bytes = Buffer.concat([Buffer.alloc(before, 'a'), Buffer.from('\\u0007')]);
    assert.ok(new SuspectBytes(bytes).isIn(0, bytes.length), `after ${before} bytes`);
  }
});
