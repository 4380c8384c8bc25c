// What the record's schema says of its largest values: publishing lets nothing larger through.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { MAX_CHARACTERS, MAX_ITEMS } from '../../../src/domain/fields/field-types.ts';
import { FIELD_NAMES } from '../../../src/domain/fields/fields.ts';
import { MAX_SLUG_LENGTH } from '../../../src/domain/slugs.ts';
import { TreeDetail, toDetail } from '../../../src/domain/tree.ts';
import { writeFiles } from '../../support/folders.ts';
import { readAll } from '../../support/sources.ts';

const GOOD = { slug: 'oak', title: 'Oak', scientificName: 'Quercus robur', family: 'Fagaceae', description: 'A tree.' };
const schemas = TreeDetail.properties as Record<string, any>;

function errorsOf(t: TestContext, fields: Record<string, unknown>): string[] {
  const row = JSON.stringify({ locale: 'en', ...GOOD, ...fields });
  const { errors } = readAll(join(writeFiles(t, { 'trees.ndjson': row }), 'trees.ndjson'));
  return errors.map(({ code, field }) => `${code} ${field}`);
}

test('good content has no error here', (t) => assert.deepEqual(errorsOf(t, {}), []));

test('a text that is longer than the schema allows is not published', (t) => {
  const limited = FIELD_NAMES.filter((name) => {
    const { maxLength, items, anyOf } = schemas[name];
    return (maxLength ?? items?.maxLength ?? anyOf?.[0].maxLength) === MAX_CHARACTERS;
  });
  assert.ok(limited.length > 6, limited.join(' '));
  for (const name of limited) {
    const errors = errorsOf(t, { [name]: 'x'.repeat(MAX_CHARACTERS + 1) });
    assert.ok(errors.includes(`too-large ${name}`), name);
  }
  assert.notDeepEqual(errorsOf(t, { slug: 'x'.repeat(MAX_SLUG_LENGTH + 1) }), []);
});

test('a list that is longer than the schema allows is not published', (t) => {
  const limited = FIELD_NAMES.filter((name) => schemas[name].maxItems === MAX_ITEMS);
  assert.ok(limited.length > 4, limited.join(' '));
  for (const name of limited) {
    const items = Array.from({ length: MAX_ITEMS + 1 }, (_, number) => `x${number}`);
    assert.ok(errorsOf(t, { [name]: items }).includes(`too-large ${name}`), name);
  }
});

test('names by language are one list, and so is what both languages tell', (t) => {
  assert.deepEqual([schemas.commonNames.maxItems, schemas.formerSlugs.maxItems], [MAX_ITEMS, MAX_ITEMS]);
  const half = Array.from({ length: MAX_ITEMS / 2 }, (_, number) => `x${number}`);
  const more = [...half, 'y'];
  assert.deepEqual(errorsOf(t, { 'commonNames.fr': half, 'commonNames.de': half }), []);
  assert.deepEqual(errorsOf(t, { 'commonNames.fr': half, 'commonNames.de': more }), ['too-large commonNames.fr']);
  const others = more.map((each) => `other-${each}`);
  assert.deepEqual(errorsOf(t, { 'formerSlugs.en': half, 'formerSlugs.es': others.slice(1) }), []);
  assert.deepEqual(errorsOf(t, { 'formerSlugs.en': half, 'formerSlugs.es': others }), ['too-large formerSlugs.en']);
});

test('no tree is published that is larger than it may be as it is served, whatever makes it so', (t) => {
  const most = 500_000;
  const letters = Array.from({ length: 9_000 }, (_, at) => String.fromCodePoint(0x4e00 + at));
  const long = (letter: string) => letter.repeat(most / 2);
  const grown: Record<string, Record<string, unknown>> = {
    'names of a long language': { 'commonNames.nah-aaaaaaaa-bbbbbbbb-cccccccc': letters.join('|') },
    'attributes of long names': { [long('a')]: 1, [long('b')]: 2 },
    'attributes of long names, all at once': { 'attributes.en': { [long('a')]: 1, [long('b')]: 2 } },
    'a text of escapes': { bark: '"\n'.repeat(most / 4) },
    'a list with bars': { uses: letters.map((letter) => letter.repeat(18)).join('|') },
  };
  for (const [what, fields] of Object.entries(grown)) {
    const source = writeFiles(t, { 'trees.ndjson': JSON.stringify({ ...GOOD, ...fields }) });
    const { errors, trees } = readAll(join(source, 'trees.ndjson'), { maxTreeBytes: most });
    const bytes = Math.max(...trees.map((tree) => Buffer.byteLength(JSON.stringify(toDetail(tree, 'en')))));
    assert.ok(bytes > most, `${what}: ${bytes}`);
    assert.deepEqual(
      errors.map(({ code }) => code),
      ['too-large'],
      what,
    );
  }
});
