// The plain implementation of the questions, with arrays, filter and sort: what the snapshot's answers are held against.

import type { Explanation, FacetCount, ListQuery } from '../../src/catalogue/query.ts';
import type { FacetName, Filter, SearchPlace, Sort } from '../../src/domain/questions.ts';
import { CONTINENTS, REGIONS } from '../../src/domain/regions/regions.ts';
import { servedText, type Tree, type TreeDetail, toDetail } from '../../src/domain/tree.ts';
import * as vocabulary from '../../src/domain/vocabulary.ts';
import { CONSERVATION_STATUSES, type Locale, MONTHS } from '../../src/domain/vocabulary.ts';

/** Random catalogues are made of a few texts, which are asked about again and again. */
function memoize<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (!known.has(text)) known.set(text, work(text));
    return known.get(text) as T;
  };
}

const fold = memoize(vocabulary.fold);
const words = memoize(vocabulary.words);

export interface Expected {
  total: number;
  slugs: string[];
  facets?: Partial<Record<FacetName, FacetCount[]>>;
  matches?: Record<string, Explanation>;
}

export function expectedList(trees: Tree[], query: ListQuery): Expected {
  const found = trees.filter(matching(trees, query)).sort(comparison(query));
  const start = (query.page - 1) * query.pageSize;
  const page = found.slice(start, start + query.pageSize);
  const facets = query.facets?.map((field) => [
    field,
    field === 'initial' ? expectedInitials(found, query) : expectedFacet(trees, query, field),
  ]);
  return {
    total: found.length,
    slugs: page.map(({ slug }) => slug),
    ...(facets && { facets: Object.fromEntries(facets) }),
    ...(isExplained(query) && { matches: Object.fromEntries(page.flatMap((tree) => expectedMatch(tree, query))) }),
  };
}

/** In the order of the trees, each letter where its first tree stands. */
function expectedInitials(found: Tree[], { locale, search, sort, order }: ListQuery): FacetCount[] {
  if ((search !== undefined && !sort && !order) || sort === 'updatedAt') return [];
  const letters = found.map((tree) => letterOf(sortedBy(tree, sort, locale) as string, locale));
  return [...new Set(letters)].map((value) => ({ value, count: letters.filter((each) => each === value).length }));
}

function sortedBy(tree: Tree, sort: Sort = 'title', locale: Locale): string | null {
  return sort === 'title' ? servedText(tree, locale).title : tree[sort];
}

function letterOf(text: string, locale: Locale): string {
  const isBefore = (start: string) => text.localeCompare(start, locale) < 0;
  const letters = locale === 'es' ? 'abcdefghijklmnñopqrstuvwxyz' : 'abcdefghijklmnopqrstuvwxyz';
  if (isBefore('a')) return '#';
  if (!isBefore('α')) return '…';
  return ([...letters].findLast((letter) => !isBefore(letter)) as string).toUpperCase();
}

function matching(trees: Tree[], query: ListQuery, except?: Filter): (tree: Tree) => boolean {
  const { distribution, ...filters } = query.filters;
  const places = distribution && meantPlaces(trees, distribution);
  return (tree) =>
    Object.entries({ ...filters, ...(places && { distribution: places }) }).every(
      ([filter, values]) => filter === except || hasAny(valuesOf(tree, filter as Filter), values),
    ) &&
    isLookedUp(tree, query) &&
    (query.search === undefined || startsAll(query.search, textsOf(tree, query)));
}

/** The places of the catalogue that are the same as one asked for; of a continent that is not among them, those inside. */
function meantPlaces(trees: Tree[], asked: string[]): string[] {
  const present = trees.flatMap(({ distribution }) => distribution);
  return asked.flatMap((each) => {
    const same = present.filter((place) => samePlace(place, each));
    const continent = CONTINENTS.find(({ names }) => hasAny(Object.values(names), [each]));
    if (same.length > 0 || !continent) return same;
    return present.filter((place) => codesOf(place).some((code) => code.length === 2 && code[0] === continent.code));
  });
}

function samePlace(a: string, b: string): boolean {
  return fold(a) === fold(b) || codesOf(a).some((code) => codesOf(b).includes(code));
}

const codesOf = memoize((place) => {
  const bare = fold(place).replace('tdwg:', '').replace('centroamerica', 'america central');
  return [...REGIONS, ...CONTINENTS]
    .filter(({ code, names }) => code === bare.padStart(2, '?') || hasAny(Object.values(names), [bare]))
    .map(({ code }) => code);
});

function textsOf(tree: Tree, { searchIn, locale }: ListQuery): string[] {
  return searchIn === 'names'
    ? names(tree, searchIn)
    : [...names(tree, searchIn), servedText(tree, locale).description];
}

function isLookedUp({ slug, identifiers }: Tree, { lookUps = {} }: ListQuery): boolean {
  const given = Object.entries(identifiers).flatMap(([name, id]) => (id === null ? [] : [id, `${name}:${id}`]));
  return (!lookUps.slug || hasAny([slug], lookUps.slug)) && (!lookUps.identifier || hasAny(given, lookUps.identifier));
}

