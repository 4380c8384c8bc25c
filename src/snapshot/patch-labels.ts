// In charge of how the filters' values are written where most trees are as they were: it is counted again only where it may be another
// spelling now that authors use most.

import { FILTERS, type Filter, filterKey } from '../domain/questions.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import type { Base, FreshTrees } from './base.ts';
import type { ConcatenatedLists } from './lists.ts';
import type { Facet } from './open.ts';
import { eachFilter, mostUsedSpellings, shownBy, shownValues, vocabularyOf } from './write-facets.ts';

/** How often each is. */
export type Spellings = Map<string, number>;

function counted(values: Iterable<string>, counts: Spellings = new Map()): Spellings {
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** What the records of trees that are gone or have changed showed. Each is read once, and let go. */
export function spellingsOfDropped(base: Base): Record<Locale, Record<Filter, Spellings>> {
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

/** How values are written, in a language. */
export class Labels {
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

  /** `gone` are the spellings of trees that are gone or have changed. */
  of({ keys, values }: { keys: string[]; values: ConcatenatedLists }, gone: Spellings): string[] {
    const unsure = this.#unsureKeys(this.#usedMore(gone));
    const trees = treesWithAny((key) => unsure.has(keys[key]), values);
    const spellings = mostUsedSpellings(this.#filter, counted(this.#shownBy(unsure.size > 0 ? trees : [])));
    const find = this.#known.keys.finder();
    return keys.map((key) => {
      const before = find(key);
      if (unsure.has(key)) return spellings.get(key) ?? '';
      return before === -1 ? '' : this.#known.labels[this.#locale].get(before);
    });
  }

  /** How much more often, or less often, each spelling is used than before. */
  #usedMore(gone: Spellings): Spellings {
    const more = counted(shownBy(this.#fresh.values(), this.#filter, this.#locale));
    for (const [value, count] of gone) more.set(value, (more.get(value) ?? 0) - count);
    return more;
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

/** The trees that have a value that is asked for. */
function* treesWithAny(isAsked: (key: number) => boolean, { offsets, items }: ConcatenatedLists): Generator<number> {
  for (let tree = 0; tree + 1 < offsets.length; tree++)
    if (items.subarray(offsets[tree], offsets[tree + 1]).some(isAsked)) yield tree;
}
