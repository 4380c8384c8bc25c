// A tree is made as soon as it seems whole, and taken back where more of it comes: never to another end than making it last.

import assert from 'node:assert/strict';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { readUnits } from '../../../src/content/formats/registry.ts';
import { checkAcross } from '../../../src/content/model/cross-checks.ts';
import { isReread, type ReadUnit } from '../../../src/content/model/read-unit.ts';
import { assembleTrees, type SeemsWhole, seemsWhole } from '../../../src/content/model/tree-assembly.ts';
import { checkSource } from '../../../src/content/read.ts';
import type { SourceContext } from '../../../src/content/source/context.ts';
import { Findings } from '../../../src/content/source/findings.ts';
import { RowAccounting } from '../../../src/content/source/row-accounting.ts';
import type { Tree } from '../../../src/domain/tree.ts';
import { writeFiles } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { found, oakPage, readAll, readFiles } from '../../support/sources.ts';

type Files = Record<string, string>;

const LAST: SeemsWhole = () => false;
const AT_ONCE: SeemsWhole = (group) => group.every((read) => isReread(read) && read.versions !== undefined);

const KEEP_ALL = (tree: Tree) => tree;

function newContext(): SourceContext {
  const about = { defaultLocale: 'en', maxTreeBytes: 1_000_000, progress() {} } as const;
  return { ...about, findings: new Findings(), accounting: new RowAccounting(), familyNames: new Map() };
}

/** All that becomes of a source. */
function outcome(path: string, isWhole: SeemsWhole): unknown {
  const context = newContext();
  const units = readUnits({ path, name: 'source' }, statSync(path), context, {});
  const all = assembleTrees(units, context, KEEP_ALL, isWhole);
  checkAcross(all, context);
  const { findings, accounting } = context;
  const tally = accounting.close(findings);
  const { errors, warnings, passedOver } = findings;
  const trees = all.map(({ kept, families, group }) => ({
    ...kept,
    families,
    places: [...new Set(group.map(({ unit }) => unit))].map((unit) => [unit.file, unit.lineOf('')]),
  }));
  return { trees, errors, warnings, passedOver, tally, drafts: accounting.drafts.length };
}

