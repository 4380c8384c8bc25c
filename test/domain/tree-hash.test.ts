import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import { contentHash, familiesText, hashText, treeText, versionHash } from '../../src/domain/tree-hash.ts';
import { makeText, makeTree } from '../support/trees.ts';

const tree = makeTree({ slug: 'oak', texts: { en: makeText(), es: makeText({ title: 'Roble' }) } });

function reversed<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).reverse()) as T;
}

test('the text of a tree is JSON that gives the tree back, whatever the order of its fields', () => {
  const texts = Object.entries(tree.texts).map(([locale, text]) => [locale, reversed(text)]);
  const other = reversed({ ...tree, texts: Object.fromEntries(texts.reverse()) }) as Tree;
  assert.equal(treeText(other), treeText(tree));
  assert.deepEqual(JSON.parse(treeText(tree)), tree);
});

test('a text has a hash of 32 hexadecimal characters, and another text another one', () => {
  assert.match(hashText('oak'), /^[0-9a-f]{32}$/);
  assert.notEqual(hashText('oak'), hashText('elm'));
});

test('a version has the hash of its tree, unless its family has common names', () => {
  const hash = hashText(treeText(tree));
  const versions = [undefined, {}, { en: 'Beeches' }, { es: 'Beeches' }].map((names) => versionHash(hash, names));
  assert.deepEqual(versions.slice(0, 2), [hash, hash]);
  assert.equal(new Set(versions).size, 3);
});

test('content has the same hash in any order, and another one if anything differs', () => {
  const map = { width: 1, height: 1, regions: [] };
  const hash = contentHash(['elm', 'oak'], ['1', '2']);
  assert.match(hash, /^[0-9a-f]{64}$/);
  assert.equal(contentHash(['oak', 'elm'], ['2', '1']), hash);
  const different = [
    contentHash(['elm', 'oak'], ['2', '1']),
    contentHash(['elm'], ['1']),
    contentHash(['elm', 'oak'], ['1', '2'], map),
  ];
  assert.equal(new Set([hash, ...different]).size, 4);
});

test('families have the same text in any order', () => {
  const families: FamilyNames = new Map([
    ['ulmaceae', { es: 'Olmos' }],
    ['fagaceae', { es: 'Hayas', en: 'Beeches' }],
  ]);
  assert.equal(familiesText(families), '[["fagaceae",{"en":"Beeches","es":"Hayas"}],["ulmaceae",{"es":"Olmos"}]]');
});
