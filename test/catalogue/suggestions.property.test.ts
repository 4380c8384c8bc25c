// Holds what is suggested instead of a search that finds nothing against a plain implementation, which compares with every word of
// the catalogue; and that nothing is looked for where nothing could be found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import type { ListQuery } from '../../src/catalogue/query.ts';
import { type NearbySearch, nearbySearches } from '../../src/catalogue/suggestions.ts';
import { editDistance, maxTypos, otherGenders } from '../../src/domain/names/edit-distance.ts';
import { SEARCH_PLACES, type SearchPlace } from '../../src/domain/questions.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { words } from '../../src/domain/vocabulary.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { often } from '../support/often.ts';
import { expectedList } from '../support/oracle.ts';
import { makeText, makeTree } from '../support/trees.ts';

interface Nearby {
  words: string[];
  distance: number;
}

/** Of those that find something, the nearest. */
function expectedSuggestions(trees: Tree[], query: ListQuery): string[] {
  const found = expectedNearby(trees, query).filter(
    ({ search }) => expectedList(trees, { ...query, search }).total > 0,
  );
  const nearest = found.filter(({ distance }) => distance === found[0].distance);
  return nearest.map(({ search }) => search).slice(0, 5);
}

function expectedNearby(trees: Tree[], { search = '', searchIn = 'text' }: ListQuery): NearbySearch[] {
  const wanted = [...new Set(words(search))];
  const uses = usesOf(trees, searchIn);
  const unknown = wanted.filter((word) => ![...uses.keys()].some((known) => known.startsWith(word)));
  if (wanted.length > 10 || unknown.length > 2) return [];
  return nearby(wanted, unknown, uses).map(({ words, distance }) => ({ search: words.join(' '), distance }));
}

/** Words that are not known are all exchanged, and where there are none, one of the first two. */
function nearby(wanted: string[], unknown: string[], uses: Map<string, number>): Nearby[] {
  const change = (each: Nearby, word: string) =>
    neighboursOf(word, uses).map((other) => ({
      words: each.words.with(each.words.indexOf(word), other.word),
      distance: each.distance + other.distance,
    }));
  const nearest = (all: Nearby[]) => all.sort((a, b) => a.distance - b.distance).slice(0, 16);
  const asGiven = { words: wanted, distance: 0 };
  if (unknown.length === 0) return nearest(wanted.slice(0, 2).flatMap((word) => change(asGiven, word)));
  return unknown.reduce((found, word) => nearest(found.flatMap((each) => change(each, word))), [asGiven]);
}

function neighboursOf(word: string, uses: Map<string, number>): { word: string; distance: number }[] {
  if (word.length > 40) return [];
  const most = maxTypos(word);
  const found = [...uses].flatMap(([known, used]) => {
    const isOtherGender = otherGenders(word).includes(known);
    const distance = isOtherGender ? 1 : editDistance(word, known, most);
    const isNear = distance > 0 && distance <= most && (isOtherGender || beginsNear(known, word));
    return isNear ? [{ word: known, distance, used }] : [];
  });
  found.sort((a, b) => a.distance - b.distance || b.used - a.used || (a.word < b.word ? -1 : 1));
  return found.slice(0, 8);
}

/** With the same letter, or with one slip in it. */
function beginsNear(known: string, word: string): boolean {
  const [letter, ...rest] = word;
  const [other, ...others] = known;
  if (letter === other) return true;
  const isPlain = other >= 'a' && other <= 'z';
  const dropped = rest.join('');
  const swapped = [rest[0], letter, ...rest.slice(1)].join('');
  return known === dropped || known === swapped || (isPlain && [dropped, word].includes(others.join('')));
}

