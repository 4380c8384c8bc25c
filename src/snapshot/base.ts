// In charge of a snapshot that another one is built on: which of its trees are as they were, and what numbers they had and have. Trees
// are numbered by slug, so that those that are kept stay in their order.

import { KnownTree } from '../content/model/outline.ts';
import { TextColumn } from '../content/text-column.ts';
import type { Sort } from '../domain/questions.ts';
import type { Tree, TreeRecord } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { SnapshotError } from './format.ts';
import { NO_TREE, orderingIndex } from './layout.ts';
import { openSnapshot, readRecord, type Snapshot } from './open.ts';

/** What a base is made from: plain values, that can be handed to another thread. */
export interface BaseParts {
  /** A whole snapshot that this very code has made, in memory that threads can share. */
  bytes: Uint8Array;
  /** For each tree its number there; NO_TREE for one that is new or has changed. */
  before: Uint32Array;
}

/** Of trees in their order. Those that are known stand in the snapshot as they are. */
export function basePartsOf(bytes: Uint8Array, trees: (Tree | KnownTree)[]): BaseParts {
  const { slugs } = openSnapshot(bytes, { isVerified: true });
  const slugsBefore = new TextColumn(slugs.bytes, slugs.offsets.subarray(1)).all();
  const before = new Uint32Array(trees.length).fill(NO_TREE);
  let next = 0;
  for (const [number, tree] of trees.entries()) {
    if (!(tree instanceof KnownTree)) continue;
    while (slugsBefore[next] < tree.slug) next++;
    if (slugsBefore[next] !== tree.slug) throw new SnapshotError(`The snapshot before has no tree ${tree.slug}.`);
    before[number] = next;
  }
  return { bytes, before };
}

/** Those that are new or have changed, by number, in ascending order. */
export type FreshTrees = ReadonlyMap<number, Tree>;

type SortKeys = Pick<TreeRecord, Sort>;

export class Base {
  readonly snapshot: Snapshot;
  /** How many trees there are now. */
  readonly trees: number;
  readonly before: Uint32Array;
  /** For each tree before its number now; NO_TREE for one that is gone or has changed. */
  readonly now: Uint32Array;
  readonly #sortKeys = LOCALES.map((): SortKeys[] => []);

  constructor({ bytes, before }: BaseParts) {
    this.snapshot = openSnapshot(bytes, { isVerified: true });
    this.trees = before.length;
    this.before = before;
    this.now = new Uint32Array(this.snapshot.trees).fill(NO_TREE);
    for (let tree = 0; tree < before.length; tree++) if (before[tree] !== NO_TREE) this.now[before[tree]] = tree;
  }

  /** The trees before that are gone or have changed. */
  *dropped(): Generator<number> {
    for (let tree = 0; tree < this.now.length; tree++) if (this.now[tree] === NO_TREE) yield tree;
  }

  /** The trees now that are as they were, in the order in which they stood. */
  keptIn(ordering: number): Uint32Array {
    const { orders, trees } = this.snapshot;
    const kept = new Uint32Array(trees);
    let length = 0;
    for (let at = ordering * trees; at < (ordering + 1) * trees; at++) {
      const tree = this.now[orders[at]];
      if (tree !== NO_TREE) kept[length++] = tree;
    }
    return kept.subarray(0, length);
  }

  /** For each rank by title before the rank that its tree has now, as `ranks` says; NO_TREE where that is gone. */
  ranksNow(locale: Locale, ranks: Uint32Array): Uint32Array {
    const { orders, trees } = this.snapshot;
    const start = orderingIndex(locale, 'title', 'asc') * trees;
    return orders
      .subarray(start, start + trees)
      .map((tree) => (this.now[tree] === NO_TREE ? NO_TREE : ranks[this.now[tree]]));
  }

  /** What a tree before is shown as. */
  record(tree: number, locale: Locale): TreeRecord {
    return readRecord(this.snapshot.records[locale], tree, 'record');
  }

  /** What a tree before is sorted by. Whoever compares asks often. */
  sortKeys(tree: number, locale: Locale): SortKeys {
    const known = this.#sortKeys[LOCALES.indexOf(locale)];
    known[tree] ??= pickSortKeys(this.record(tree, locale));
    return known[tree];
  }
}

function pickSortKeys({ title, scientificName, family, updatedAt }: TreeRecord): SortKeys {
  return { title, scientificName, family, updatedAt };
}
