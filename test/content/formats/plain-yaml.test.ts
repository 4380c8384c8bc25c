// Plain YAML is read by a reader of its own, and means what all YAML means.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { parsePlainYaml } from '../../../src/content/formats/plain-yaml.ts';
import { parseAnyYaml, parseYaml } from '../../../src/content/formats/yaml.ts';
import { often } from '../../support/often.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const OPTIONS = { firstLine: 2, maxCharacters: 100_000, keepsDigits: (key: string) => key === 'slug' };

/** What is read as plain is what is read otherwise; whether it was plain. */
function assertSame(text: string): boolean {
  const plain = parsePlainYaml(text, OPTIONS);
  const any = parseAnyYaml(text, OPTIONS);
  if (plain) assert.deepEqual({ fields: plain, problems: [] }, any, JSON.stringify(text));
  assert.deepEqual(parseYaml(text, OPTIONS), any, JSON.stringify(text));
  return plain !== undefined;
}

const PIECES = [
  ...[
    'a',
    'slug',
    'title',
    'B.c-d',
    'é',
    'x y',
    'null',
    'True',
    'FALSE',
    'yes',
    'NaN',
    '.inf',
    '~',
    '<<',
    'it’s',
    "it's",
  ],
  ...[
    '0',
    '007',
    '42',
    '1e3',
    '0x1F',
    '1_000',
    '3.10',
    '-1',
    '+5',
    '2026-01-11',
    '2026-01-11T00:00:00Z',
    '12:30',
    '1234567890123456',
  ],
  ...[
    '"',
    "'",
    '"a, b"',
    "'a: b'",
    '"x\\n"',
    '"x\\"y"',
    '"\\\\"',
    "''",
    '""',
    '"a"b',
    '[',
    ']',
    '{',
    '}',
    '[]',
    '{}',
    '[a, 1]',
    '{ a: 1, b: c }',
  ],
  ...[
    ':',
    ': ',
    ' :',
    ',',
    ', ',
    '#',
    ' # c',
    '- ',
    '-',
    '  - ',
    '&x ',
    '*x',
    '!t ',
    '|',
    '>',
    '%',
    '@',
    '`',
    '\\',
    '?',
    '? ',
  ],
  ...[
    ' ',
    '  ',
    '\t',
    '\r',
    '\r\n',
    '\n',
    '\n\n',
    '\n  ',
    '---',
    '...',
    '\u2028',
    '\x85',
    '\ufeff',
    '\x00',
    '\u00a0',
    '=',
    '/',
    '.',
    '()',
  ],
];
const line = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 5 }).map((pieces) => pieces.join('')),
  fc
    .tuple(fc.constantFrom('a', 'b', 'slug', 'c.d'), fc.constantFrom(...PIECES))
    .map(([key, value]) => `${key}: ${value}`),
  fc
    .tuple(
      fc.constantFrom('a', 'e'),
      fc.constantFrom('[]', '{}'),
      fc.array(fc.constantFrom(...PIECES), { maxLength: 4 }),
    )
    .map(([key, [open, close], parts]) => `${key}: ${open}${parts.join(', ')}${close}`),
  fc.constantFrom(...PIECES).map((piece) => `  - ${piece}`),
  fc.constantFrom('a:', 'b:', '- x', '# c', '', 'd: [x,"y, z" , 3]', 'f: { k: v,l: "m, n" }', "g: 'x'", 'h: two words'),
);
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n'));

test('whatever is read as plain means the same to the reader of all YAML', () => {
  let plain = 0;
  const runs = often(2_500);
  fc.assert(
    fc.property(text, (each) => {
      if (assertSame(each)) plain++;
    }),
    { numRuns: runs },
  );
  assert.ok(plain > runs / 100, `only ${plain} of ${runs} were plain`);
});

test('what most authors write is plain, with either end of line', () => {
  const fields = [
    ['title: English oak', 'English oak'],
    ['title: "Oak: the tree, # 1"', 'Oak: the tree, # 1'],
    ["title: 'Roble [común]'", 'Roble [común]'],
    ['tags: [a, "b, c", \'d\']', ['a', 'b, c', 'd']],
    ['tags: []', []],
    ['tags:\n  - one word\n  - "two: words"\n  - 3', ['one word', 'two: words', 3]],
    ['tags:\n- a\n- b', ['a', 'b']],
    ['assessment: { year: 2017, scope: global }', { year: 2017, scope: 'global' }],
    ['assessment: { year: 2017, criteria: "A2(i,ii)" }', { year: 2017, criteria: 'A2(i,ii)' }],
    ['title: "a \\"b\\" \\\\"', 'a "b" \\'],
    ['slug: 42', '42'],
    ['updatedAt: 2026-11-16', '2026-11-16'],
    ['title:', null],
  ] as const;
  for (const [yaml, value] of fields) {
    for (const each of [yaml, yaml.replaceAll('\n', '\r\n'), `# c\n\n${yaml}\nz: end`]) {
      assert.ok(assertSame(each), JSON.stringify(each));
      assert.deepEqual([...(parsePlainYaml(each, OPTIONS)?.values ?? [])][0][1], value);
    }
  }
});

test('the sample is plain, so that it is read as fast as can be', () => {
  const files = globSync('content/trees/*/*.md', { cwd: ROOT });
  assert.ok(files.length > 300);
  for (const file of files) {
    const [, matter] = readFileSync(`${ROOT}${file}`, 'utf8').split(/^---\n/m);
    assert.ok(assertSame(matter.trimEnd()), file);
  }
});
