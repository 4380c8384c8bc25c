// What was read before and is as it was is taken as it was made: never to another end than reading everything.

import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { isAcross } from '../../../src/content/across.ts';
import { Fingerprint } from '../../../src/content/fingerprint.ts';
import { KeptTrees, keptOf } from '../../../src/content/kept-trees.ts';
import { KnownTrees } from '../../../src/content/known-trees.ts';
import { KnownTree, outlineOf } from '../../../src/content/outline.ts';
import { type Content, glanceAt, readSource } from '../../../src/content/read.ts';
import { bySlug, type Tree, type TreeText } from '../../../src/domain/tree.ts';
import { compile } from '../../../src/snapshot/compile.ts';
import { writeFiles } from '../../support/folders.ts';
import { knownTree } from '../../support/known-tree.ts';
import { often } from '../../support/often.ts';
import { csv, found, OAK, oakPage } from '../../support/sources.ts';
import { makeText, makeTree } from '../../support/trees.ts';

type Files = Record<string, string>;
type Row = Record<string, unknown>;

/** What the next publish knows of a content. */
function knownFrom(content: Content<Tree | KnownTree> | undefined): KnownTrees<KnownTree> {
  if (!content) return new KnownTrees();
  const { columns, blocks } = keptOf({ ...content, trees: bySlug(content.trees) });
  return new KnownTrees(new KeptTrees(columns), { blocks, isSilent: !content.warnings.some(isAcross) });
}

type Read = Content<Tree | KnownTree>;

const newFingerprint = () => new Fingerprint(Buffer.alloc(16, 'key').toString('base64url'));