function checkAlike(t: TestContext, files: Files, name: string): void {
  const folder = writeFiles(t, files);
  try {
    const last = outcome(join(folder, name), LAST);
    assert.deepEqual(outcome(join(folder, name), seemsWhole), last);
    assert.deepEqual(outcome(join(folder, name), AT_ONCE), last);
    const { trees, errors, warnings, drafts, tally } = readAll(join(folder, name));
    const report = checkSource(join(folder, name), { defaultLocale: 'en' });
    assert.equal(report.trees.length, trees.length);
    for (const [what, value] of Object.entries({ errors, warnings, drafts, tally }))
      assert.deepEqual(report[what as 'tally'], value);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const maybe = (...values: unknown[]) => fc.constantFrom(undefined, undefined, undefined, ...values);
const facts = {
  scientificName: fc.constantFrom('Quercus robur', 'Ulmus minor', 'Ulmus minor Mill.'),
  family: fc.constantFrom<unknown>('Fagaceae', 'fagaceae', 'Ulmaceae', 5, ''),
  draft: maybe(true, 'maybe'),
  distribution: maybe(['Spain'], ['spain', 'France'], 'a, b', [1]),
  floweringSeason: maybe('may', 'soon'),
  formerSlugs: maybe('oak', 'old-oak', 'Old'),
  commonNames: maybe('Common oak', [{ name: 'Roble', language: 'es' }], [{ name: 'x', of: 'y' }]),
  bark: maybe('grey', 'x\u0007', { en: 'grey', es: 'gris' }),
  Tags: maybe('x'),
};
const slug = fc.constantFrom<unknown>('oak', 'elm', 'ash', 'No slug', '');
const text = maybe('Oak', 'Elm');
const rows = fc.array(
  fc.record({
    slug,
    locale: maybe('en', 'es', 'fr'),
    ...{ 'title.en': text, 'title.es': text, title: text, 'tags.en': maybe(['Shade'], ['shade']) },
    ...{ 'description.en': text, 'description.es': text, description: text },
    ...{ 'family.commonName.en': maybe('Beeches', 'Elms'), ...facts },
  }),
  { minLength: 1, maxLength: 7 },
);

const TABLES: Record<string, (rows: object[]) => string> = {
  'trees.ndjson': (all) => all.map((row) => JSON.stringify(row)).join('\n'),
  'trees.json': (all) => JSON.stringify(all),
  'broken.json': (all) => `[${all.map((row) => JSON.stringify(row)).join(', ')}, {"slug": "oak", "slug": "elm"}]`,
};

for (const [name, write] of Object.entries(TABLES)) {
  test(`random rows of ${name} become the same, whenever their trees are made, and whoever wants those`, (t) => {
    const check = (all: object[]) => checkAlike(t, { [name]: write(all) }, name);
    fc.assert(fc.property(rows, check), { numRuns: often(60, 2_000) });
  });
}

test('random files become the same, whenever their trees are made', (t) => {
  const page = fc.record({ slug: maybe('oak', 'elm'), locale: maybe('es', 'fr'), ...facts }).map((given) => {
    const told = Object.entries(given).filter(([, value]) => value !== undefined);
    return oakPage(Object.fromEntries(told));
  });
  const name = fc.constantFrom('en/oak.md', 'es/oak.md', 'oak.es.md', 'en/elm.md', 'es/elm.mdx', 'b/en/oak.md');
  const folders = fc.dictionary(name, page, { minKeys: 1 });
  fc.assert(
    fc.property(folders, (files) => checkAlike(t, files, '')),
    { numRuns: often(60, 2_000) },
  );
});

const ENGLISH = { slug: 'oak', scientificName: 'Quercus robur', family: 'Fagaceae', 'title.en': 'Oak' };
const WORDS = { 'description.en': 'A tree.', 'description.es': 'Un árbol.' };
const first = { ...ENGLISH, ...WORDS, 'title.es': 'Roble', Tags: 'x', floweringSeason: 'soon' };
const second = { ...first, scientificName: 'Quercus', distribution: 'a, b' };
const between = Array.from({ length: 50 }, (_, at) => ({
  ...first,
  slug: `tree-${at}`,
  scientificName: `Acer n${at}`,
}));
const ndjson = (all: object[]) => ({ 'trees.ndjson': all.map((row) => JSON.stringify(row)).join('\n') });

test('two rows of one slug far apart say what they say side by side', (t) => {
  const [near, far] = [
    [first, second, ...between],
    [first, ...between, second],
  ].map((all) => readFiles(t, ndjson(all)));
  const withoutLines = (text: string) => text.replace(/line \d+/, 'line');
  const said = ({ errors, warnings }: typeof near) =>
    [...errors, ...warnings]
      .filter((finding) => finding.slug === 'oak')
      .map(({ code, field, message }) => `${code} ${field} ${withoutLines(message)}`);
  assert.deepEqual(said(far), said(near));
  assert.ok(said(far).some((each) => each.startsWith('duplicate-slug')));
  assert.deepEqual(far.tally, near.tally);
  assert.deepEqual(far.trees[0], near.trees[0]);
});

test('what is said of a tree that seemed whole is not said where its other language comes later', (t) => {
  const spanish = { slug: 'oak', 'title.es': 'Roble', 'description.es': 'Un árbol.' };
  const english = { ...ENGLISH, 'description.en': 'A tree.' };
  assert.deepEqual(found(readFiles(t, ndjson([english])).warnings), ['one-language trees.ndjson:1 null']);
  const { errors, warnings, trees } = readFiles(t, ndjson([english, ...between, spanish]));
  assert.deepEqual(
    found([...errors, ...warnings]).filter((each) => each.startsWith('one-language')),
    [],
  );
  assert.deepEqual(Object.keys(trees[0].texts), ['en', 'es']);
});

test('where a file cannot be read as a tree, the other file of that tree is refused with it', (t) => {
  const files = { 'en/oak.md': oakPage({ family: 'x\u0007' }), 'es/oak.md': oakPage({ family: '' }) };
  const { errors, tally } = readFiles(t, files);
  assert.deepEqual(found(errors), ['bad-character en/oak.md:4 family']);
  assert.deepEqual(tally, { read: 2, trees: 0, drafts: 0, refused: 2 });
});

test('what is broken in a draft of a JSON list is not told, and what is broken in a tree is, before what is wrong with it', (t) => {
  const twice = JSON.stringify(first).replace('{', '{"slug": "elm", ');
  const draft = twice.replace('{', '{"draft": true, ');
  const { errors, tally } = readFiles(t, { 'trees.json': `[${draft}, ${twice}]` });
  assert.deepEqual(
    errors.map(({ code, row }) => `${code} ${row}`),
    ['duplicate-key 2', 'unknown-key 2', 'bad-month 2'],
  );
  assert.deepEqual(tally, { read: 2, trees: 0, drafts: 1, refused: 1 });
});

test('who does not want the trees is told all that is seen across them', (t) => {
  const other = { ...first, slug: 'elm', formerSlugs: ['oak'], family: 'FAGACEAE', distribution: ['spain'] };
  const all = [
    { ...first, distribution: ['Spain'], 'tags.en': ['Shade'], 'tags.es': ['Sombra'] },
    { ...other, 'tags.en': ['shade'], 'tags.es': ['sombra'] },
  ];
  const path = join(writeFiles(t, ndjson(all)), 'trees.ndjson');
  const [whole, report] = [readAll(path), checkSource(path, { defaultLocale: 'en' })];
  const codes = [...report.errors, ...report.warnings].map(({ code, field }) => `${code} ${field}`);
  const across = ['former-slug-taken formerSlugs', 'duplicate-name scientificName'].concat(
    ['family', 'distribution', 'tags.en', 'tags.es'].map((field) => `spelling-differs ${field}`),
  );
  assert.deepEqual(
    across.filter((each) => !codes.includes(each)),
    [],
  );
  assert.deepEqual([report.errors, report.warnings], [whole.errors, whole.warnings]);
});

test('what was read of a tree is let go once it is made, and of many rows of one tree only the first is read twice', (t) => {
  const path = join(writeFiles(t, ndjson(Array.from({ length: 200 }, () => first))), 'trees.ndjson');
  const context = newContext();
  const units: ReadUnit[] = [];
  let times = 0;
  const counted = function* () {
    for (const unit of readUnits({ path, name: 'source' }, statSync(path), context, {})) {
      if (!isReread(unit)) continue;
      const { read } = unit;
      unit.read = () => {
        times++;
        return read();
      };
      units.push(unit);
      yield unit;
    }
  };
  assembleTrees(counted(), context, KEEP_ALL);
  assert.equal(times, 1);
  assert.ok(units.every((unit) => isReread(unit) && unit.versions === undefined));
});

test('many rows of one tree in one language are not looked at again with each of them', (t) => {
  const rows = Array.from({ length: 200 }, () => ({ ...ENGLISH, locale: 'en' }));
  const path = join(writeFiles(t, ndjson(rows)), 'trees.ndjson');
  const context = newContext();
  let looks = 0;
  const get = (unit: ReadUnit, key: string) => {
    if (key === 'versions') looks++;
    return Reflect.get(unit, key);
  };
  const counted = function* () {
    for (const unit of readUnits({ path, name: 'source' }, statSync(path), context, {})) yield new Proxy(unit, { get });
  };
  assembleTrees(counted(), context, KEEP_ALL);
  assert.ok(looks <= 3 * rows.length, `${looks} looks`);
});

test('files are made a tree once, when the last of their languages was read', (t) => {
  const folder = writeFiles(t, { 'en/oak.md': oakPage(), 'es/oak.md': oakPage(), 'es/zelkova.md': oakPage() });
  const context = newContext();
  const seen: [string, boolean][] = [];
  assembleTrees(readUnits({ path: folder, name: '' }, statSync(folder), context, {}), context, KEEP_ALL, (group) => {
    seen.push([group.map(({ unit }) => unit.file).join(' '), seemsWhole(group)]);
    return seemsWhole(group);
  });
  assert.deepEqual(seen, [
    ['en/oak.md', false],
    ['en/oak.md es/oak.md', true],
    ['es/zelkova.md', false],
  ]);
});
