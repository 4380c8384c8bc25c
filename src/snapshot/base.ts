// In charge of what a snapshot before has of the trees that are as they were: it need not be worked out again.

import type { Tree } from '../domain/tree.ts';
import type { Locale } from '../domain/vocabulary.ts';
import { NO_TREE, orderingIndex } from './layout.ts';
import { openSnapshot, type Snapshot } from './open.ts';

/** What a base is made from: plain values, that can be handed to another thread. */
export interface BaseParts {
  /** A whole snapshot that this very code has made, in memory that threads can share. */
  bytes: Uint8Array;
  /** For each tree its number there; NO_TREE for one that is new or has changed. */
  numbers: Uint32Array;
}

/** `trees` are by number, and those that are kept stand in the snapshot as they are. */
export function basePartsOf(bytes: Uint8Array, trees: Tree[], isKept: (tree: Tree) => boolean): BaseParts {
  const { slugs } = openSnapshot(bytes, { isVerified: true });
  return { bytes, numbers: Uint32Array.from(trees, (tree) => (isKept(tree) ? slugs.find(tree.slug) : NO_TREE)) };
}

export class Base {
  readonly snapshot: Snapshot;
  readonly #numbers: Uint32Array;

  constructor({ bytes, numbers }: BaseParts) {
    this.snapshot = openSnapshot(bytes, { isVerified: true });
    this.#numbers = numbers;
  }

  /** The number that a tree has in the snapshot before, where it is as it was. */
  numberOf(tree: number): number | undefined {
    const number = this.#numbers[tree];
    return number === NO_TREE ? undefined : number;
  }

  /** For each tree of the snapshot before its number now. */
  numbersNow(): Uint32Array {
    const now = new Uint32Array(this.snapshot.trees).fill(NO_TREE);
    for (let tree = 0; tree < this.#numbers.length; tree++) {
      if (this.#numbers[tree] !== NO_TREE) now[this.#numbers[tree]] = tree;
    }
    return now;
  }

  /** The trees of the snapshot before in one of its orderings. */
  order(ordering: number): Uint32Array {
    const { orders, trees } = this.snapshot;
    return orders.subarray(ordering * trees, (ordering + 1) * trees);
  }

  titleOrder(locale: Locale): Uint32Array {
    return this.order(orderingIndex(locale, 'title', 'asc'));
  }
}
