// The folders of src/ in their order: each knows only those before it, types included, and no two files know each other.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));

const ROOMS = [
  ...[
    'domain',
    'net',
    'config',
    'content',
    'snapshot',
    'catalogue',
    'access',
    'store',
    'publishing',
    'observe',
    'http',
    'server',
    'cli',
  ],
];

/** By file, the files that it imports, for its types alone or not, at once or later. */
const imports = new Map(
  globSync('**/*.ts', { cwd: SOURCES }).map((file) => {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g);
    return [file, Array.from(found, ([, path]) => normalize(join(dirname(file), path)))];
  }),
);

test('every file is in a room, and a room knows only those before it', () => {
  const placeOf = (file: string) => ROOMS.indexOf(file.split('/')[0]);
  assert.ok(imports.size > 100);
  for (const [file, known] of imports) {
    assert.notEqual(placeOf(file), -1, `${file} is in no room`);
    for (const other of known) {
      assert.ok(imports.has(other), `${file} imports ${other}, which is not there`);
      assert.ok(placeOf(other) <= placeOf(file), `${file} knows ${other}`);
    }
  }
});

test('there is no circle, not even of types', () => {
  const isDone = new Map<string, boolean>();
  const visit = (file: string, way: string[]) => {
    if (isDone.get(file)) return;
    assert.ok(!way.includes(file), [...way, file].join(' → '));
    for (const other of imports.get(file) ?? []) visit(other, [...way, file]);
    isDone.set(file, true);
  };
  for (const file of imports.keys()) visit(file, []);
});
