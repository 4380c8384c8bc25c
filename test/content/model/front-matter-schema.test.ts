// The JSON Schema of front matter and what reads front matter say the same.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { frontMatterSchema } from '../../../src/content/model/templates.ts';
import { FIELD_NAMES } from '../../../src/domain/fields/fields.ts';
import { found, OAK, oakPage, readFiles } from '../../support/sources.ts';

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url));
const isValid = new Ajv({ strict: true, strictTypes: true, allErrors: true }).compile(frontMatterSchema());

function errorsOf(t: TestContext, fields: object): string[] {
  return found(readFiles(t, { 'en/oak.md': oakPage({ ...fields }), 'es/elm.md': oakPage() }).errors);
}

test('every file of the sample catalogue is valid', () => {
  const files = globSync('trees/*/*.md', { cwd: CONTENT });
  assert.ok(files.length > 300);
  for (const file of files) {
    const [, yaml] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(CONTENT, file), 'utf8')) as RegExpExecArray;
    assert.ok(isValid(parse(yaml)), `${file}: ${JSON.stringify(isValid.errors)}`);
  }
});

const GOOD: Record<string, unknown[]> = {
  slug: ['oak', 5, '', null],
  locale: ['en', 'es'],
  draft: [false, null],
  title: ['Oak'],
  tags: ['shade', ['shade', 'sacred'], ['', null], '', null, []],
  bodyFormat: ['mdx'],
  conservationStatus: [
    'LC',
    'vu',
    'Vulnerable',
    'En peligro crítico',
    'EN PELIGRO CRITICO',
    'data-deficient',
    '',
    null,
  ],
  floweringSeason: [
    'may',
    'MAYO',
    'Sep',
    5,
    '05',
    [1, 'dic', 'Setiembre'],
    'all-year',
    'todo el año',
    'april|may | jun',
    [],
    null,
  ],
  updatedAt: ['2026-01-31', '2026-01-31T12:00:00Z', '2026-01-31 12:00+02:00', '2026-01-31t12:00:00.5z', '', null],
  commonNames: [
    'Oak',
    ['Oak', { name: 'Chêne', language: 'fr' }],
    { fr: ['Chêne'], es: 'Roble' },
    { name: 'x' },
    [],
    null,
  ],
  identifiers: [{ gbif: 5, wfo: 'wfo-1', tropicos: 'x', ipni: null }, {}, null],
  conservationAssessment: [
    { year: 2023, criteria: 'A2cd', scope: 'global' },
    { year: '2023', scope: 'Nacional' },
    { year: 1998 },
    { scope: 'MUNDIAL', criteria: null },
    {},
    null,
  ],
  maxHeight: ['40 m', 40, { min: 10, max: 40 }, null],
  images: ['a.jpg', ['a.jpg', { src: 'b.jpg' }]],
  herbarium: ['0042', 1, [], { a: 1 }],
};

const BAD: Record<string, unknown[]> = {
  slug: ['Big Oak', ['oak'], 'a_b', '-a'],
  locale: ['fr', 5],
  draft: ['maybe', 5],
  title: ['', ' ', null, 5, ['Oak']],
  description: [null, {}],
  scientificName: [5, ['x']],
  tags: [5, [5], { en: 'x' }],
  bodyFormat: ['html'],
  conservationStatus: ['Rare', 5, ['LC']],
  floweringSeason: ['Aprilish', 13, ['may', 'x'], {}, 'april, may', 'april||x'],
  updatedAt: ['yesterday', '2026-1-1', 5, '2026-01-31T12'],
  commonNames: [5, [[1]], [{ name: 'x', region: 'y' }], [{ language: 'fr', name: '' }], { language: 'French' }],
  identifiers: ['wfo-1', { gbif: [] }, { gbif: true }],
  conservationAssessment: [
    2023,
    'global',
    [{ year: 2023 }],
    { year: 23 },
    { year: '2023-01-01' },
    { year: 2023.5 },
    { criteria: 5 },
    { scope: 'galactic' },
    { assessor: 'IUCN' },
  ],
  'title.es': ['Roble'],
  'identifiers.gbif': [5],
};

test('what is read without an error is valid, in every way that it may be written', (t) => {
  for (const [field, values] of Object.entries(GOOD)) {
    for (const value of values) {
      const fields = { ...OAK, [field]: value };
      assert.deepEqual(errorsOf(t, fields), [], `${field}: ${JSON.stringify(value)}`);
      assert.ok(isValid(fields), `${field}: ${JSON.stringify(value)}: ${JSON.stringify(isValid.errors)}`);
    }
  }
});

test('what is an error is not valid', (t) => {
  for (const [field, values] of Object.entries(BAD)) {
    for (const value of values) {
      const fields = { ...OAK, [field]: value };
      assert.equal(errorsOf(t, fields).length > 0, true, `${field}: ${JSON.stringify(value)} is read`);
      assert.equal(isValid(fields), false, `${field}: ${JSON.stringify(value)}`);
    }
  }
  assert.equal(isValid({ title: 'Oak' }), false);
  assert.ok(isValid({ draft: true }), 'a draft may lack everything');
});

test('it has every field, each with a word about it', () => {
  const { properties } = frontMatterSchema() as { properties: Record<string, { description: string }> };
  assert.deepEqual(Object.keys(properties), ['slug', 'locale', 'draft', ...FIELD_NAMES]);
  for (const [name, { description }] of Object.entries(properties)) assert.match(description, /^\S.{5,}\.$/, name);
});