/** How many trees have each word in a place; other names count beside the text where they are looked in. */
function usesOf(trees: Tree[], place: SearchPlace): Map<string, number> {
  const all = trees.flatMap(({ scientificName, texts, synonyms }) => {
    const names = new Set(words(`${scientificName} ${texts.en?.title}`));
    const text = new Set([...names, ...words(texts.en?.description ?? '')]);
    const others = new Set(words(synonyms.join(' '))).difference(names);
    return [...(place === 'names' ? names : text), ...(place === 'text' ? [] : others)];
  });
  return new Map([...Map.groupBy(all, (word) => word)].map(([word, same]) => [word, same.length]));
}

/** So few letters that many words are near to others; some are no letters from a to z, and one takes two places. */
const letter = fc.oneof(
  { weight: 16, arbitrary: fc.constantFrom('a', 'b') },
  { weight: 1, arbitrary: fc.constantFrom('z', '7', 'я', '𐐨') },
);
const word = fc
  .tuple(fc.array(letter, { minLength: 1, maxLength: 6 }), fc.constantFrom('', '', 'us', 'um', 'a', 'is', 'e', 'er'))
  .map(([letters, ending]) => letters.join('') + ending);

const phrase = (known: string[], least: number, most: number) =>
  fc.array(fc.constantFrom(...known), { minLength: least, maxLength: most }).map((each) => each.join(' '));

const catalogues = fc.uniqueArray(word, { minLength: 2, maxLength: 40, size: 'xlarge' }).chain((known) =>
  fc.record({
    trees: fc
      .array(
        fc.record({
          scientificName: phrase(known, 1, 2),
          title: phrase(known, 1, 2),
          description: fc.shuffledSubarray(known).map((each) => each.join(' ')),
          synonyms: fc.array(phrase(known, 1, 2), { maxLength: 2 }),
          family: fc.constantFrom('a', 'b'),
        }),
        { minLength: 1, maxLength: 12 },
      )
      .map((all) =>
        all.map(({ title, description, ...rest }, at) =>
          makeTree({ ...rest, slug: `tree-${at}`, texts: { en: makeText({ title, description }) } }),
        ),
      ),
    queries: fc.array(
      fc.record({
        search: fc.oneof(phrase(known, 2, 4), phrase([...known, ...known.flatMap(slipsOf)], 1, 3)),
        searchIn: fc.constantFrom(...SEARCH_PLACES),
        filters: fc.constantFrom<ListQuery['filters']>({}, {}, { family: ['a'] }),
      }),
      { minLength: 15, maxLength: 15 },
    ),
  }),
);

/** At the beginning, in the middle, and in the gender. */
function slipsOf(word: string): string[] {
  const letters = [...word];
  const slips = [0, letters.length >> 1].flatMap((at) => [
    letters.toSpliced(at, 1).join(''),
    letters.toSpliced(at, 0, 'k').join(''),
    letters.toSpliced(at, 1, 'k').join(''),
    letters.toSpliced(at, 2, ...letters.slice(at, at + 2).reverse()).join(''),
  ]);
  return [...slips, ...otherGenders(word)];
}

const open = (trees: Tree[]) => new Catalogue(openSnapshot(compile({ trees, families: new Map() })));

test('what is suggested is what a comparison with every word of the catalogue gives', () => {
  const suggested = { one: 0, several: 0 };
  fc.assert(
    fc.property(catalogues, ({ trees, queries }) => {
      const catalogue = open(trees);
      for (const query of queries) {
        const asked: ListQuery = { ...query, locale: 'en', page: 1, pageSize: 1 };
        const nearby = nearbySearches(catalogue.snapshot.terms.en, query.search, query.searchIn);
        assert.deepEqual(nearby, expectedNearby(trees, asked));
        const { total, suggestions } = catalogue.list(asked);
        assert.deepEqual(suggestions, total > 0 ? undefined : expectedSuggestions(trees, asked));
        if (suggestions && suggestions.length > 0) suggested[suggestions.length > 1 ? 'several' : 'one']++;
      }
    }),
    { numRuns: often(20) },
  );
  assert.ok(suggested.one > 0 && suggested.several > 0);
});

