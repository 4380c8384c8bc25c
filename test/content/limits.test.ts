// What the record's schema says of its largest values: publishing lets nothing larger through.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readSource } from '../../src/content/read.ts';
import { MOST_CHARACTERS, MOST_ITEMS } from '../../src/domain/field-types.ts';
import { FIELD_NAMES } from '../../src/domain/fields.ts';
import { LONGEST_SLUG } from '../../src/domain/slugs.ts';
import { TreeDetail } from '../../src/domain/tree.ts';
import { writeFiles } from '../support/folders.ts';

const GOOD = { slug: 'oak', title: 'Oak', scientificName: 'Quercus robur', family: 'Fagaceae', description: 'A tree.' };
const schemas = TreeDetail.properties as Record<string, any>;

function errorsOf(t: TestContext, fields: Record<string, unknown>): string[] {
  const row = JSON.stringify({ locale: 'en', ...GOOD, ...fields });
  const { errors } = readSource(join(writeFiles(t, { 'trees.ndjson': row }), 'trees.ndjson'), 'en');
  return errors.map(({ code, field }) => `${code} ${field}`);
}

test('good content has no error here', (t) => assert.deepEqual(errorsOf(t, {}), []));

test('a text that is longer than the schema allows is not published', (t) => {
  const limited = FIELD_NAMES.filter((name) => {
    const { maxLength, items, anyOf } = schemas[name];
    return (maxLength ?? items?.maxLength ?? anyOf?.[0].maxLength) === MOST_CHARACTERS;
  });
  assert.ok(limited.length > 6, limited.join(' '));
  for (const name of limited) {
    const errors = errorsOf(t, { [name]: 'x'.repeat(MOST_CHARACTERS + 1) });
    assert.ok(errors.includes(`too-large ${name}`), name);
  }
  assert.notDeepEqual(errorsOf(t, { slug: 'x'.repeat(LONGEST_SLUG + 1) }), []);
});

test('a list that is longer than the schema allows is not published', (t) => {
  const limited = FIELD_NAMES.filter((name) => schemas[name].maxItems === MOST_ITEMS);
  assert.ok(limited.length > 4, limited.join(' '));
  for (const name of limited) {
    const items = Array.from({ length: MOST_ITEMS + 1 }, (_, number) => `x${number}`);
    assert.ok(errorsOf(t, { [name]: items }).includes(`too-large ${name}`), name);
  }
});

test('names by language are one list, and so is what both languages tell', (t) => {
  assert.deepEqual([schemas.commonNames.maxItems, schemas.formerSlugs.maxItems], [MOST_ITEMS, MOST_ITEMS]);
  const half = Array.from({ length: MOST_ITEMS / 2 }, (_, number) => `x${number}`);
  const more = [...half, 'y'];
  assert.deepEqual(errorsOf(t, { 'commonNames.fr': half, 'commonNames.de': half }), []);
  assert.deepEqual(errorsOf(t, { 'commonNames.fr': half, 'commonNames.de': more }), ['too-large commonNames.fr']);
  const others = more.map((each) => `other-${each}`);
  assert.deepEqual(errorsOf(t, { 'formerSlugs.en': half, 'formerSlugs.es': others.slice(1) }), []);
  assert.deepEqual(errorsOf(t, { 'formerSlugs.en': half, 'formerSlugs.es': others }), ['too-large formerSlugs.en']);
});
