// Reading a source with an import cache: it gives the same trees, findings and tally as without, whatever was edited in between.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { outlineOf } from '../../../src/content/model/outline.ts';
import { type Content, readSource } from '../../../src/content/read.ts';
import type { ImportCacheData, PreviousImport } from '../../../src/content/source/import-cache.ts';
import type { Tree } from '../../../src/domain/tree.ts';
import { writeFiles } from '../../support/folders.ts';
import { often } from '../../support/often.ts';
import { csv, found, OAK, oakPage, type WholeContent } from '../../support/sources.ts';

type Files = Record<string, string>;
type Row = Record<string, unknown>;

/** What one import leaves to the next. The cache is saved as JSON in between. */
function previousOf({ importCache, trees }: { importCache: unknown; trees: Tree[] }): PreviousImport {
  const data = JSON.parse(JSON.stringify(importCache)) as ImportCacheData;
  const outlines = new Map(trees.map((tree) => [tree.slug, outlineOf(tree)]));
  return { data, outlineOf: (slug) => outlines.get(slug) };
}

function read(source: string, previous?: PreviousImport): Content {
  return readSource(source, { defaultLocale: 'en', maxTreeBytes: 5000, previous, keep: (tree: Tree) => tree });
}

/** With the previous trees in the place of those that are unchanged. */
function whole(content: Content, previous: Tree[] = []): WholeContent {
  const bySlug = new Map(previous.map((tree) => [tree.slug, tree]));
  const trees = content.trees.map((tree) => ('isUnchanged' in tree ? (bySlug.get(tree.slug) as Tree) : tree));
  return { ...content, trees };
}

/** By part, as text: many trees are compared so in no time. */
function partsOf(content: WholeContent): Map<string, string> {
  const parts = Object.entries({ ...content, families: [...content.families] });
  return new Map(parts.map(([name, part]) => [name, JSON.stringify(part)]));
}

function assertSame(content: WholeContent, expected: WholeContent): void {
  const others = partsOf(expected);
  for (const [name, part] of partsOf(content)) assert.ok(part === others.get(name), `${name} differ`);
}

