// What is passed over is counted and named.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { found, OAK, oakPage, readFiles } from '../support/sources.ts';

test('files that look like content are warned of, others are named', (t) => {
  const { errors, warnings, passedOver, tally } = readFiles(t, {
    'en/oak.md': oakPage(),
    'es/oak.md': oakPage(),
    'en/elm.markdown': oakPage(),
    'more/trees.csv': 'slug\n',
    'trees.ndjson': '',
    'en/notes.txt': '',
    'README.md': '',
    'en/Readme.mdx': '',
    'node_modules/x/y.md': '',
    '.git/z.md': '',
    'en/.hidden.md': '',
    'images/oak.jpg': '',
    LICENSE: '',
    'front-matter.schema.json': '{}',
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    found(warnings),
    ['en/elm.markdown', 'en/notes.txt', 'more/trees.csv', 'trees.ndjson'].map(
      (file) => `passed-over ${file}:null null`,
    ),
  );
  assert.match(warnings[0].message, /Rename it to \.md/);
  assert.match(warnings[2].message, /sylva publish FILE/);
  const named = ['.git', 'LICENSE', 'README.md', 'en/.hidden.md', 'en/Readme.mdx', 'images/oak.jpg', 'node_modules'];
  assert.deepEqual(
    passedOver.map(({ file }) => file),
    named,
  );
  assert.ok(
    passedOver.every(({ severity, code, message }) => severity === 'note' && code === 'passed-over' && message),
  );
  assert.equal(tally.read, 2);
});

test('what stands beside the list of trees in JSON is named', (t) => {
  const rows = [{ slug: 'oak', ...OAK }];
  const { passedOver, errors } = readFiles(t, {
    't.json': JSON.stringify({ about: [{ a: 1 }], trees: rows, next: null }),
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(found(passedOver), ['passed-over t.json:1 about', 'passed-over t.json:1 next']);
});
