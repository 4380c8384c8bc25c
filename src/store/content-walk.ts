// In charge of the lines of content while they are stored: they are written as they are asked for, a few megabytes at a time, and not
// at all where former content has them and their pieces are stored.

import { KnownTree } from '../content/outline.ts';
import type { Tree } from '../domain/tree.ts';
import { inLineOrder, lineOf } from './archive.ts';
import type { StoredPiece, Walk } from './cutting.ts';
import { type FormerLines, FormerLostError } from './former-lines.ts';

/** More and more at once, as long as one stretch follows the other. */
const [FEWEST_BYTES, MOST_BYTES] = [1 << 18, 1 << 22];

export class ContentWalk implements Walk {
  readonly #trees: (Tree | KnownTree)[];
  readonly #former: FormerLines | undefined;
  /** Of each line; 0 where it was not written yet. */
  readonly lengths: Uint32Array;
  /** The line that the walk has come to, and where it begins. */
  #line = 0;
  #start = 0;
  #stretch = { bytes: Buffer.alloc(0), place: 0, nextLine: 0 };
  #size = FEWEST_BYTES;

  constructor(trees: (Tree | KnownTree)[], former?: FormerLines) {
    this.#trees = inLineOrder(trees);
    this.#former = former;
    this.lengths = former?.follow(this.#trees) ?? new Uint32Array(trees.length);
  }

  async from(place: number, atLeast: number): Promise<Uint8Array> {
    const { bytes, place: start, nextLine } = this.#stretch;
    const isAllThere = place + atLeast <= start + bytes.length || nextLine === this.#trees.length;
    if (!(place <= start + bytes.length && isAllThere)) await this.#write(place, atLeast);
    return this.#stretch.bytes.subarray(place - this.#stretch.place);
  }

  stored(place: number): StoredPiece | undefined {
    if (!this.#former) return undefined;
    this.#goTo(place);
    return this.#former.pieceAt(this.#line, place - this.#start);
  }

  #goTo(place: number): void {
    while (this.lengths[this.#line] > 0 && this.#start + this.lengths[this.#line] <= place)
      this.#start += this.lengths[this.#line++];
  }

  async #write(place: number, atLeast: number): Promise<void> {
    this.#goTo(place);
    const follows = this.#stretch.nextLine >= this.#line;
    this.#size = follows ? Math.min(this.#size * 2, MOST_BYTES) : FEWEST_BYTES;
    const wanted = place - this.#start + Math.max(atLeast, this.#size);
    const lines: Buffer[] = [];
    let line = this.#line;
    for (let written = 0; written < wanted && line < this.#trees.length; line++) {
      const bytes = await this.#lineOf(this.#trees[line]);
      lines.push(bytes);
      written += this.lengths[line] = bytes.length;
    }
    this.#stretch = { bytes: Buffer.concat(lines), place: this.#start, nextLine: line };
  }

  /** Of a tree that is not at hand, it is the one that is stored. */
  async #lineOf(tree: Tree | KnownTree): Promise<Buffer> {
    if (!(tree instanceof KnownTree)) return Buffer.from(lineOf(tree));
    if (tree.line) return tree.line;
    if (!this.#former) throw new FormerLostError(`Nothing is stored of ${tree.slug}.`);
    return await this.#former.lineOf(tree);
  }
}
