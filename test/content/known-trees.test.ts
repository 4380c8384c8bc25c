// What was read before and is as it was is taken as it was made: never to another end than reading everything.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { isAcross } from '../../src/content/across.ts';
import { KnownTrees, type Origin } from '../../src/content/known-trees.ts';
import { KnownTree, outlineOf } from '../../src/content/outline.ts';
import { type Content, readSource } from '../../src/content/read.ts';
import type { Tree, TreeText } from '../../src/domain/tree.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { writeFiles } from '../support/folders.ts';
import { often } from '../support/often.ts';
import { packed, unpacked } from '../support/packed.ts';
import { csv, found, OAK, oakPage } from '../support/sources.ts';
import { makeText, makeTree } from '../support/trees.ts';

type Files = Record<string, string>;
type Row = Record<string, unknown>;

/** What the next publish knows of a content: as it comes from the store, and from a file. */
function knownFrom(content: Content | undefined): KnownTrees {
  if (!content) return new KnownTrees();
  const { trees } = unpacked(packed(content));
  return knownTrees(trees, content.origins, content.warnings.some(isAcross) ? [] : trees);
}

/** What trees were made of, told of these. */
function knownTrees(trees: Tree[], origins: Origin[], silent: Tree[] = []): KnownTrees {
  const bySlug = new Map(trees.map((tree) => [tree.slug, tree]));
  const kept = origins.map(({ tree, units }) => ({
    tree: bySlug.get(tree.slug) as Tree,
    units: structuredClone(units),
  }));
  return new KnownTrees(kept, silent);
}

