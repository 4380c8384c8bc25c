// A snapshot that a second thread helped to compile is the same to the byte.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { generateTrees } from '../../../bench/generate.ts';
import { bySlug, servedText, type Tree } from '../../../src/domain/tree.ts';
import type { Locale } from '../../../src/domain/vocabulary.ts';
import { basePartsOf } from '../../../src/snapshot/base.ts';
import { Compiler, compile, compileInThreads, MANY_TREES } from '../../../src/snapshot/compile.ts';
import type { NamedSections, Section } from '../../../src/snapshot/format.ts';
import { GatheredIndex, type Index } from '../../../src/snapshot/gathered-index.ts';
import { indexTextsOf, textsOf, titleRanksIn } from '../../../src/snapshot/index-texts.ts';
import { THRESHOLDS } from '../../../src/snapshot/layout.ts';
import { openSnapshot } from '../../../src/snapshot/open.ts';
import { type IndexPieces, PatchThread, patchMissing, patchPieces } from '../../../src/snapshot/patch-index.ts';
import { Orders } from '../../../src/snapshot/write-orders.ts';
import { knownTree } from '../../support/known-tree.ts';
import { ENDS_THREADS, WITHOUT_THREADS } from '../../support/threads.ts';
import { makeText, makeTree } from '../../support/trees.ts';

const ODD_TEXTS = ['ΟΔΟΣ Σ ΛΑΟϹ', 'e\u0301tage ½ ﬁr', 'Straße 😀 ñandú', '\u0301x', '—', 'İstanbul 각'];

function oddTrees(): Tree[] {
  return ODD_TEXTS.map((text, number) =>
    makeTree({
      slug: `odd-${number}`,
      scientificName: `Quercus ${text}`,
      synonyms: [text, `${text}\u0301`],
      commonNames: [{ name: `\u0301${text}`, language: 'en' }],
      texts:
        number % 2 ? { es: makeText({ title: text, description: text }) } : { en: makeText({ description: text }) },
    }),
  );
}

const CATALOGUES = {
  'many trees': () => [...generateTrees(500)],
  'odd texts': oddTrees,
  'one tree': () => [makeTree({})],
};

for (const [what, make] of Object.entries(CATALOGUES)) {
  test(`one thread and two give the same bytes: ${what}`, async () => {
    const content = { trees: make(), families: new Map([['fagaceae', { en: 'Beeches' }]]) };
    assert.ok(Buffer.from(compile(content)).equals(await compileInThreads(content, undefined, 0)));
  });
}

test('sections of a megabyte and more are as they are of few trees', async () => {
  const trees = Array.from({ length: 17_000 }, (_, tree) => makeTree({ slug: `tree-${tree}`, family: `F${tree % 9}` }));
  const content = { trees, families: new Map() };
  const snapshot = compile(content);
  assert.equal(openSnapshot(snapshot).ranks.byteLength > 1 << 20, true);
  assert.ok(Buffer.from(snapshot).equals(await compileInThreads(content)));
});

const bytesOf = (sections: NamedSections = {}) =>
  Object.entries(sections as Record<string, Section>).map(([name, { buffer, byteOffset, byteLength }]) => [
    name,
    Buffer.from(buffer, byteOffset, byteLength).toString('hex'),
  ]);

const titlesOf = (trees: Tree[]) => (locale: Locale) => trees.map((tree) => servedText(tree, locale).title);

/** One tree is new, and all others are as they were. */
function patchWork() {
  const [before, trees] = [[...generateTrees(40)], [...generateTrees(41)]].map((all) => bySlug(all));
  const bytes = compile({ trees: before, families: new Map() });
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const known = new Set(before.map(({ slug }) => slug));
  const isKnown = ({ slug }: Tree) => known.has(slug);
  const base = basePartsOf(
    shared,
    trees.map((tree) => (isKnown(tree) ? knownTree(tree) : tree)),
  );
  const orders = new Orders(trees.length);
  orders.sortBy('title', titlesOf(trees));
  const fresh = trees.findIndex((tree) => !isKnown(tree));
  const texts = indexTextsOf([trees[fresh]], Uint32Array.of(fresh), orders.ranks, trees.length);
  const titleRanks = titleRanksIn(orders.ranks, trees.length);
  return { trees, work: { texts, thresholds: THRESHOLDS, base, titleRanks }, orders };
}

function indexOf(trees: Tree[], { ranks }: Pick<Orders, 'ranks'>): Index {
  const gathered = new GatheredIndex();
  for (const tree of trees) gathered.add(textsOf(tree));
  const numbers = Uint32Array.from(trees.keys());
  const titleRanks = titleRanksIn(ranks, trees.length);
  return gathered.written({ trees: trees.length, numbers, titleRanks, thresholds: THRESHOLDS }, () => {});
}

test('a thread patches what is known as it is compiled from scratch', async () => {
  const { trees, work, orders } = patchWork();
  await using thread = new PatchThread();
  const { names, en, es } = await thread.work(work);
  const whole = indexOf(trees, orders);
  assert.deepEqual(bytesOf(names), bytesOf(whole.names));
  assert.deepEqual(bytesOf({ ...en, ...es }), bytesOf(whole.terms));
  assert.deepEqual([...thread.taken.takeFromEnd()], []);
});

