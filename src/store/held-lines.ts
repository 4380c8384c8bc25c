// In charge of letting trees go of which nothing but their lines is needed any more: many objects are looked through again and again by
// who collects garbage, and storing makes much of that.

import { KnownTree } from '../content/outline.ts';
import type { Tree } from '../domain/tree.ts';
import { lineOf } from './archive.ts';

interface Held {
  trees: (Tree | KnownTree)[];
  origins: { tree: Tree | KnownTree }[];
}

/** Puts what is known of it, with its line, in the place of each whole tree. */
export function holdLines({ trees, origins }: Held): void {
  const lines = new Lines();
  const known = new Map<Tree | KnownTree, KnownTree>();
  for (const [index, tree] of trees.entries()) {
    if (tree instanceof KnownTree) continue;
    const held = KnownTree.of(tree, lines.add(lineOf(tree)));
    trees[index] = held;
    known.set(tree, held);
  }
  for (const origin of origins) origin.tree = known.get(origin.tree) ?? origin.tree;
}

const MOST_BYTES_PER_UNIT = 3;
const CHUNK_BYTES = 1 << 22;

/** Many in one stretch of memory: each by itself would be one more to look through. */
class Lines {
  #chunk = Buffer.alloc(0);
  #end = 0;

  add(line: string): Buffer {
    const most = line.length * MOST_BYTES_PER_UNIT;
    if (this.#end + most > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(most, CHUNK_BYTES));
      this.#end = 0;
    }
    const start = this.#end;
    this.#end += this.#chunk.write(line, start);
    return this.#chunk.subarray(start, this.#end);
  }
}