/** Reads each state with the cache of the last good one before it, and without. */
function checkHistory(t: TestContext, states: Files[], name: string): void {
  let last: WholeContent | undefined;
  for (const files of states) {
    const folder = writeFiles(t, files);
    try {
      const scratch = whole(read(join(folder, name)));
      const cached = whole(read(join(folder, name), last && previousOf(last)), last?.trees);
      assertSame(cached, scratch);
      if (cached.errors.length === 0) last = cached;
    } finally {
      rmSync(folder, { recursive: true });
    }
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
  test(`random rows of ${name}, changed at random, are read alike with and without a cache`, (t) => {
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

test('random files, changed at random, are read alike with and without a cache', (t) => {
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
const DOUBTFUL = { ...GOOD, tilte: 'y' };
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
  'a row that calls the family otherwise is gone': [
    [named(ELM, 'Elms'), named(GOOD, 'Beeches')],
    [named(GOOD, 'Beeches'), { ...ELM, family: 'Ulmaceae' }],
  ],
  'a row with a warning has moved': [
    [DOUBTFUL, ELM],
    [ELM, DOUBTFUL],
  ],
  'a row with a warning stands before a changed one': [
    [DOUBTFUL, ELM],
    [DOUBTFUL, { ...ELM, 'title.en': 'Elm' }],
  ],
  'the other row of a tree with a warning has moved': [
    [inLanguage('en', 'Oak'), { ...inLanguage('es', 'Roble'), family: 'Ulmaceae' }],
    [inLanguage('en', 'Oak'), ELM, { ...inLanguage('es', 'Roble'), family: 'Ulmaceae' }],
  ],
  'one of its languages is gone': [[GOOD], [{ ...GOOD, 'title.es': '', 'description.es': '' }]],
};

for (const [what, states] of Object.entries(ROWS)) {
  test(`${what}: it is read as without a cache`, (t) => {
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
  'a file with a warning is saved in another encoding': [
    { ...oaks(''), 'en/elm.md': oakPage({ tilte: 'y' }) },
    { ...oaks(''), 'en/elm.md': `\ufeff${oakPage({ tilte: 'y' })}` },
  ],
  'a family that one language spells otherwise': [
    { ...SPELT, 'families.yaml': 'Fagacea: { en: Beeches }\n' },
    { ...SPELT, 'families.yaml': 'Fagacea: { en: Beech }\n' },
  ],
};

for (const [what, states] of Object.entries(FILES)) {
  test(`${what}: read as without a cache`, (t) => checkHistory(t, states, ''));
}

/** The slugs of trees that are read, and of those that are unchanged. */
function reread(t: TestContext, name: string, before: Row[], after: Row[]): { read: string[]; unchanged: string[] } {
  const readRows = (rows: Row[], previous?: PreviousImport) =>
    read(join(writeFiles(t, { [name]: TABLES[name].write(rows.map(TABLES[name].line)) }), name), previous);
  const { trees } = readRows(after, previousOf(whole(readRows(before))));
  const slugs = (isUnchanged: boolean) =>
    trees.filter((tree) => 'isUnchanged' in tree === isUnchanged).map(({ slug }) => slug);
  return { read: slugs(false), unchanged: slugs(true) };
}

for (const name of Object.keys(TABLES)) {
  test(`a tree whose row of ${name} is as it was is unchanged, wherever the row stands`, (t) => {
    const { read, unchanged } = reread(t, name, [GOOD, ELM], [{ ...ELM, 'title.en': 'Another' }, GOOD]);
    assert.deepEqual([read, unchanged], [['elm'], ['oak']]);
  });
}

test('a tree with a warning is unchanged if its row stands where it stood, and read if it has moved', (t) => {
  assert.deepEqual(reread(t, 'trees.ndjson', [DOUBTFUL], [DOUBTFUL, ELM]).unchanged, ['oak']);
  assert.deepEqual(reread(t, 'trees.ndjson', [DOUBTFUL], [ELM, DOUBTFUL]).unchanged, []);
});

test('a row of a JSON list with a warning is read again if only its lines have changed', (t) => {
  const states = [JSON.stringify([DOUBTFUL]), `[${JSON.stringify(DOUBTFUL).replaceAll(',"', ',\n"')}]`];
  checkHistory(
    t,
    states.map((text) => ({ 'trees.json': text })),
    'trees.json',
  );
});

test('a tree of which one row alone names the family is unchanged', (t) => {
  const { slug, scientificName, family } = GOOD;
  const rows = [
    { slug, locale: 'en', scientificName, family, title: 'Oak', description: 'A tree.' },
    { slug, locale: 'es', title: 'Roble', description: 'Un árbol.' },
  ];
  assert.deepEqual(reread(t, 'trees.ndjson', rows, rows).unchanged, ['oak']);
});

test('a tree is unchanged only if all its units are, in their order', (t) => {
  const rows = [inLanguage('en', 'Oak'), inLanguage('es', 'Roble')];
  for (const others of [rows.toReversed(), rows.slice(1), [...rows, rows[1]], [rows[0], inLanguage('es', 'Encina')]])
    assert.deepEqual(reread(t, 'trees.ndjson', rows, others).unchanged, []);
});

/** What becomes of a line, by its number. */
const lineEdit = fc.record({
  line: fc.nat(),
  what: fc.constantFrom(
    ...['title', 'name', 'tag', 'spelling', 'family', 'family name', 'former slug', 'slug of another', 'draft', 'odd'],
    ...['goes', 'twice', 'moves', 'blank before'],
  ),
});

const MANY = Array.from({ length: 400 }, (_, index): Row => {
  const [slug, tags] = [`tree-${index}`, index % 50 === 0 ? ['Shade'] : undefined];
  return {
    ...GOOD,
    slug,
    scientificName: `Quercus q${index}`,
    'title.en': 'x'.repeat(1 + (index % 37)),
    'tags.en': tags,
  };
});

function editedLines(lines: string[], { line, what }: { line: number; what: string }): string[] {
  const [at, other] = [line % lines.length, (line * 7 + 3) % lines.length];
  const before = { blank: lines.toSpliced(at, 0, '  '), moves: lines.toSpliced(at, 1).toSpliced(other, 0, lines[at]) };
  if (what === 'goes') return lines.toSpliced(at, 1);
  if (what === 'twice') return lines.toSpliced(other, 0, lines[at]);
  if (what === 'moves') return before.moves;
  if (what === 'blank before') return before.blank;
  if (what === 'odd') return lines.with(at, '{"slug":');
  const own = { slug: `tree-x${line}`, scientificName: `Quercus x${line}` };
  const changes: Record<string, Row> = {
    title: { 'title.en': `Title ${line}` },
    name: { scientificName: `Quercus q${other}` },
    tag: { 'tags.en': ['Shade'] },
    spelling: { 'tags.en': ['shade'] },
    family: { family: 'Ulmaceae' },
    'family name': { 'family.commonName.en': 'Beeches' },
    'former slug': { formerSlugs: [`tree-${other}`] },
    'slug of another': { slug: `tree-${other}` },
    draft: { draft: true },
  };
  return lines.toSpliced(at, 0, JSON.stringify({ ...GOOD, ...own, ...changes[what] }));
}

test('lines that are edited, moved and removed among four hundred are read alike with and without a cache', (t) => {
  const first = MANY.map((each) => JSON.stringify(each));
  const histories = fc.array(fc.array(lineEdit, { maxLength: 3 }), { minLength: 1, maxLength: 4 });
  const check = (history: { line: number; what: string }[][]) => {
    const states = [first];
    for (const edits of history) states.push(edits.reduce(editedLines, states.at(-1) as string[]));
    checkHistory(
      t,
      states.map((lines) => ({ 'trees.ndjson': `${lines.join('\n')}\n` })),
      'trees.ndjson',
    );
  };
  fc.assert(fc.property(histories, check), { numRuns: often(12, 100) });
});

test('a row of CSV is not taken for a line of NDJSON', (t) => {
  const folder = writeFiles(t, { 'trees.csv': csv([Object.keys(GOOD), Object.values(GOOD)]) });
  const content = whole(read(join(folder, 'trees.csv')));
  assert.equal(content.importCache.trees.length, 1);
  // As a row of CSV is hashed.
  const line = JSON.stringify([Object.keys(GOOD), Object.values(GOOD)]);
  const lines = join(writeFiles(t, { 'trees.ndjson': `${line}\n${JSON.stringify(ELM)}\n` }), 'trees.ndjson');
  assert.deepEqual(found(read(lines, previousOf(content)).errors).length, 1);
});

test('more findings of a kind than are listed are told alike with and without a cache', (t) => {
  const rows = Array.from({ length: 12_000 }, (_, index) =>
    JSON.stringify({ ...GOOD, slug: `tree-${index}`, scientificName: `Quercus q${index}`, tilte: 'y' }),
  );
  const contentOf = (lines: string[], previous?: PreviousImport) => {
    const source = join(writeFiles(t, { 'trees.ndjson': lines.join('\n') }), 'trees.ndjson');
    return read(source, previous);
  };
  const first = whole(contentOf(rows));
  for (const row of [ELM, { ...DOUBTFUL, famly: 'z' }]) {
    const lines = rows.with(5, JSON.stringify(row));
    const [again, scratch] = [contentOf(lines, previousOf(first)), contentOf(lines)];
    assert.ok(again.trees.some((tree) => 'isUnchanged' in tree));
    // A finding that was listed the last time is known, also if it is one too many now.
    const { importCache } = scratch;
    assertSame({ ...whole(again, first.trees), importCache }, whole(scratch));
  }
});

const SOME = [
  GOOD,
  { ...DOUBTFUL, slug: 'fir', scientificName: 'Abies alba' },
  { ...named(ELM, 'Elms'), family: 'Ulmaceae' },
  { ...inLanguage('en', 'Ash'), slug: 'ash', scientificName: 'Fraxinus' },
  { ...inLanguage('es', 'Fresno'), slug: 'ash', scientificName: 'Fraxinus excelsior' },
];

function cacheOfSome(t: TestContext): { source: string; content: WholeContent } {
  const text = SOME.map((each) => JSON.stringify(each)).join('\n');
  const source = join(writeFiles(t, { 'trees.ndjson': text }), 'trees.ndjson');
  return { source, content: whole(read(source)) };
}

test('a cache of another source, and trees that are not there any more, change nothing', (t) => {
  const { source, content } = cacheOfSome(t);
  const other = whole(read(join(writeFiles(t, { 'trees.ndjson': JSON.stringify(ELM) }), 'trees.ndjson')));
  assertSame(whole(read(source, previousOf(other)), other.trees), content);
  const without = previousOf({ importCache: content.importCache, trees: content.trees.slice(1) });
  const again = read(source, without);
  assert.deepEqual(
    again.trees.map((tree) => 'isUnchanged' in tree),
    [false, true, true, true],
  );
  assertSame(whole(again, content.trees), content);
});
