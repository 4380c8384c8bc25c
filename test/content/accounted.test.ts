// Whatever was read is a tree, or a draft, or named in an error: in every format, whatever it holds.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import type { Content } from '../../src/content/read.ts';
import { Findings } from '../../src/content/source/findings.ts';
import { RowAccounting } from '../../src/content/source/row-accounting.ts';
import { anyCharacter } from '../support/characters.ts';
import { often } from '../support/often.ts';
import { csv, found, OAK, oakPage, readFiles } from '../support/sources.ts';

type Fields = Record<string, unknown>;

const blank = fc.constantFrom('', ' ', '\u00a0', '\u200b', '\ufeff', ' \u200b\t', '\u2800', '\u00ad\u200d');
const odd = fc.constantFrom('\u0000', 'a\u001bb', '\ud800', '\u0085', 'x\ufffd', '\u200bOak', '…');
const hostileText = fc.oneof(
  blank,
  odd,
  fc.string({ unit: anyCharacter, maxLength: 8 }),
  fc.constantFrom('Oak', 'Roble'),
);
const hostile = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      0,
      1e300,
      [],
      {},
      [null],
      ['a', 1],
      { en: 'a', fr: 'b' },
      { fr: 'b' },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

/** Mostly good, so that every kind of outcome is common. */
const mostly = <T>(good: T, arbitrary: fc.Arbitrary<unknown> = hostile) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(good as unknown) }, { weight: 1, arbitrary });

const unit = fc.record(
  {
    slug: fc.oneof(fc.constantFrom<unknown>('oak', 'elm', 'ash', 'yew', 'fir'), mostly('oak')),
    locale: mostly('en', fc.constantFrom<unknown>('es', 'EN ', 'fr', '', 5, null)),
    draft: mostly(false, fc.constantFrom<unknown>(true, 'yes', 'Sí', 'maybe', '', [], 'no')),
    title: mostly('Oak'),
    description: mostly('A tree.'),
    scientificName: mostly('Quercus robur'),
    family: mostly('Fagaceae'),
    tags: mostly(['shade']),
    floweringSeason: mostly('may'),
    commonNames: mostly('English oak'),
    identifiers: mostly({ gbif: 1 }),
    bark: mostly('grey'),
    __proto__: mostly('x'),
  },
  { requiredKeys: [] },
);
const units = fc.array(unit, { minLength: 1, maxLength: 5 });

/** Titles by what they are when nothing surrounds them. */
const bare = (title: unknown) => String(title).replace(/^[\s\u200b\u2060\ufeff]+|[\s\u200b\u2060\ufeff]+$/g, '');

interface Written {
  fields: Fields;
  /** Whether a place is this unit's. */
  isAt(place: { file: string; line: number | null; row?: number | null }): boolean;
}

function assertAccounted(content: Content, written: Written[]): void {
  const { trees, errors, warnings, drafts, tally } = content;
  const named = [...errors, ...warnings.filter(({ code }) => code === 'incomplete-text')];
  for (const { fields, isAt } of written) {
    const ofTree = written.filter((each) => each.fields.slug === fields.slug);
    if (drafts.some(isAt) || ofTree.some((each) => named.some(each.isAt))) continue;
    const texts = trees
      .filter(({ slug }) => slug === String(fields.slug).trim())
      .flatMap((tree) => Object.values('isUnchanged' in tree ? tree.outline.texts : tree.texts));
    const isThere = texts.some(({ title }) => title === bare(fields.title));
    assert.ok(isThere, `${JSON.stringify(fields)} is lost: ${JSON.stringify([content.errors, content.warnings])}`);
  }
  assert.ok(trees.length > 0 || errors.length > 0, 'an empty result is an error');
  assert.equal(tally.read, tally.trees + tally.drafts + tally.refused);
  assert.ok(!errors.some(({ code }) => code === 'lost'), found(errors).join());
}

