// A snapshot that a second thread helped to compile is the same to the byte.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { generateTrees } from '../../bench/generate.ts';
import { bySlug, type Tree } from '../../src/domain/tree.ts';
import { basePartsOf } from '../../src/snapshot/base.ts';
import { compile, compileInThreads, MANY_TREES } from '../../src/snapshot/compile.ts';
import type { NamedSections, Section } from '../../src/snapshot/format.ts';
import { IndexThread, nameSections, termSections } from '../../src/snapshot/index-in-thread.ts';
import { indexTextsOf } from '../../src/snapshot/index-texts.ts';
import { THRESHOLDS } from '../../src/snapshot/layout.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { writeNames } from '../../src/snapshot/write-names.ts';
import { Orders } from '../../src/snapshot/write-orders.ts';
import { writeTerms } from '../../src/snapshot/write-terms.ts';
import { ENDS_THREADS, WITHOUT_THREADS } from '../support/threads.ts';
import { makeText, makeTree } from '../support/trees.ts';

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

test('names are written by whichever thread asks first', async () => {
  const trees = oddTrees();
  const orders = new Orders(trees.length);
  orders.sortBy('title', trees);
  const texts = indexTextsOf(trees, Uint32Array.from(trees.keys()), orders.ranks, trees.length);
  const step = () => {};

  await using free = new IndexThread({ texts, thresholds: THRESHOLDS }, step);
  assert.deepEqual(bytesOf((await free.index)?.names), bytesOf(writeNames(texts)));
  assert.equal(free.takesNames(), false);

  await using taken = new IndexThread({ texts, thresholds: THRESHOLDS }, step);
  assert.equal(taken.takesNames(), true);
  const index = await taken.index;
  assert.equal(index?.names, undefined);
  assert.deepEqual(bytesOf(index?.terms), bytesOf(writeTerms(texts, THRESHOLDS, step)));
});

test('a thread patches what is known as this one does', async () => {
  const [before, trees] = [[...generateTrees(40)], [...generateTrees(41)]].map((all) => bySlug(all));
  const bytes = compile({ trees: before, families: new Map() });
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const slugs = trees.map(({ slug }) => slug);
  const known = new Set(before.map(({ slug }) => slug));
  const base = basePartsOf(shared, slugs, (tree) => known.has(slugs[tree]));
  const orders = new Orders(trees.length);
  orders.sortBy('title', trees);
  const fresh = trees.flatMap(({ slug }, number) => (known.has(slug) ? [] : [number]));
  assert.equal(fresh.length, 1);
  const texts = indexTextsOf([trees[fresh[0]]], Uint32Array.from(fresh), orders.ranks, trees.length);
  const all = indexTextsOf(trees, Uint32Array.from(trees.keys()), orders.ranks, trees.length);
  const work = { texts, thresholds: THRESHOLDS, former: { base, titleRanks: all.titleRanks } };
  await using thread = new IndexThread(work, () => {});
  const index = await thread.index;
  const whole = { texts: all, thresholds: THRESHOLDS };
  assert.deepEqual(bytesOf(index?.names), bytesOf(nameSections(whole)));
  assert.deepEqual(bytesOf(index?.terms), bytesOf(termSections(whole, () => {})));
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
  const { generateTrees } = await import(${JSON.stringify(new URL('../../bench/generate.ts', import.meta.url))});
  const { compileInThreads } = await import(${JSON.stringify(new URL('../../src/snapshot/compile.ts', import.meta.url))});
  const { openSnapshot } = await import(${JSON.stringify(new URL('../../src/snapshot/open.ts', import.meta.url))});
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