function valuesOf(tree: Tree, filter: Filter): string[] {
  if (filter === 'tag') return [...(tree.texts.en?.tags ?? []), ...(tree.texts.es?.tags ?? [])];
  const value = tree[filter];
  return value === null ? [] : [value].flat();
}

function hasAny(values: string[], wanted: string[]): boolean {
  return wanted.some((each) => values.some((value) => fold(value) === fold(each)));
}

function names(tree: Tree, place: SearchPlace = 'text'): string[] {
  const text = [tree.scientificName, tree.texts.en?.title, tree.texts.es?.title].filter((name) => name !== undefined);
  return place === 'text' ? text : [...text, ...tree.synonyms, ...tree.commonNames.map(({ name }) => name)];
}

function startsAll(search: string, texts: string[]): boolean {
  const present = texts.flatMap(words);
  return words(search).every((wanted) => present.some((word) => word.startsWith(wanted)));
}

function tier(tree: Tree, search: string, place: SearchPlace | undefined): number {
  const isEqual = (name: string) => fold(name) === fold(search);
  if (names(tree).some(isEqual)) return 1;
  if (names(tree, place).some(isEqual)) return 2;
  return startsAll(search, names(tree, place)) ? 3 : 4;
}

function isExplained({ search, searchIn = 'text' }: ListQuery): boolean {
  return search !== undefined && searchIn !== 'text';
}

/** The name that equals the search, or else the first of those with most of the words that no name in the record has. */
function expectedMatch(tree: Tree, { search = '', locale }: ListQuery): [string, Explanation][] {
  const shown = [tree.scientificName, servedText(tree, locale).title];
  const missing = words(search).filter((word) => !startsAll(word, shown));
  const others: Explanation[] = [
    ...[tree.texts.en, tree.texts.es].flatMap((text) => (text ? { field: 'title' as const, value: text.title } : [])),
    ...tree.synonyms.map((value) => ({ field: 'synonyms' as const, value })),
    ...tree.commonNames.map(({ name }) => ({ field: 'commonNames' as const, value: name })),
  ];
  const scored = others.map((each) => ({
    each,
    isEqual: fold(each.value) === fold(search),
    holds: missing.filter((word) => startsAll(word, [each.value])).length,
  }));
  const found = scored.filter(({ holds }) => holds > 0);
  found.sort((a, b) => Number(b.isEqual) - Number(a.isEqual) || b.holds - a.holds);
  return found.length > 0 ? [[tree.slug, found[0].each]] : [];
}

function comparison(query: ListQuery): (a: Tree, b: Tree) => number {
  const { search, sort, order = 'asc', locale } = query;
  const direction = order === 'desc' ? -1 : 1;
  const byRelevance = search !== undefined && !query.sort && !query.order;
  const collator = new Intl.Collator(locale);
  return (a, b) => {
    const tiers = byRelevance ? tier(a, search, query.searchIn) - tier(b, search, query.searchIn) : 0;
    if (tiers !== 0) return tiers;
    const [left, right] = [a, b].map((tree) => sortedBy(tree, sort, locale));
    if (left === null || right === null) {
      if (left !== right) return left === null ? 1 : -1;
    } else {
      const compared = sort === 'updatedAt' ? left.localeCompare(right, 'en') : collator.compare(left, right);
      if (compared !== 0) return direction * compared;
    }
    return a.slug < b.slug ? -1 : 1;
  };
}

function expectedFacet(trees: Tree[], query: ListQuery, field: Filter): FacetCount[] {
  const found = trees.filter(matching(trees, query, field));
  const shown = trees.flatMap((tree) => shownValues(toDetail(tree, query.locale), field));
  const spellings = field === 'distribution' ? byPlace(shown) : Map.groupBy(shown, fold);
  const counts = [...spellings.values()].map((spelt) => ({
    value: mostUsed(spelt),
    count: found.filter((tree) => hasAny(valuesOf(tree, field), spelt)).length,
  }));
  const own: string[] = field === 'conservationStatus' ? [...CONSERVATION_STATUSES] : [...MONTHS];
  const byValue = own.some((each) => shown.includes(each))
    ? (a: string, b: string) => own.indexOf(a) - own.indexOf(b)
    : new Intl.Collator(query.locale).compare;
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byValue(a.value, b.value) || (fold(a.value) < fold(b.value) ? -1 : 1))
    .slice(0, 100);
}

function byPlace(places: string[]): Map<string, string[]> {
  return Map.groupBy(places, (place) => codesOf(place)[0] ?? fold(place));
}

function shownValues(record: TreeDetail, field: Filter): string[] {
  const value = record[field === 'tag' ? 'tags' : field];
  return value === null ? [] : [value].flat();
}

function mostUsed(spellings: string[]): string {
  const groups = [...Map.groupBy(spellings, (each) => each)];
  return groups.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))[0][0];
}

export function expectedFamilies(trees: Tree[], locale: Locale): { name: string; speciesCount: number }[] {
  const { compare } = new Intl.Collator(locale);
  const groups = [...Map.groupBy(trees, (tree) => fold(tree.family)).values()];
  return groups
    .map((group) => ({ name: mostUsed(group.map(({ family }) => family)), speciesCount: group.length }))
    .sort((a, b) => compare(a.name, b.name) || (fold(a.name) < fold(b.name) ? -1 : 1));
}