const lines = (fields: Fields) =>
  Object.entries(fields).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`);

function check(t: TestContext, write: (each: Fields[]) => { files: Record<string, string>; written: Written[] }): void {
  fc.assert(
    fc.property(units, (each) => {
      const { files, written } = write(each as Fields[]);
      assertAccounted(readFiles(t, files), written);
    }),
    { numRuns: often(30) },
  );
}

for (const extension of ['md', 'mdx']) {
  test(`whatever a .${extension} file holds`, (t) => {
    check(t, (each) => {
      const names = each.map((_, index) => `en/tree-${index}.${extension}`);
      const files = names.map((name, index) => [name, `---\n${lines(each[index]).join('')}---\nText.\n`]);
      const written = each.map((fields, index) => ({
        fields: { slug: `tree-${index}`, ...fields },
        isAt: ({ file }: { file: string }) => file === names[index],
      }));
      return { files: { 'README.md': '', ...Object.fromEntries(files) }, written: written.map(withSlugOfName) };
    });
  });
}

/** A blank slug is that of the file's name. */
function withSlugOfName(each: Written, index: number): Written {
  const { slug } = each.fields;
  const isBlank = slug === null || (typeof slug === 'string' && bare(slug).replace(/[\u2800\u00ad\u200d]/g, '') === '');
  return isBlank ? { ...each, fields: { ...each.fields, slug: `tree-${index}` } } : each;
}

test('whatever a JSON row holds', (t) => {
  check(t, (each) => ({
    files: { 't.json': JSON.stringify(each) },
    written: each.map((fields, index) => ({ fields, isAt: ({ row }) => row === index + 1 })),
  }));
});

test('whatever an NDJSON row holds', (t) => {
  check(t, (each) => ({
    files: { 't.ndjson': each.map((fields) => JSON.stringify(fields)).join('\n') },
    written: each.map((fields, index) => ({ fields, isAt: ({ line }) => line === index + 1 })),
  }));
});

test('whatever a CSV row holds', (t) => {
  const cell = (value: unknown) =>
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
  check(t, (each) => {
    const header = Object.keys(OAK).concat('slug', 'locale', 'draft', 'tags', 'floweringSeason', 'bark', '__proto__');
    const rows = each.map((fields) =>
      header.map((name) => cell(Object.hasOwn(fields, name) ? fields[name] : '').replace(/[\r\n]/g, '')),
    );
    const written = rows.map((row, index) => ({
      fields: Object.fromEntries(header.map((name, column) => [name, row[column].toWellFormed()])),
      isAt: ({ line }: { line: number | null }) => line === index + 2,
    }));
    return {
      files: { 't.csv': csv([header, ...rows]) },
      written: written.filter((_, index) => rows[index].some((text) => bare(text) !== '')),
    };
  });
});

test('a tree with a blank required value is named, whatever blank is made of', (t) => {
  for (const field of Object.keys(OAK)) {
    for (const nothing of ['  ', '\u200b', '\ufeff\u00a0', '\u2800', '\u3164', '\u00ad']) {
      const { trees, errors } = readFiles(t, { 'en/oak.md': oakPage({ [field]: nothing }), 'en/README.md': '' });
      assert.deepEqual(
        [trees.length, found(errors)],
        [0, [`missing-field en/oak.md:1 ${field}`]],
        JSON.stringify(nothing),
      );
    }
  }
});

test('nothing but drafts is an error, and so is nothing', (t) => {
  const draft = oakPage({ draft: true });
  const only = readFiles(t, { 'en/oak.md': draft, 'es/oak.md': draft });
  assert.deepEqual(
    only.errors.map(({ code }) => code),
    ['empty-source'],
  );
  assert.deepEqual(only.tally, { read: 2, trees: 0, drafts: 2, refused: 0 });
  assert.deepEqual(
    readFiles(t, { 't.json': '[{"slug":"a","draft":true}]' }).errors.map(({ code }) => code),
    ['empty-source'],
  );
});

test('a draft is kept out whatever is wrong with it, and the other language stays', (t) => {
  const wrong = { draft: 'yes', title: '', slug: 'Not A Slug', floweringSeason: 'x', tags: { fr: 1 } };
  const { trees, errors, drafts, tally } = readFiles(t, { 'en/oak.md': oakPage(), 'es/oak.md': oakPage(wrong) });
  assert.deepEqual(errors, []);
  assert.deepEqual(Object.keys(trees[0].texts), ['en']);
  assert.deepEqual(drafts, [{ file: 'es/oak.md', line: 1, row: null }]);
  assert.deepEqual(tally, { read: 2, trees: 1, drafts: 1, refused: 0 });
  const rows = [
    { slug: 'oak', ...OAK },
    { slug: '?', draft: true },
  ];
  assert.deepEqual(readFiles(t, { 't.json': JSON.stringify(rows) }).tally, {
    read: 2,
    trees: 1,
    drafts: 1,
    refused: 0,
  });
  assert.deepEqual(found(readFiles(t, { 'en/oak.md': oakPage({ draft: 'maybe' }), 'en/README.md': '' }).errors), [
    'wrong-type en/oak.md:6 draft',
  ]);
});

test('the account itself names what was lost', () => {
  const [accounting, findings] = [new RowAccounting(), new Findings()];
  const [kept, lost, refused] = ['a', 'b', 'c'].map((file) => accounting.open({ file, row: null, lineOf: () => 7 }));
  kept.outcome = 'tree';
  findings.error('bad-slug', { file: 'c', line: 1, unit: refused }, 'Bad.');
  assert.deepEqual(accounting.close(findings), { read: 3, trees: 1, drafts: 0, refused: 2 });
  assert.deepEqual(found(findings.errors), ['lost b:7 null', 'bad-slug c:1 null']);
  assert.equal(lost.outcome, undefined);
});
