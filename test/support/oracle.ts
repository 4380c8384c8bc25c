// The plain implementation of the questions, with arrays, filter and sort: what the snapshot's answers are held against.

import type { FacetCount, ListQuery } from '../../src/catalogue/query.ts';
import type { Filter } from '../../src/snapshot/layout.ts';
import { servedText, type Tree, type TreeDetail, toDetail } from '../../src/tree.ts';
import { fold, type Locale, MONTHS, STATUSES, words } from '../../src/vocabulary.ts';

export interface Expected {
  total: number;
  slugs: string[];
  facets?: Partial<Record<Filter, FacetCount[]>>;
}

export function expectedList(trees: Tree[], query: ListQuery): Expected {
  const found = trees.filter((tree) => matches(tree, query)).sort(comparison(query));
  const start = (query.page - 1) * query.pageSize;
  const page = { total: found.length, slugs: found.slice(start, start + query.pageSize).map(({ slug }) => slug) };
  if (!query.facets) return page;
  return {
    ...page,
    facets: Object.fromEntries(query.facets.map((field) => [field, expectedFacet(trees, query, field)])),
  };
}

function matches(tree: Tree, query: ListQuery, except?: Filter): boolean {
  return (
    Object.entries(query.filters).every(
      ([filter, values]) => filter === except || hasAny(valuesOf(tree, filter as Filter), values),
    ) &&
    (query.search === undefined ||
      startsAll(query.search, [...names(tree), servedText(tree, query.locale).description]))
  );
}

function valuesOf(tree: Tree, filter: Filter): string[] {
  if (filter === 'tag') return [...(tree.texts.en?.tags ?? []), ...(tree.texts.es?.tags ?? [])];
  const value = tree[filter];
  return value === null ? [] : [value].flat();
}

function hasAny(values: string[], wanted: string[]): boolean {
  return wanted.some((each) => values.some((value) => fold(value) === fold(each)));
}

function names(tree: Tree): string[] {
  return [tree.scientificName, tree.texts.en?.title ?? '', tree.texts.es?.title ?? ''];
}

function startsAll(search: string, texts: string[]): boolean {
  const present = texts.flatMap(words);
  return words(search).every((wanted) => present.some((word) => word.startsWith(wanted)));
}

function tier(tree: Tree, search: string): number {
  const nonEmpty = names(tree).filter((name) => name !== '');
  if (nonEmpty.some((name) => fold(name) === fold(search))) return 1;
  return startsAll(search, nonEmpty) ? 2 : 3;
}

function comparison(query: ListQuery): (a: Tree, b: Tree) => number {
  const { search, sort = 'title', order = 'asc', locale } = query;
  const direction = order === 'desc' ? -1 : 1;
  const byRelevance = search !== undefined && !query.sort && !query.order;
  const collator = new Intl.Collator(locale);
  return (a, b) => {
    if (byRelevance && tier(a, search) !== tier(b, search)) return tier(a, search) - tier(b, search);
    const [left, right] = [toDetail(a, locale)[sort], toDetail(b, locale)[sort]];
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
  const found = trees.filter((tree) => matches(tree, query, field));
  const shown = trees.flatMap((tree) => shownValues(toDetail(tree, query.locale), field));
  const spellings = Map.groupBy(shown, fold);
  const counts = [...spellings.values()].map((spelt) => ({
    value: mostUsed(spelt),
    count: found.filter((tree) => hasAny(valuesOf(tree, field), spelt)).length,
  }));
  const own: string[] = field === 'conservationStatus' ? [...STATUSES] : [...MONTHS];
  const byValue = own.some((each) => shown.includes(each))
    ? (a: string, b: string) => own.indexOf(a) - own.indexOf(b)
    : new Intl.Collator(query.locale).compare;
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || byValue(a.value, b.value) || (fold(a.value) < fold(b.value) ? -1 : 1))
    .slice(0, 100);
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