test('nothing near is looked for under filters that no tree meets', () => {
  const catalogue = open([makeTree({ family: 'a', texts: { en: makeText({ title: 'banana' }) } })]);
  const { en } = catalogue.snapshot.terms;
  const { letters } = en;
  let reads = 0;
  Object.defineProperty(en, 'letters', {
    get: () => {
      reads++;
      return letters;
    },
  });
  const suggestionsIn = (family: string) =>
    catalogue.list({ search: 'banena', filters: { family: [family] }, locale: 'en', page: 1, pageSize: 1 }).suggestions;
  assert.deepEqual(suggestionsIn('b'), []);
  assert.equal(reads, 0);
  assert.deepEqual(suggestionsIn('a'), ['banana']);
  assert.ok(reads > 0);
});

test('suggests a word in another gender at distance 1, wherever it stands in the table of words', () => {
  const before = ['aa', 'ab', 'ac'];
  for (let at = 0; at <= before.length; at++) {
    const scientificName = [...before.slice(0, at), 'alba'].join(' ');
    const { en } = open([makeTree({ scientificName, texts: { en: makeText({ title: 'Oak', description: '' }) } })])
      .snapshot.terms;
    assert.equal(en.keys.find('alba'), at);
    assert.deepEqual(nearbySearches(en, 'albus', 'names'), [{ search: 'alba', distance: 1 }]);
  }
});

test('ten words are compared, and words of up to 40 letters', () => {
  const long = 'b'.repeat(39);
  const numbers = Array.from({ length: 10 }, (_, at) => `word${at}`);
  const trees = [makeTree({ texts: { en: makeText({ title: long, description: numbers.join(' ') }) } })];
  const catalogue = open(trees);
  const suggest = (search: string) =>
    catalogue.list({ search, filters: {}, locale: 'en', page: 1, pageSize: 1 }).suggestions;
  assert.deepEqual(suggest(`${long}c`), [long]);
  assert.deepEqual(suggest(`${long}cc`), []);
  const nine = numbers.slice(0, 9).join(' ');
  assert.deepEqual(suggest(`${nine} wodr9`), [`${nine} word9`]);
  assert.deepEqual(suggest(`${numbers.join(' ')} wodr9`), []);
});

test('a word is exchanged for the eight nearest, two words for the sixteen nearest pairs', () => {
  const near = [...'abcdefghij'].map((letter) => `balsam${letter}`);
  const nearAndFar = ['cedrela', 'cedrelb', 'cedrelc', 'cedreldd', 'cedrelee', 'cedrelff'];
  const description = [...near, ...nearAndFar].join(' ');
  const { en } = open([makeTree({ texts: { en: makeText({ description }) } })]).snapshot.terms;
  const nearbyTo = (search: string) => nearbySearches(en, search, 'text').map((each) => each.search);
  assert.deepEqual(nearbyTo('balsamz'), near.slice(0, 8));
  const pairs = near.flatMap((one) => nearAndFar.slice(0, 3).map((other) => `${one} ${other}`));
  assert.deepEqual(nearbyTo('balsamz cedrelz'), pairs.slice(0, 16));
});

test('of words with nearly the same letters, 3,000 are compared', () => {
  const letters = [...'abcdefg'];
  const orders = (rest: string[]): string[] =>
    rest.length === 0
      ? ['']
      : rest.flatMap((each) => orders(rest.filter((other) => other !== each)).map((end) => each + end));
  const known = orders(letters).map((order) => `x${order}`);
  assert.equal(known.length, 5040);
  const { en } = open([makeTree({ texts: { en: makeText({ description: known.join(' ') }) } })]).snapshot.terms;
  const get = en.keys.get.bind(en.keys);
  let compared = 0;
  en.keys.get = (number) => {
    compared++;
    return get(number);
  };
  assert.deepEqual(nearbySearches(en, 'xgfedcbax', 'names'), []);
  assert.equal(compared, 3000);
});
