// What families are called: families.yaml, and what is wrong with it.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { found, oakPage, readFiles } from '../../support/sources.ts';

const read = (t: TestContext, files: Record<string, string>) =>
  readFiles(t, { 'en/oak.md': oakPage(), 'es/oak.md': oakPage(), ...files });

test('every problem has its line', (t) => {
  const lines = [
    '# Names',
    'Fagaceae: { en: Beeches, fr: Hêtres }',
    'Betulaceae:',
    '  en: [Birches]',
    'Rosaceae: Roses',
    'FAGACEAE: { en: Oaks }',
    'Fagaceae: { es: Hayas }',
    'Ulmaceae: { en: "a\\0b" }',
  ];
  const { errors } = read(t, { 'families.yaml': lines.join('\n') });
  assert.deepEqual(found(errors), [
    'unknown-locale families.yaml:2 Fagaceae',
    'wrong-type families.yaml:3 Betulaceae',
    'wrong-type families.yaml:5 Rosaceae',
    'duplicate-key families.yaml:6 FAGACEAE',
    'duplicate-key families.yaml:7 Fagaceae',
    'bad-character families.yaml:8 Ulmaceae',
  ]);
  assert.deepEqual(found(read(t, { 'families.yaml': 'a: 1\nb: [\n' }).errors), ['broken-yaml families.yaml:3 null']);
  assert.deepEqual(found(read(t, { 'families.yaml': '\n- x\n' }).errors), ['broken-yaml families.yaml:2 null']);
});

test('a family that no tree is of is doubted, with the nearest that there is', (t) => {
  const { errors, warnings, families } = read(t, {
    'families.yaml': 'fagaceae: { en: Beeches }\nFagacae: { en: x }\nOther: { es: y }\n',
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(found(warnings), ['unknown-family families.yaml:2 Fagacae', 'unknown-family families.yaml:3 Other']);
  assert.match(warnings[0].message, /No tree is of the family Fagacae\. Did you mean Fagaceae\?/);
  assert.deepEqual(families.get('fagaceae'), { en: 'Beeches' });
});

test('families.yml is read too; of both, families.yaml is, with a word about it', (t) => {
  assert.deepEqual(read(t, { 'families.yml': 'Fagaceae: { en: Oaks }' }).families.get('fagaceae'), { en: 'Oaks' });
  const both = read(t, { 'families.yml': 'Fagaceae: { en: Oaks }', 'families.yaml': 'Fagaceae: { en: Beeches }' });
  assert.deepEqual(both.families.get('fagaceae'), { en: 'Beeches' });
  assert.deepEqual(found(both.warnings), ['passed-over families.yml:null null']);
  const below = read(t, { 'en/families.yaml': 'Fagaceae: { en: Oaks }' });
  assert.deepEqual([below.families.size, found(below.warnings)], [0, ['passed-over en/families.yaml:null null']]);
});

test('invisible characters around a family are no part of it', (t) => {
  const { families, warnings } = read(t, { 'families.yaml': '"\\u200bFagaceae": { en: Beeches }' });
  assert.deepEqual([warnings, families.get('fagaceae')], [[], { en: 'Beeches' }]);
});

test('a blank name is none', (t) => {
  const { families, errors } = read(t, { 'families.yaml': 'Fagaceae: { en: "\\u200b", es: " Hayas " }' });
  assert.deepEqual([errors, families.get('fagaceae')], [[], { es: 'Hayas' }]);
});
