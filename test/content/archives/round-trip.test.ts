// An archive that was exported is a source: what comes back of a catalogue is what docs/content.md says.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { exportChunks } from '../../../src/catalogue/export/export.ts';
import { FACT_NAMES, TEXT_NAMES } from '../../../src/domain/fields/fields.ts';
import { trimmed } from '../../../src/domain/text.ts';
import type { FamilyNames, Tree } from '../../../src/domain/tree.ts';
import { fold } from '../../../src/domain/vocabulary.ts';
import { compile } from '../../../src/snapshot/compile.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { hostileCatalogues } from '../../support/hostile-trees.ts';
import { often } from '../../support/often.ts';
import { readAll } from '../../support/sources.ts';
import { makeText, makeTree } from '../../support/trees.ts';

const DATASET = {
  title: 'Trees',
  contact: null,
  address: null,
  policy: null,
  revision: 'r1',
  publishedAt: '2026-01-01',
};

function roundTrip(t: TestContext) {
  const file = join(temporaryFolder(t), 'trees.zip');
  return (content: { trees: Tree[]; families: FamilyNames }) => {
    const catalogue = new Catalogue(openSnapshot(compile(content)));
    const chunks = exportChunks(catalogue, { format: 'dwca', locale: 'en', filters: {} }, DATASET);
    writeFileSync(file, Buffer.concat(Array.from(chunks, ({ bytes }) => bytes)));
    return readAll(file);
  };
}

/** The table of the docs: by field, what it says of it. */
function documented(): Map<string, string> {
  const docs = readFileSync(new URL('../../../docs/content.md', import.meta.url), 'utf8');
  const [, table = ''] = /\| field \| comes back \|\n\| --- \| --- \|\n((?:\|.*\n)+)/.exec(docs) ?? [];
  const rows = table.trimEnd().split('\n');
  return new Map(
    rows.flatMap((row) => {
      const [, fields, what] = row.split('|').map((cell) => cell.trim());
      return Array.from(fields.matchAll(/`(\w+)`/g), ([, field]): [string, string] => [field, what]);
    }),
  );
}

const bySlug = (trees: Tree[]) => trees.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
const plainly = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

test('of the sample comes back what the docs say, and each field stands there', (t) => {
  const sample = readAll('content');
  const { trees, errors, passedOver } = roundTrip(t)(sample);
  assert.deepEqual([errors, passedOver], [[], []]);
  assert.deepEqual(trees.map(({ slug }) => slug).sort(), sample.trees.map(({ slug }) => slug).sort());
  const told = documented();
  assert.deepEqual([...told.keys()].sort(), ['slug', ...FACT_NAMES, ...TEXT_NAMES, 'attributes'].sort());
  const whole = [...told].filter(([, what]) => what === 'yes').map(([field]) => field);
  for (const name of ['scientificName', 'synonyms', 'commonNames', 'title', 'distribution', 'conservationStatus'])
    assert.ok(whole.includes(name), name);
  for (const name of ['description', 'body', 'identifiers']) assert.ok(whole.includes(name), name);
  for (const [at, tree] of bySlug(sample.trees).entries()) {
    const back = bySlug(trees)[at];
    for (const name of FACT_NAMES.filter((each) => whole.includes(each)))
      assert.deepEqual(plainly(back[name]), plainly(tree[name]), `${tree.slug}: ${name}`);
    for (const [locale, text] of Object.entries(tree.texts)) {
      const other = back.texts[locale as 'en'];
      for (const name of TEXT_NAMES.filter((each) => whole.includes(each)))
        assert.deepEqual(plainly(other?.[name]), plainly(text[name]), `${tree.slug} in ${locale}: ${name}`);
    }
  }
});

test('numbers and true or false come back as texts, and no image is made of one', (t) => {
  const text = makeText({
    maxHeight: 1.5,
    elevation: -1,
    toxicityLevel: 0,
    skinContactRisk: false,
    allergenRisk: true,
  });
  const tree = makeTree({ featuredImage: false, texts: { en: text } });
  const [back] = roundTrip(t)({ trees: [tree], families: new Map() }).trees;
  const { maxHeight, elevation, toxicityLevel, skinContactRisk, allergenRisk } = back.texts.en as typeof text;
  assert.deepEqual(
    [maxHeight, elevation, toxicityLevel, skinContactRisk, allergenRisk],
    ['1.5', '-1', '0', 'false', 'true'],
  );
  assert.deepEqual([back.featuredImage, back.images], [null, []]);
});

/** Reading takes a run of blanks inside a name for one. */
const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

test('of hostile catalogues come back names, synonyms, vernaculars, places, categories, descriptions and identifiers', (t) => {
  const publishAgain = roundTrip(t);
  fc.assert(
    fc.property(hostileCatalogues, (content) => {
      const { trees, errors } = publishAgain(content);
      assert.deepEqual(errors, []);
      assert.equal(trees.length, content.trees.length);
      for (const [at, tree] of bySlug(content.trees).entries()) {
        const back = bySlug(trees)[at];
        assert.equal(back.slug, tree.slug);
        assert.equal(inOneLine(back.scientificName), inOneLine(tree.scientificName));
        for (const name of ['family', 'conservationStatus', 'distribution'] as const)
          assert.deepEqual(back[name], tree[name], name);
        // Not the name itself.
        const isOther = (synonym: string) => fold(synonym) !== fold(inOneLine(tree.scientificName));
        assert.deepEqual(new Set(back.synonyms.map(inOneLine)), new Set(tree.synonyms.map(inOneLine).filter(isOther)));
        assert.deepEqual(plainly(back.commonNames), plainly(tree.commonNames));
        // What its catalogue cannot have stands beside the others, under another name.
        const kept = JSON.stringify([back.identifiers, Object.values(back.texts).map((text) => text.attributes)]);
        for (const identifier of Object.values(tree.identifiers))
          if (identifier !== null) assert.ok(kept.includes(JSON.stringify(identifier).slice(1, -1)), identifier);
        for (const [locale, { title, description, body }] of Object.entries(tree.texts)) {
          const other = back.texts[locale as 'en'];
          assert.deepEqual([other?.title, other?.description], [title, description]);
          assert.equal(other?.body ?? '', trimmed(body ?? ''));
        }
      }
    }),
    { numRuns: often(30) },
  );
});
