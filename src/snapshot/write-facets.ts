// In charge of the filters' values: for each, its trees (as a list or as bitmaps), its count, and how it is written.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { servedText, type Tree } from '../domain/tree.ts';
import { CONSERVATION_STATUSES, LOCALES, type Locale, MONTHS } from '../domain/vocabulary.ts';
import type { NamedSections } from './format.ts';
import { cellsFor, MOST_SHORT_VALUES, NO_BITMAP, ORDERINGS, type Thresholds } from './layout.ts';
import { writeLists } from './lists.ts';
import { NumberedTexts } from './numbered-texts.ts';
import { Pairs } from './pairs.ts';
import { writeStrings } from './strings.ts';

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

export function writeFacets(trees: Tree[], ranks: Uint32Array, thresholds: Thresholds): NamedSections {
  const most = thresholds.value * cellsFor(trees.length);
  const bitmaps: Uint32Array[] = [];
  const sections: NamedSections = {};
  for (const filter of FILTERS) {
    const { keys, sets } = collect(trees, filter);
    const bitmapNumbers = new Uint32Array(keys.length).fill(NO_BITMAP);
    for (const [index, set] of sets.entries()) {
      if (set.length > most) bitmapNumbers[index] = bitmaps.push(toBitmaps(set, ranks, trees.length)) - 1;
    }
    const lists = sets.map((set, index) => (bitmapNumbers[index] === NO_BITMAP ? set : set.subarray(0, 0)));
    Object.assign(
      sections,
      writeStrings(`${filter}.keys`, keys),
      { [`${filter}.bitmapNumbers`]: bitmapNumbers, [`${filter}.counts`]: Uint32Array.from(sets, (set) => set.length) },
      writeLists(`${filter}.trees`, lists),
      writeValues(`${filter}.values`, sets, trees.length),
      ...writeLabels(trees, filter, keys),
    );
  }
  return { ...sections, bitmaps: concat(bitmaps) };
}

/** For each tree its values: read one after the other, they take the less time the less room they take. */
function writeValues(name: string, sets: Uint32Array[], trees: number): NamedSections {
  const valuesByTree = new Pairs();
  for (const [value, set] of sets.entries()) for (const tree of set) valuesByTree.add(tree, value);
  const everyTree = Uint32Array.from({ length: trees }, (_, tree) => tree);
  const { offsets, items } = valuesByTree.lists(everyTree, trees);
  const areShort = sets.length <= MOST_SHORT_VALUES;
  return { [`${name}.offsets`]: offsets, [`${name}.items`]: areShort ? Uint16Array.from(items) : items };
}

/** What is compared of each value, sorted, with its trees. */
function collect(trees: Tree[], filter: Filter): { keys: string[]; sets: Uint32Array[] } {
  const table = new NumberedTexts();
  const numbers = new Map<string, number>();
  const numberOf = (value: string) =>
    numbers.getOrInsertComputed(value, () => table.numberOf(filterKey(filter, value)));
  const treesByKey = new Pairs();
  for (const [tree, each] of trees.entries()) {
    for (const key of new Set(filterValues(each, filter).map(numberOf))) treesByKey.add(key, tree);
  }
  const { texts: keys, places } = table.sorted();
  const { offsets, items } = treesByKey.lists(places, keys.length);
  return { keys, sets: keys.map((_, key) => items.subarray(offsets[key], offsets[key + 1])) };
}

/** The set in every ordering: bit r stands for the tree at rank r, so that a page is a stretch of bits. */
function toBitmaps(set: Uint32Array, ranks: Uint32Array, trees: number): Uint32Array {
  const cells = cellsFor(trees);
  const bitmaps = new Uint32Array(ORDERINGS * cells);
  for (let ordering = 0; ordering < ORDERINGS; ordering++) {
    for (const tree of set) {
      const rank = ranks[ordering * trees + tree];
      bitmaps[ordering * cells + (rank >>> 5)] |= 1 << (rank & 31);
    }
  }
  return bitmaps;
}

/** Each value as its authors mostly write it, empty where no record of the locale shows it; and those shown in their order. */
function writeLabels(trees: Tree[], filter: Filter, keys: string[]): NamedSections[] {
  const labelsIn = (locale: Locale) => mostUsedSpellings(filter, shownBy(trees, filter, locale));
  const inEvery = filter === 'tag' ? undefined : labelsIn(LOCALES[0]);
  return LOCALES.map((locale) => {
    const labels = inEvery ?? labelsIn(locale);
    const texts = keys.map((key) => labels.get(key) ?? '');
    const compare = valueOrder(filter, locale);
    const shown = [...keys.keys()].filter((index) => texts[index] !== '');
    shown.sort((a, b) => compare(texts[a], texts[b]) || a - b);
    return {
      ...writeStrings(`${filter}.labels.${locale}`, texts),
      [`${filter}.shown.${locale}`]: Uint32Array.from(shown),
    };
  });
}

function* shownBy(trees: Tree[], filter: Filter, locale: Locale): Generator<string> {
  for (const tree of trees) yield* shownValues(tree, filter, locale);
}

/** By what is compared of them. */
export function mostUsedSpellings(filter: Filter, values: Iterable<string>): Map<string, string> {
  const uses = new Map<string, number>();
  for (const value of values) uses.set(value, (uses.get(value) ?? 0) + 1);
  const best = new Map<string, string>();
  for (const [value, count] of uses) {
    const key = filterKey(filter, value);
    const rival = best.get(key);
    const rivalCount = rival === undefined ? 0 : (uses.get(rival) as number);
    if (rival === undefined || count > rivalCount || (count === rivalCount && value < rival)) best.set(key, value);
  }
  return best;
}

function valueOrder(filter: Filter, locale: Locale): (a: string, b: string) => number {
  const own: readonly string[] | undefined =
    filter === 'conservationStatus' ? CONSERVATION_STATUSES : filter.endsWith('Season') ? MONTHS : undefined;
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
