// The table of fields: what is derived from it fits together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  FACT_NAMES,
  FIELD_NAMES,
  FIELDS,
  REQUIRED_FACTS,
  REQUIRED_TEXTS,
  TEXT_NAMES,
} from '../../src/domain/fields/fields.ts';
import { FILTERS, SORTS } from '../../src/domain/questions.ts';
import { TreeDetail, TreeRecord, TreeSummary, toDetail, toJsonByView } from '../../src/domain/tree.ts';
import { makeTree } from '../support/trees.ts';

const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } });
const namesOf = (schema: Record<string, unknown>) => Object.keys(schema.properties as object);

test('each view begins with the one before, and their pieces make up the tree', () => {
  const [summary, record, detail] = [TreeSummary, TreeRecord, TreeDetail].map(namesOf);
  assert.deepEqual(record.slice(0, summary.length), summary);
  assert.deepEqual(detail.slice(0, record.length), record);
  assert.deepEqual(detail.toSorted(), Object.keys(FIELDS).toSorted());
  const tree = makeTree();
  assert.deepEqual(Object.keys(toDetail(tree, 'en')), detail);
  const pieces = toJsonByView(tree, 'en');
  assert.deepEqual(Object.keys(JSON.parse(`${pieces.summary}}`)), summary);
  assert.deepEqual(Object.keys(JSON.parse(`${pieces.summary}${pieces.record}}`)), record);
});

test('what is served where nothing is written, and every example, is what the schema says', () => {
  for (const name of FIELD_NAMES) {
    const { type, schema, example } = FIELDS[name];
    for (const value of [type.none, example]) if (value !== undefined) assert.ok(ajv.validate(schema, value), name);
  }
});

test('blanks in a list of facts are passed over without a word', () => {
  // Images are kept as they were authored.
  for (const name of FACT_NAMES.filter((each) => each !== 'images' && Array.isArray(FIELDS[each].type.none))) {
    const told: string[] = [];
    const tell = (code: string) => void told.push(`${name}: ${code}`);
    const read = FIELDS[name].type.read(['', ' \t', null, '\u200b'], { complain: tell, doubt: tell, locale: 'en' });
    assert.deepEqual([read ?? [], told], [[], []], name);
  }
});

test('what a tree needs is required, and nothing else', () => {
  assert.deepEqual(
    [REQUIRED_TEXTS, REQUIRED_FACTS],
    [
      ['title', 'description'],
      ['scientificName', 'family'],
    ],
  );
});

test('what is filtered openly is a label, and what is filtered or sorted by is in lists', () => {
  const labels = [...FACT_NAMES, ...TEXT_NAMES].filter((name) => FIELDS[name].type.isLabel);
  assert.deepEqual(labels, ['family', 'distribution', 'tags']);
  for (const name of [...FILTERS, ...SORTS])
    assert.notEqual(FIELDS[name === 'tag' ? 'tags' : name].view, 'detail', name);
});

test('terms are of Darwin Core or of what its archives use beside it', () => {
  const terms = FIELD_NAMES.flatMap((name) => FIELDS[name].term ?? []);
  assert.ok(terms.length > 6);
  for (const term of terms) assert.match(term, /^(?:dwc|dcterms|iucn):[a-z][A-Za-z]+$/);
});