test('a piece that somebody else has taken is not made by the thread; what nobody has made is made in the end', async () => {
  const trees = bySlug([...generateTrees(40)]);
  const content = { trees: trees.map(knownTree), families: new Map() };
  const bytes = compile({ ...content, trees });
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const ranks = titleRanksIn(openSnapshot(bytes).ranks, trees.length);
  const texts = indexTextsOf([], new Uint32Array(), new Uint32Array(), 0);
  const work = { texts, thresholds: THRESHOLDS, base: basePartsOf(shared, content.trees), titleRanks: ranks };
  await using thread = new PatchThread();
  const [last] = thread.taken.takeFromEnd();
  const own = patchPieces([last], work);
  const helped = await thread.work(work);
  assert.deepEqual([last, Object.keys(helped)], ['es', ['en', 'names']]);
  const made = ({ en, names, es }: IndexPieces) => [en, names, es].map(bytesOf);
  const whole = made(patchMissing({}, work));
  assert.deepEqual(made({ ...own, ...helped }), whole);
  assert.deepEqual(made(patchMissing(own, work)), whole);
});

test('trees that came and are not left leave nothing behind, in whatever order they come', async () => {
  const left = [...generateTrees(60)];
  const gone = oddTrees().map((tree, number) => ({
    ...tree,
    identifiers: { ...tree.identifiers, wfo: `wfo-999999999${number}` },
    formerSlugs: [`was-odd-${number}`],
  }));
  const expected = compile({ trees: left, families: new Map() });
  for (const fewest of [0, MANY_TREES]) {
    await using compiler = new Compiler(() => {}, fewest);
    const places = new Map<string, number>();
    for (const [index, tree] of left.toReversed().entries()) {
      if (index % 10 === 0) compiler.add(gone[index / 10]);
      places.set(tree.slug, compiler.add(tree));
    }
    const ordered = Uint32Array.from(bySlug(left), ({ slug }) => places.get(slug) as number);
    compiler.order(ordered);
    assert.ok(Buffer.from(await compiler.compiled({ families: new Map() })).equals(expected));
  }
});

test('the second thread tells how far it is, and few trees do without it', async () => {
  const toldOf = async (count: number) => {
    const told: (number | undefined)[] = [];
    const content = { trees: [...generateTrees(count)], families: new Map() };
    await compileInThreads(content, (step, done) => void (step === 'indexing' && told.push(done)));
    return told.filter((done) => done !== undefined);
  };
  const [many, few] = [await toldOf(MANY_TREES), await toldOf(20)];
  assert.deepEqual(
    many,
    Array.from({ length: MANY_TREES / 250 }, (_, report) => (report + 1) * 500),
  );
  assert.equal(few.length, 40);
});

const COMPILES = `
  const { generateTrees } = await import(${JSON.stringify(new URL('../../../bench/generate.ts', import.meta.url))});
  const { compileInThreads } = await import(${JSON.stringify(new URL('../../../src/snapshot/compile.ts', import.meta.url))});
  const { openSnapshot } = await import(${JSON.stringify(new URL('../../../src/snapshot/open.ts', import.meta.url))});
  let indexed = 0;
  const bytes = await compileInThreads({ trees: [...generateTrees(40)], families: new Map() }, (step, done) => {
    if (step === 'indexing' && done !== undefined) indexed++;
  }, 0);
  console.log(JSON.stringify([openSnapshot(bytes).hash, indexed]));`;

test('what a thread that has failed, or cannot be made, leaves undone is done without it', async () => {
  const compiled = async (...flags: string[]) => {
    const words = [...flags, '--eval', COMPILES];
    return JSON.parse((await promisify(execFile)(process.execPath, words)).stdout);
  };
  const [hash, whole] = await compiled();
  // The thread tells of its progress now and then, this one of every tree in either language.
  assert.equal(whole, 0);
  for (const flags of [['--import', ENDS_THREADS], WITHOUT_THREADS])
    assert.deepEqual(await compiled(...flags), [hash, 80], flags[0]);
});

const PATCHES = `
  const at = (path) => import(new URL(path, ${JSON.stringify(import.meta.url)}));
  const { generateTrees } = await at('../../../bench/generate.ts');
  const { knownTrees } = await at('../../support/known-tree.ts');
  const { basePartsOf } = await at('../../../src/snapshot/base.ts');
  const { compile } = await at('../../../src/snapshot/compile.ts');
  const { patchInThreads } = await at('../../../src/snapshot/patch.ts');
  const { bySlug } = await at('../../../src/domain/tree.ts');
  const trees = bySlug([...generateTrees(40)]);
  const before = compile({ trees, families: new Map() });
  const known = knownTrees(trees);
  const bytes = await patchInThreads({ trees: known, families: new Map() }, basePartsOf(before, known), undefined, undefined, 0);
  console.log(Buffer.from(before).equals(bytes));`;

test('the same of a patched one', async () => {
  for (const flags of [[], ['--import', ENDS_THREADS], WITHOUT_THREADS]) {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, '--eval', PATCHES]);
    assert.equal(stdout, 'true\n', flags[0]);
  }
});
