// In charge of the filters' values where most trees are as they were: which trees have them is known of these, and how a value is written
// is counted again only where it may be another spelling now that authors use most.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import { NO_TREE } from './layout.ts';
import { NumberedTexts } from './numbered-texts.ts';
import type { Facet } from './open.ts';
import { Pairs } from './pairs.ts';
import {
  type CollectedFacet,
  type CollectedFacets,
  eachFilter,
  eachLocale,
  filterValues,
  mostUsedSpellings,
  setsIn,
  shownBy,
  shownValues,
  vocabularyOf,
} from './write-facets.ts';

/** The same that is collected of all trees. */
export function patchFacets(fresh: FreshTrees, base: Base): CollectedFacets {
  const gone = spellingsOfDropped(base);
  return eachFilter((filter) => {
    const collected = patchSets(filter, fresh, base);
    const labelsIn = (locale: Locale) => {
      const more = counted(shownBy(fresh.values(), filter, locale));
      for (const [value, count] of gone[locale][filter]) more.set(value, (more.get(value) ?? 0) - count);
      return new Labels(base, fresh, filter, locale).of(collected, more);
    };
    return { ...collected, labels: eachLocale(filter, labelsIn) };
  });
}

/** How often each is. */
type Spellings = Map<string, number>;

function counted(values: Iterable<string>, counts: Spellings = new Map()): Spellings {
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What the records of trees that are gone or have changed showed. Each is read once, and let go. */
function spellingsOfDropped(base: Base): Record<Locale, Record<Filter, Spellings>> {
  const found = LOCALES.map((locale) => {
    const spellings = eachFilter((): Spellings => new Map());
    for (const tree of base.dropped()) {
      const record = base.record(tree, locale);
      for (const filter of FILTERS) counted(shownValues(record, filter), spellings[filter]);
    }
    return [locale, spellings];
  });
  return Object.fromEntries(found);
}

function patchSets(filter: Filter, fresh: FreshTrees, base: Base): Pick<CollectedFacet, 'keys' | 'sets'> {
  const { keys: known, values } = base.snapshot.facets[filter];
  const table = new NumberedTexts();
  for (let key = 0; key < known.length; key++) table.numberOf(known.get(key));
  const treesByKey = new Pairs();
  for (let tree = 0; tree < base.trees; tree++) {
    const before = base.before[tree];
    if (before !== NO_TREE)
      for (let at = values.offsets[before]; at < values.offsets[before + 1]; at++)
        treesByKey.add(values.items[at], tree);
    const changed = fresh.get(tree);
    const keysOf = changed && filterValues(changed, filter).map((value) => table.numberOf(filterKey(filter, value)));
    for (const key of new Set(keysOf)) treesByKey.add(key, tree);
  }
  const isUsed = new Uint8Array(table.length);
  treesByKey.markKeys(isUsed);
  const { texts: keys, places } = table.sorted(isUsed);
  return { keys, sets: setsIn(treesByKey.lists(places, keys.length)) };
}

/** How values are written, in a language. */
class Labels {
  readonly #base: Base;
  readonly #fresh: FreshTrees;
  readonly #filter: Filter;
  readonly #locale: Locale;
  readonly #known: Facet;

  constructor(base: Base, fresh: FreshTrees, filter: Filter, locale: Locale) {
    this.#base = base;
    this.#fresh = fresh;
    this.#filter = filter;
    this.#locale = locale;
    this.#known = base.snapshot.facets[filter];
  }

  /** `more` tells how much more often, or less often, each spelling is used than before. */
  of({ keys, sets }: Pick<CollectedFacet, 'keys' | 'sets'>, more: Spellings): string[] {
    const unsure = this.#unsureKeys(more);
    const trees = new Set<number>();
    for (const [index, key] of keys.entries()) if (unsure.has(key)) for (const tree of sets[index]) trees.add(tree);
    const counted = mostUsedSpellings(this.#filter, this.#shownBy(trees));
    const find = this.#known.keys.finder();
    return keys.map((key) => {
      const before = find(key);
      if (unsure.has(key)) return counted.get(key) ?? '';
      return before === -1 ? '' : this.#known.labels[this.#locale].get(before);
    });
  }

  /** Those whose label is used less often, or another spelling more often. What has a vocabulary of its own is spelt in one way. */
  #unsureKeys(more: Spellings): Set<string> {
    const unsure = new Set<string>();
    for (const [value, count] of more) {
      const key = filterKey(this.#filter, value);
      const label = this.#labelBefore(key);
      const isUnsure = vocabularyOf(this.#filter) ? label !== value : (label === value) === count < 0;
      if (count !== 0 && isUnsure) unsure.add(key);
    }
    return unsure;
  }

  #labelBefore(key: string): string | undefined {
    const index = this.#known.keys.find(key);
    return index === -1 ? undefined : this.#known.labels[this.#locale].get(index);
  }

  *#shownBy(trees: Iterable<number>): Generator<string> {
    for (const tree of trees) {
      const changed = this.#fresh.get(tree);
      if (changed) yield* shownBy([changed], this.#filter, this.#locale);
      else yield* shownValues(this.#base.record(this.#base.before[tree], this.#locale), this.#filter);
    }
  }
}
