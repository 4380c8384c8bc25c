// Which trees names mean, as people write them: tables that a botanist can read, and a thousand slips.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { generateTrees } from '../../bench/generate.ts';
import { random } from '../../bench/random.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { fold } from '../../src/domain/vocabulary.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { readAll } from '../support/sources.ts';
import { makeText, makeTree } from '../support/trees.ts';

const sample = readAll(fileURLToPath(new URL('../../content', import.meta.url))).trees;

function open(trees: Tree[]): Catalogue {
  return new Catalogue(openSnapshot(compile({ trees, families: new Map() })));
}

function matched(catalogue: Catalogue, name: string) {
  const { status, tree, candidates } = catalogue.matchName(name);
  const slug = (number: number) => catalogue.snapshot.slugs.get(number);
  return { status, tree: tree === undefined ? '' : slug(tree), candidates: candidates.map(slug) };
}

/** Lines of what is written, the status, and the tree that is meant or the candidates. */
function tableOf(file: string): string[][] {
  const text = readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));
}

const awkward = [
  tree('Quercus robur', 'English oak', ['Quercus pedunculata Ehrh.'], ['Roble común']),
  tree('Quercus petraea', 'Sessile oak', [], ['White oak']),
  tree('Quercus alba', 'White oak'),
  tree(
    'Ceiba pentandra',
    'Kapok',
    ['Bombax pentandrum', 'Eriodendron anfractuosum'],
    ['Silk-cotton tree', 'Fromager', 'Árbol de la seda'],
  ),
  tree('Platanus × hispanica', 'London plane'),
  tree('× Hesperotropsis leylandii', 'Leyland cypress', ['× Cupressocyparis leylandii']),
  tree('Pinus nigra', 'Black pine', ['Pinus maritima'], ['Corsican pine']),
  tree('Pinus nigra subsp. laricio', 'Corsican pine', ['Pinus laricio Poir.', 'Pinus maritima'], []),
  tree('Crataegus crus-galli', 'Cockspur'),
  tree('Acer rubrum', 'Red maple'),
  tree('Ginkgo biloba', 'Maidenhair tree', ['Salisburia adiantifolia']),
  tree('Prosopis affinis', 'Ñandubay'),
  tree('Inga vera', 'Guama'),
  tree('Inga vera subsp. santosii', 'Churimo'),
  tree('Inga dos', 'Shimbillo'),
  tree('Zelkova serrata', 'Keyaki'),
  tree('Zelkova serrata subsp. makinoi', 'Taiwan zelkova'),
  tree("Solanum o'donellii", 'Tree nightshade'),
  tree('Solanum nigrum', 'Black nightshade'),
  tree('Uva-ursi cinerea', 'Manzanita'),
];

function tree(scientificName: string, title: string, synonyms: string[] = [], others: string[] = []): Tree {
  const slug = fold(scientificName.replace('×', '').replace('subsp.', '').replace("'", '')).replaceAll(' ', '-');
  const commonNames = others.map((name) => ({ name, language: 'es' }));
  return makeTree({ slug, scientificName, synonyms, commonNames, texts: { en: makeText({ title }) } });
}

for (const { file, least, trees } of [
  { file: 'names-by-rule.tsv', least: 150, trees: awkward },
  { file: 'names-as-written.tsv', least: 200, trees: sample },
]) {
  test(`every name of ${file} means what it says`, () => {
    const catalogue = open(trees);
    const rows = tableOf(file);
    assert.ok(rows.length >= least, `${rows.length} names`);
    const wrong = rows.flatMap(([name, statuses, slug]) => {
      const { status, tree, candidates } = matched(catalogue, name);
      const meant = status === 'ambiguous' && file.includes('rule') ? candidates.join(' ') : tree;
      return statuses.split('|').includes(status) && meant === slug
        ? []
        : [`${name}: ${status} ${meant}, not ${statuses} ${slug}`];
    });
    assert.deepEqual(wrong, []);
  });
}

test('returns neither tree nor candidates for a name that matches nothing', () => {
  const catalogue = open(awkward);
  for (const name of ['unknown', 'Nothofagus', 'Quercus rubra', 'Xyz '.repeat(40)])
    assert.deepEqual(catalogue.matchName(name), { status: 'none', tree: undefined, candidates: [] }, name);
});

test('matches an autonym with its own tree, not the species, if the catalogue has both', () => {
  const catalogue = open([tree('Pinus nigra', 'Black pine'), tree('Pinus nigra subsp. nigra', 'Austrian pine')]);
  for (const [name, slug] of [
    ['Pinus nigra subsp. nigra', 'pinus-nigra-nigra'],
    ['Pinus nigra', 'pinus-nigra'],
  ])
    assert.deepEqual(matched(catalogue, name), { status: 'accepted', tree: slug, candidates: [] });
});

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

function withSlip(name: string, next: () => number): string {
  const at = Math.floor(next() * name.length);
  const letter = LETTERS[Math.floor(next() * LETTERS.length)];
  const [before, here, after] = [name.slice(0, at), name[at], name.slice(at + 1)];
  const slips = [
    before + after,
    before + letter + here + after,
    before + letter + after,
    before + (after[0] ?? '') + here + after.slice(1),
  ];
  return slips[Math.floor(next() * slips.length)];
}

for (const [what, trees] of [
  ['the sample', sample],
  ['a generated catalogue', [...generateTrees(1_000)]],
] as [string, Tree[]][]) {
  test(`of a thousand names of ${what} with a slip in each, 97 % are found and none is wrong for sure`, () => {
    const catalogue = open(trees);
    const names = new Set(trees.flatMap((tree) => [tree.scientificName, ...tree.synonyms]).map(fold));
    const next = random(16);
    let found = 0;
    const wrong: string[] = [];
    for (let round = 0; round < 1_000; round++) {
      const { slug, scientificName } = trees[Math.floor(next() * trees.length)];
      const written = withSlip(scientificName, next);
      const { status, tree, candidates } = matched(catalogue, written);
      if (tree === slug || candidates.includes(slug)) found++;
      const isSure = ['accepted', 'synonym', 'commonName'].includes(status);
      if (isSure && tree !== slug && !names.has(fold(written)))
        wrong.push(`${written}: ${status} ${tree}, not ${slug}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(found >= 970, `${found} of 1000`);
  });
}

test('for a blank that was lost, only the genera that a name begins with are looked in', () => {
  const catalogue = open([makeTree({ scientificName: 'Quercus robur', texts: { en: makeText({ title: 'Oak' }) } })]);
  const { keys } = catalogue.snapshot.names;
  const findPrefix = keys.findPrefix.bind(keys);
  const asked = new Set<string>();
  keys.findPrefix = (start) => {
    asked.add(start);
    return findPrefix(start);
  };
  assert.equal(catalogue.matchName('Quercusrobur').status, 'fuzzy');
  assert.deepEqual([...asked], ['quercusrobur ', 'quercus ']);
});
