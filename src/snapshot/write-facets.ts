// In charge of the filters' values: for each, its trees (as a list or as bitmaps), its count, and how it is written.

import { servedText, type Tree } from '../tree.ts';
import { fold, LOCALES, type Locale, MONTHS, STATUSES } from '../vocabulary.ts';
import type { Section } from './format.ts';
import { FILTERS, type Filter, MOST_SHORT_VALUES, NO_TREE, ORDERINGS, type Thresholds, wordsFor } from './layout.ts';
import { writeLists } from './lists.ts';
import { byCodePoints, writeStrings } from './strings.ts';

/** The values by which a filter finds a tree; tags count in either language. */
export function filterValues(tree: Tree, filter: Filter): readonly string[] {
  switch (filter) {
    case 'family':
      return [tree.family];
    case 'conservationStatus':
      return tree.conservationStatus ? [tree.conservationStatus] : [];
    case 'tag':
      return LOCALES.flatMap((locale) => tree.texts[locale]?.tags ?? []);
    default:
      return tree[filter];
  }
}

/** The values that a record in `locale` shows. */
function shownValues(tree: Tree, filter: Filter, locale: Locale): readonly string[] {
  return filter === 'tag' ? servedText(tree, locale).tags : filterValues(tree, filter);
}

/** Needs `ranks` to have been written. */
export function writeFacets(into: Map<string, Section>, trees: Tree[], thresholds: Thresholds): void {
  const most = thresholds.value * wordsFor(trees.length);
  const bitmaps: Uint32Array[] = [];
  const ranks = into.get('ranks') as Uint32Array;
  const setsOf = FILTERS.map((filter) => {
    const treesByKey = collect(trees, filter);
    const keys = [...treesByKey.keys()].sort(byCodePoints);
    const sets = keys.map((key) => treesByKey.get(key) as number[]);

    const dense = new Uint32Array(keys.length).fill(NO_TREE);
    for (const [index, set] of sets.entries()) {
      if (set.length > most) dense[index] = bitmaps.push(toBitmaps(set, ranks, trees.length)) - 1;
    }
    writeStrings(into, `${filter}.keys`, keys);
    into.set(`${filter}.dense`, dense);
    writeLists(
      into,
      `${filter}.trees`,
      sets.map((set, index) => (dense[index] === NO_TREE ? set : [])),
    );
    for (const locale of LOCALES) writeLabels(into, trees, filter, locale, keys);
    return sets;
  });
  into.set('bitmaps', concat(bitmaps));
  into.set(
    'counts',
    Uint32Array.from(setsOf.flat(), (set) => set.length),
  );
  writeValues(into, setsOf.flat(), trees.length);
}

/** For each tree its values: read one after the other, they take the less time the less room they take. */
function writeValues(into: Map<string, Section>, sets: number[][], trees: number): void {
  const valuesByTree = Array.from({ length: trees }, (): number[] => []);
  for (const [value, set] of sets.entries()) for (const tree of set) valuesByTree[tree].push(value);
  writeLists(into, 'values', valuesByTree);
  if (sets.length > MOST_SHORT_VALUES) return;
  into.set('values.numbers', Uint16Array.from(into.get('values.numbers') as Uint32Array));
}

function collect(trees: Tree[], filter: Filter): Map<string, number[]> {
  const treesByKey = new Map<string, number[]>();
  for (const [number, tree] of trees.entries()) {
    for (const key of new Set(filterValues(tree, filter).map(fold))) {
      treesByKey.getOrInsertComputed(key, () => []).push(number);
    }
  }
  return treesByKey;
}

/** The set in every ordering: bit r stands for the tree at rank r, so that a page is a stretch of bits. */
function toBitmaps(set: number[], ranks: Uint32Array, trees: number): Uint32Array {
  const words = wordsFor(trees);
  const bitmaps = new Uint32Array(ORDERINGS * words);
  for (let ordering = 0; ordering < ORDERINGS; ordering++) {
    for (const tree of set) {
      const rank = ranks[ordering * trees + tree];
      bitmaps[ordering * words + (rank >>> 5)] |= 1 << (rank & 31);
    }
  }
  return bitmaps;
}

/** Each value as its authors mostly write it, empty where no record of the locale shows it; and those shown in their order. */
function writeLabels(into: Map<string, Section>, trees: Tree[], filter: Filter, locale: Locale, keys: string[]): void {
  const labels = mostUsedSpellings(trees.flatMap((tree) => shownValues(tree, filter, locale)));
  const texts = keys.map((key) => labels.get(key) ?? '');
  const compare = valueOrder(filter, locale);
  const shown = [...keys.keys()].filter((index) => texts[index] !== '');
  writeStrings(into, `${filter}.labels.${locale}`, texts);
  into.set(`${filter}.shown.${locale}`, Uint32Array.from(shown.sort((a, b) => compare(texts[a], texts[b]) || a - b)));
}

export function mostUsedSpellings(values: Iterable<string>): Map<string, string> {
  const uses = new Map<string, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
  const best = new Map<string, string>();
  for (const [value, count] of uses) {
    const key = fold(value);
    const rival = best.get(key);
    const rivalCount = rival === undefined ? 0 : (uses.get(rival) as number);
    if (rival === undefined || count > rivalCount || (count === rivalCount && value < rival)) best.set(key, value);
  }
  return best;
}

function valueOrder(filter: Filter, locale: Locale): (a: string, b: string) => number {
  const own: readonly string[] | undefined =
    filter === 'conservationStatus' ? STATUSES : filter.endsWith('Season') ? MONTHS : undefined;
  if (own) return (a, b) => own.indexOf(a) - own.indexOf(b);
  return new Intl.Collator(locale).compare;
}

function concat(parts: Uint32Array[]): Uint32Array {
  const whole = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