function readBoth(t: TestContext, files: Files, name: string, last: Read | undefined): [Read, Read] {
  const folder = writeFiles(t, files);
  const read = (knownTrees: KnownTrees<KnownTree>) => {
    const fingerprint = newFingerprint();
    const read = readSource(join(folder, name), 'en', undefined, 5000, undefined, { knownTrees, fingerprint });
    const content = { ...read, trees: bySlug(read.trees) };
    return { content, digest: fingerprint.digest() };
  };
  try {
    const [scratch, known] = [read(new KnownTrees()), read(knownFrom(last))];
    assert.equal(known.digest, scratch.digest);
    const glance = glanceAt(join(folder, name), 5000, newFingerprint());
    assert.ok(glance === undefined || glance.digest() === scratch.digest);
    return [scratch.content, known.content];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What is known of a tree is what it was when it was read. */
function whole(trees: (Tree | KnownTree)[], last: Tree[]): Tree[] {
  const bySlug = new Map(last.map((tree) => [tree.slug, tree]));
  return trees.map((tree) => (tree instanceof KnownTree ? (bySlug.get(tree.slug) as Tree) : tree));
}

/** By part, as text: many trees are compared so in no time. */
function partsOf({ origins, blocks, ...content }: Read): [string, string][] {
  return Object.entries({ ...content, families: [...content.families] }).map(([name, part]) => [
    name,
    JSON.stringify(part),
  ]);
}

/** Reads each state with what the last good one before it left, and with nothing. */
function checkHistory(t: TestContext, states: Files[], name: string): void {
  let last: { read: Read; trees: Tree[] } | undefined;
  for (const files of states) {
    const [scratch, known] = readBoth(t, files, name, last?.read);
    const trees = whole(known.trees, last?.trees ?? []);
    const expected = new Map(partsOf(scratch));
    for (const [name, part] of partsOf({ ...known, trees })) assert.ok(part === expected.get(name), `${name} differ`);
    if (known.errors.length > 0) continue;
    assert.deepEqual(told(known), told(scratch));
    assert.ok(Buffer.from(compile({ ...known, trees })).equals(compile(scratch as Content)));
    last = { read: known, trees };
  }
}

/** What is kept for the next publish. */
function told(content: Read): unknown {
  const { columns, blocks } = keptOf(content);
  return [blocks, Object.values(columns).map((column) => column.all())];
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

/** The slugs of trees that are read, and of those that are known. */
function reread(t: TestContext, name: string, before: Row[], after: Row[]): { read: string[]; known: string[] } {
  const read = (rows: Row[], knownTrees: KnownTrees<KnownTree>) => {
    const source = join(writeFiles(t, { [name]: TABLES[name].write(rows.map(TABLES[name].line)) }), name);
    return readSource(source, 'en', undefined, undefined, undefined, { knownTrees });
  };
  const { trees } = read(after, knownFrom(read(before, new KnownTrees())));
  const slugs = (isKnown: boolean) =>
    trees.filter((tree) => tree instanceof KnownTree === isKnown).map(({ slug }) => slug);
  return { read: slugs(false), known: slugs(true) };
}

for (const name of Object.keys(TABLES)) {
  test(`a tree whose row of ${name} is as it was is not made again, wherever the row stands`, (t) => {
    const { read, known } = reread(t, name, [GOOD, ELM], [{ ...ELM, 'title.en': 'Another' }, GOOD]);
    assert.deepEqual([read, known], [['elm'], ['oak']]);
  });
}

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

test('blocks of lines that are as they were are not looked at, and read alike whatever becomes of others', (t) => {
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

test('trees of blocks that are as they were are found by the numbers that they have now', (t) => {
  const added = { ...GOOD, slug: 'aspen', scientificName: 'Populus tremula' };
  const states = [MANY, MANY.toSpliced(30, 1), [...MANY, added], MANY.toSpliced(30, 2), MANY];
  checkHistory(
    t,
    states.map((rows) => ({ 'trees.ndjson': rows.map((each) => JSON.stringify(each)).join('\n') })),
    'trees.ndjson',
  );
});

test('where few lines have changed, all others are told by the sums of their blocks', (t) => {
  const read = (rows: Row[], knownTrees: KnownTrees<KnownTree>) => {
    const text = rows.map((each) => JSON.stringify(each)).join('\n');
    const source = join(writeFiles(t, { 'trees.ndjson': text }), 'trees.ndjson');
    const known = t.mock.method(knownTrees, 'knows');
    const kept = { knownTrees, fingerprint: newFingerprint() };
    return { ...readSource(source, 'en', undefined, undefined, undefined, kept), looks: known.mock.callCount() };
  };
  const before = read(MANY, new KnownTrees());
  assert.equal(before.looks, MANY.length);
  const known = () => knownFrom(before);
  assert.equal(read(MANY, known()).looks, 0);
  const changed = MANY.with(200, { ...MANY[200], 'title.en': 'Another' }).toSpliced(20, 1);
  const { looks, trees } = read(changed, known());
  assert.ok(looks > 0 && looks < 150, `${looks} looks`);
  assert.equal(trees.find(({ slug }) => slug === 'tree-200')?.texts.en?.title, 'Another');
  const everywhere = MANY.map((each, at) => (at % 40 === 0 ? { ...each, 'title.en': 'Another' } : each));
  assert.equal(read(everywhere, known()).looks, MANY.length);
});

test('across trees that are as they were, where there was nothing to say, nothing is looked for', () => {
  const [oak, elm, fir] = ['oak', 'elm', 'fir'].map((slug) => makeTree({ slug, scientificName: `Acer ${slug}` }));
  const text = { ...oak.texts.en, title: 'Another' } as TreeText;
  const before = new KeptTrees(keptOf({ trees: [elm, oak], origins: new Map(), blocks: [] }).columns);
  const silent = new KnownTrees(before, { isSilent: true });
  const isSilent = (...trees: Tree[]) => silent.isSilentAcross(trees, 0);
  assert.ok(isSilent(elm, { ...oak, texts: { ...oak.texts, en: text } }));
  assert.ok(!isSilent(elm, { ...oak, scientificName: 'Acer elm' }));
  assert.ok(!isSilent(elm, { ...oak, formerSlugs: ['elm'] }));
  assert.ok(!isSilent(elm, { ...oak, texts: { en: { ...text, tags: ['Shade'] } } }));
  assert.ok(!isSilent(elm, fir));
  assert.ok(!isSilent(elm, oak, fir));
  assert.ok(!isSilent(elm));
  assert.ok(!new KnownTrees(before).isSilentAcross([elm, oak], 0));
  for (const [trees, others] of [
    [[before.treeAt(1)], 0],
    [[], 1],
  ] as const) {
    assert.ok(silent.isSilentAcross([...trees, { ...elm, updatedAt: '2026-01-01T00:00:00Z' }], others));
    assert.ok(!silent.isSilentAcross([...trees, { ...elm, scientificName: 'Acer oak' }], others));
    assert.ok(!silent.isSilentAcross([...trees, oak, elm], others));
  }
});

test('what is kept of trees in another order, or not of each of them, is refused', () => {
  const kept = (...slugs: string[]) =>
    keptOf({ trees: slugs.map((slug) => makeTree({ slug })), origins: new Map(), blocks: [] }).columns;
  const columns = kept('elm', 'oak');
  assert.deepEqual(new KeptTrees(columns).slugs, ['elm', 'oak']);
  assert.throws(() => new KeptTrees(kept('oak', 'elm')), /order/);
  assert.throws(() => new KeptTrees(kept('oak', 'oak')), /order/);
  assert.throws(() => new KeptTrees({ ...columns, units: kept('elm').units }), /too short/);
});

test('a known tree has all that is looked at across trees', () => {
  const tree = makeTree({
    distribution: ['Spain'],
    formerSlugs: ['old'],
    texts: { es: makeText({ tags: ['Sombra'] }) },
  });
  const known = knownTree(tree);
  assert.deepEqual(outlineOf(known), outlineOf(tree));
  assert.deepEqual(known.locales, ['es']);
});

test('what is known of one format is not known of another', (t) => {
  const folder = writeFiles(t, { 'trees.csv': csv([Object.keys(GOOD), Object.values(GOOD)]) });
  const content = readSource(join(folder, 'trees.csv'), 'en', undefined, undefined, undefined, {
    knownTrees: new KnownTrees(),
  });
  assert.ok(content.origins.get('oak'));
  // As a row of CSV is told apart from others.
  const line = JSON.stringify([Object.keys(GOOD), Object.values(GOOD), null]);
  const lines = join(writeFiles(t, { 'trees.ndjson': `${line}\n${JSON.stringify(ELM)}\n` }), 'trees.ndjson');
  const knownTrees = knownFrom(content);
  const { errors } = readSource(lines, 'en', undefined, undefined, undefined, { knownTrees });
  assert.deepEqual(found(errors).length, 1);
});

test('a tree of which one row alone names the family is not made again', (t) => {
  const { slug, scientificName, family } = GOOD;
  const rows = [
    { slug, locale: 'en', scientificName, family, title: 'Oak', description: 'A tree.' },
    { slug, locale: 'es', title: 'Roble', description: 'Un árbol.' },
  ];
  assert.deepEqual(reread(t, 'trees.ndjson', rows, rows).known, ['oak']);
});

test('what there was something to say of is read again, so that it is said again', (t) => {
  const doubtful = { ...GOOD, tilte: 'y' };
  assert.deepEqual(reread(t, 'trees.ndjson', [doubtful], [doubtful]).read, ['oak']);
});
