// Every regular expression takes time linear in its text, proven by recheck. There is no list of exceptions: one that is
// slow, or of which nobody can tell, is written otherwise.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../../src/config/settings.ts';
import { openApiDocument } from '../../../src/http/openapi/document.ts';
import { complaintOf, expressionsIn, expressionsOf } from '../../support/regexes.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const MADE = ['client/dist/**', '**/node_modules/**', 'web/dist/**'];

const sourcesOf = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx,js,mjs}`, { cwd: ROOT, exclude: MADE }).map((file) => expressionsOf(file, ROOT));

for (const folder of ['src', 'client', 'web']) {
  test(`${folder}: every regular expression is proven to be linear`, () => {
    const literals = sourcesOf(folder).flatMap((found) => found.literals);
    assert.ok(literals.length > 0);
    assert.deepEqual(literals.map(complaintOf).filter(Boolean), []);
  });

  test(`${folder}: none is put together at run time, where nothing could be proven of it`, () => {
    assert.deepEqual(
      sourcesOf(folder).flatMap((found) => found.made),
      [],
    );
  });
}

function patternsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern } = value as { pattern?: unknown };
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(value).flatMap(patternsIn)];
}

test('the patterns of the API’s description, which other engines read, are proven to be linear', () => {
  const patterns = [...new Set(patternsIn(openApiDocument(readSettings({}, {}))))];
  assert.ok(patterns.length > 0);
  const expressions = patterns.map((source) => ({ place: '/openapi.json', source, flags: 'u' }));
  assert.deepEqual(expressions.map(complaintOf).filter(Boolean), []);
});

test('the checker finds what is quadratic, cubic or exponential, and says where it cannot tell', () => {
  const bad = ['\\s*;\\s*', '^#\\s+(.*?)\\s*#*\\s*$', '(?:a*)*b', '-+$', '^(?!.*b)a'];
  for (const source of bad) assert.ok(complaintOf({ place: '', source, flags: 'y' }), source);
  for (const source of ['^\\d+$', '[\\p{L}\\p{N}]+', '"[^"]*"'])
    assert.equal(complaintOf({ place: '', source, flags: 'u' }), undefined);
});

test('expressions are found wherever they stand, and nowhere else', () => {
  const text = [
    '// no /comment/ and no "/string/"',
    'const half = total / count / 2;',
    'const view = <p title={"/x/".replace(/[/"]/g, "")}>a / b / c</p>;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
    'const inner = `${name.split(/,/)[0]}/no/`;',
    'const made: RegExp = new RegExp(RegExp.escape(name));',
  ];
  const { literals, made } = expressionsIn(text.join('\n'), 'a.tsx');
  assert.deepEqual(literals, [
    { place: 'a.tsx:3', source: '[/"]', flags: 'g' },
    { place: 'a.tsx:4', source: ',', flags: '' },
  ]);
  assert.deepEqual(made, ['a.tsx:5']);
});