function readBoth(t: TestContext, files: Files, name: string, last: Content | undefined): [Content, Content] {
  const folder = writeFiles(t, files);
  const read = (knownTrees: KnownTrees) =>
    readSource(join(folder, name), 'en', undefined, 5000, undefined, { knownTrees });
  try {
    return [read(new KnownTrees()), read(knownFrom(last))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function textOf(content: Content): string {
  return JSON.stringify({ ...content, families: [...content.families] });
}

/** Reads each state with what the last good one before it left, and with nothing. */
function checkHistory(t: TestContext, states: Files[], name: string): void {
  let last: Content | undefined;
  for (const files of states) {
    const [scratch, known] = readBoth(t, files, name, last);
    assert.equal(textOf(known), textOf(scratch));
    if (known.errors.length > 0) continue;
    assert.ok(Buffer.from(compile(known)).equals(compile(scratch)));
    last = known;
  }
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
/** Most rows and files are good, or nothing would be known. */
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const slug = fc.constantFrom('oak', 'elm', 'ash', 'fir');
const fields = {
  scientificName: fc.constantFrom('Quercus robur', 'Ulmus minor', 'Abies alba', 'Abies pinsapo'),
  family: fc.constantFrom('Fagaceae', 'Ulmaceae'),
  distribution: rarely(fc.constantFrom(['Spain'], ['spain', 'France'])),
  floweringSeason: maybe(fc.constantFrom(['may'], ['mayo'])),
  fruitingSeason: rarely(fc.constant(['maybe'])),
  formerSlugs: rarely(fc.constantFrom(['fir'], ['old-oak'])),
  draft: rarely(fc.constantFrom(true, false)),
  bark: maybe(fc.constantFrom('grey', -0, 1.5, null)),
  Title: rarely(fc.constant('x')),
};
const title = fc.constantFrom('Oak', 'Elm', 'Ñandú');

const row = fc
  .record({
    slug: fc.oneof({ weight: 20, arbitrary: slug }, { weight: 1, arbitrary: fc.constantFrom('No Slug', '') }),
    ...fields,
    'title.en': title,
    'description.en': fc.constant('A tree.'),
    'title.es': title,
    'description.es': fc.constant('Un árbol.'),
    'tags.en': rarely(fc.constantFrom(['Shade'], ['shade'])),
    'family.commonName.en': rarely(fc.constantFrom('Beeches', 'Elms')),
  })
  .map((cells): Row => JSON.parse(JSON.stringify(cells)));

/** How rows are written, and what may stand among them. */
const TABLES: Record<string, { write(rows: string[]): string; line(row: Row): string; odd: string[] }> = {
  'trees.ndjson': {
    write: (lines) => lines.join('\n'),
    line: (row) => JSON.stringify(row),
    odd: ['', '  ', '{', '[1]'],
  },
  'trees.json': {
    write: (rows) => `[${rows.join(',\n')}]`,
    line: (row) => JSON.stringify(row),
    odd: ['1', '{"slug":"oak","slug":"elm"}', '{"bark":12345678901234567890}'],
  },
  'trees.csv': {
    write: (lines) => [COLUMNS.join(','), ...lines].join('\n'),
    line: (row) => COLUMNS.map((name) => csvCell(row[name])).join(','),
    odd: ['', ',', '"', 'a"b'],
  },
};
const COLUMNS = [...Object.keys(fields), 'slug', 'tags.en', 'family.commonName.en'].concat(
  ['title', 'description'].flatMap((name) => [`${name}.en`, `${name}.es`]),
);

function csvCell(value: unknown): string {
  return `"${[value ?? ''].flat().join('|')}"`;
}

/** States that share most of their rows, in any order and number. */
const tablesOf = ({ write, line, odd }: (typeof TABLES)[string]) => {
  const lines = fc.oneof({ weight: 12, arbitrary: row.map(line) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
  return fc
    .array(lines, { minLength: 1, maxLength: 6 })
    .chain((some) => fc.array(fc.array(fc.constantFrom(...some), { maxLength: 5 }), { minLength: 2, maxLength: 5 }))
    .map((states) => states.map(write));
};

for (const [name, table] of Object.entries(TABLES)) {
  test(`random rows of ${name}, changed at random, are read alike with and without what is known`, (t) => {
    const check = (texts: string[]) =>
      checkHistory(
        t,
        texts.map((text) => ({ [name]: text })),
        name,
      );
    fc.assert(fc.property(tablesOf(table), check), { numRuns: often(30, 1_000) });
  });
}

const file = fc
  .record({ slug: rarely(slug), ...fields, title: maybe(title), tags: rarely(fc.constantFrom(['Shade'], ['shade'])) })
  .map((given) => oakPage(given));
const families = fc.constantFrom('Fagaceae: { en: Beeches }\n', 'Fagacea: { es: Hayas }\n', 'Ulmaceae: { en: 1 }\n');
const folders = fc.array(file, { minLength: 1, maxLength: 4 }).chain((pages) => {
  const page = fc.constantFrom(...pages);
  const state = fc.record({
    'en/oak.md': page,
    'es/oak.md': page,
    'en/elm.md': maybe(page),
    'es/elm.mdx': maybe(page),
    'en/fir.md': rarely(fc.constantFrom(...pages, 'no front matter')),
    'families.yaml': maybe(families),
  });
  const filled = (files: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined)) as Files;
  return fc.array(state.map(filled), { minLength: 2, maxLength: 5 });
});

test('random files, changed at random, are read alike with and without what is known', (t) => {
  fc.assert(
    fc.property(folders, (states) => checkHistory(t, [...states, { 'en/oak.md': oakPage() }], '')),
    { numRuns: often(40, 1_500) },
  );
});

const GOOD = {
  ...{ slug: 'oak', scientificName: 'Quercus robur', family: 'Fagaceae' },
  ...{ 'title.en': 'Oak', 'description.en': 'A tree.', 'title.es': 'Roble', 'description.es': 'Un árbol.' },
};
const ELM = { ...GOOD, slug: 'elm', scientificName: 'Ulmus minor' };
const named = (row: object, name: string) => ({ ...row, 'family.commonName.en': name });
const inLanguage = (locale: string, title: string) => ({ ...OAK, slug: 'oak', locale, title });

/** Rows, and those after them. */
const ROWS: Record<string, [before: object[], after: object[]]> = {
  'a row before it calls the family otherwise': [
    [named(GOOD, 'Beeches')],
    [named(ELM, 'Elms'), named(GOOD, 'Beeches')],
  ],
  'the family is called something by one row only': [[GOOD, named(ELM, 'Elms')], [named(ELM, 'Elms')]],
  'the other row of its tree has changed': [
    [named(inLanguage('en', 'Oak'), 'Beeches'), inLanguage('es', 'Roble')],
    [named(inLanguage('en', 'Oak'), 'Beeches'), inLanguage('es', 'Encina')],
  ],
  'its row stands twice': [[GOOD], [GOOD, GOOD]],
  'another row takes its former slug': [[{ ...GOOD, formerSlugs: ['elm'] }], [{ ...GOOD, formerSlugs: ['elm'] }, ELM]],
  'another row has its name': [[GOOD], [{ ...ELM, scientificName: 'Quercus robur' }, GOOD]],
  'another row spells its region otherwise': [
    [{ ...GOOD, distribution: ['Spain'] }],
    [
      { ...ELM, distribution: ['spain'] },
      { ...GOOD, distribution: ['Spain'] },
    ],
  ],
  'it has another slug': [
    [GOOD, ELM],
    [{ ...GOOD, slug: 'robur', formerSlugs: ['oak'] }, ELM],
  ],
  'one of its languages is gone': [[GOOD], [{ ...GOOD, 'title.es': '', 'description.es': '' }]],
};

for (const [what, states] of Object.entries(ROWS)) {
  test(`${what}: it is read as if nothing were known`, (t) => {
    const tables = states.map((rows) => ({ 'trees.ndjson': rows.map((each) => JSON.stringify(each)).join('\n') }));
    checkHistory(t, [...tables, tables[1]], 'trees.ndjson');
  });
}

const oaks = (folder: string, name = 'oak') => ({
  [`${folder}en/${name}.md`]: oakPage(),
  [`${folder}es/${name}.md`]: oakPage(),
});

/** What is read first spells it otherwise than what stands. */
const SPELT = { 'a/es/oak.md': oakPage({ family: 'FAGACEAE' }), 'b/en/oak.md': oakPage() };

/** Files, and those after them. */
const FILES: Record<string, [before: Files, after: Files]> = {
  'files with another name': [oaks(''), oaks('', 'elm')],
  'files in another folder': [oaks(''), oaks('trees/')],
  'a family that one language spells otherwise': [
    { ...SPELT, 'families.yaml': 'Fagacea: { en: Beeches }\n' },
    { ...SPELT, 'families.yaml': 'Fagacea: { en: Beech }\n' },
  ],
};

for (const [what, states] of Object.entries(FILES)) {
  test(`${what}: read as if nothing were known`, (t) => checkHistory(t, states, ''));
}

function reread(t: TestContext, name: string, before: Row[], after: Row[]): Content['trees'] {
  const read = (rows: Row[], knownTrees: KnownTrees) => {
    const source = join(writeFiles(t, { [name]: TABLES[name].write(rows.map(TABLES[name].line)) }), name);
    return readSource(source, 'en', undefined, undefined, undefined, { knownTrees });
  };
  const content = read(before, new KnownTrees());
  const marked = content.trees.map((tree) => ({ ...tree, updatedAt: 'KNOWN' }));
  return read(after, knownTrees(marked, content.origins)).trees;
}

for (const name of Object.keys(TABLES)) {
  test(`a tree whose row of ${name} is as it was is not made again, wherever the row stands`, (t) => {
    const trees = reread(t, name, [GOOD, ELM], [{ ...ELM, 'title.en': 'Another' }, GOOD]);
    assert.deepEqual(
      trees.map((tree) => [tree.slug, tree.updatedAt]),
      [
        ['elm', null],
        ['oak', 'KNOWN'],
      ],
    );
  });
}

test('across trees that are as they were, where there was nothing to say, nothing is looked for', () => {
  const [oak, elm, fir] = ['oak', 'elm', 'fir'].map((slug) => makeTree({ slug, scientificName: `Acer ${slug}` }));
  const silent = new KnownTrees([], [oak, elm]);
  const text = { ...oak.texts.en, title: 'Another' } as TreeText;
  const isSilent = (...trees: Tree[]) => silent.isSilentAcross(trees);
  assert.ok(isSilent(elm, { ...oak, texts: { ...oak.texts, en: text } }));
  assert.ok(!isSilent(elm, { ...oak, scientificName: 'Acer elm' }));
  assert.ok(!isSilent(elm, { ...oak, formerSlugs: ['elm'] }));
  assert.ok(!isSilent(elm, { ...oak, texts: { en: { ...text, tags: ['Shade'] } } }));
  assert.ok(!isSilent(elm, fir));
  assert.ok(!isSilent(elm, oak, fir));
  assert.ok(!isSilent(elm));
  assert.ok(!new KnownTrees().isSilentAcross([oak]));
  const known = [oak, elm].map((tree) => KnownTree.of(tree));
  assert.ok(new KnownTrees([], known).isSilentAcross([known[0], { ...elm, updatedAt: '2026-01-01T00:00:00Z' }]));
  assert.ok(!new KnownTrees([], known).isSilentAcross([known[0], { ...elm, scientificName: 'Acer oak' }]));
});

test('a known tree has all that is looked at across trees', () => {
  const tree = makeTree({
    distribution: ['Spain'],
    formerSlugs: ['old'],
    texts: { es: makeText({ tags: ['Sombra'] }) },
  });
  const known = KnownTree.of(tree);
  assert.deepEqual(outlineOf(known), outlineOf(tree));
  assert.deepEqual(known.locales, ['es']);
});

test('what is known of one format is not known of another', (t) => {
  const folder = writeFiles(t, { 'trees.csv': csv([Object.keys(GOOD), Object.values(GOOD)]) });
  const { origins } = readSource(join(folder, 'trees.csv'), 'en', undefined, undefined, undefined, {
    knownTrees: new KnownTrees(),
  });
  assert.equal(origins.length, 1);
  // As a row of CSV is told apart from others.
  const line = JSON.stringify([Object.keys(GOOD), Object.values(GOOD), null]);
  const lines = join(writeFiles(t, { 'trees.ndjson': `${line}\n${JSON.stringify(ELM)}\n` }), 'trees.ndjson');
  const knownTrees = new KnownTrees(origins);
  const { errors } = readSource(lines, 'en', undefined, undefined, undefined, { knownTrees });
  assert.deepEqual(found(errors).length, 1);
});

test('a tree of which one row alone names the family is not made again', (t) => {
  const { slug, scientificName, family } = GOOD;
  const rows = [
    { slug, locale: 'en', scientificName, family, title: 'Oak', description: 'A tree.' },
    { slug, locale: 'es', title: 'Roble', description: 'Un árbol.' },
  ];
  assert.equal(reread(t, 'trees.ndjson', rows, rows)[0].updatedAt, 'KNOWN');
});

test('what there was something to say of is read again, so that it is said again', (t) => {
  const doubtful = { ...GOOD, tilte: 'y' };
  assert.equal(reread(t, 'trees.ndjson', [doubtful], [doubtful])[0].updatedAt, null);
});
