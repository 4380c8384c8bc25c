// In charge of the lines of content that is stored already: a line whose tree is the same is not written again, and pieces that hold
// nothing but such lines, one after the other, are taken over as they are.

import type { Tree } from '../domain/tree.ts';
import type { StoredPiece } from './cutting.ts';
import type { PieceList } from './piece-list.ts';

/** Content as it was read, in the order of its lines, and the pieces that it was read from. */
export interface StoredContent {
  trees: Tree[];
  lineLengths: Uint32Array | undefined;
  list: PieceList | undefined;
}

const NO_LINE = -1;

export class FormerLines {
  readonly #lineOf: Map<Tree, number>;
  readonly #lengths: Uint32Array;
  /** Where each line begins, and the last one ends; of the bytes after the first piece. */
  readonly #starts: Float64Array;
  /** By where they begin. */
  readonly #pieces: Map<number, StoredPiece>;
  /** For each line of the new content that of the former, and how far the former goes on as the new one does. */
  #lines = new Int32Array(0);
  #reaches = new Float64Array(0);

  /** Undefined where the pieces are not those that the lines were read from. `isStored` tells of a piece whether it is there. */
  static of(content: StoredContent, isStored: (number: number) => boolean): FormerLines | undefined {
    const { trees, lineLengths, list } = content;
    if (!lineLengths || !list) return undefined;
    const former = new FormerLines(trees, lineLengths, list, isStored);
    const total = list.lengths.reduce((sum, length) => sum + length, 0) - list.lengths[0];
    return former.#starts[trees.length] === total ? former : undefined;
  }

  private constructor(trees: Tree[], lengths: Uint32Array, list: PieceList, isStored: (number: number) => boolean) {
    this.#lineOf = new Map(trees.map((tree, line) => [tree, line]));
    this.#lengths = lengths;
    this.#starts = new Float64Array(trees.length + 1);
    for (let line = 0; line < trees.length; line++) this.#starts[line + 1] = this.#starts[line] + lengths[line];
    this.#pieces = new Map();
    for (let index = 1, place = 0; index < list.numbers.length; place += list.lengths[index++]) {
      const piece = { number: list.numbers[index], length: list.lengths[index] };
      if (isStored(piece.number)) this.#pieces.set(place, piece);
    }
  }

  /** Takes up new content. How long those of its lines are that are among the former ones; 0 stands for all others. */
  follow(trees: Tree[]): Uint32Array {
    this.#lines = Int32Array.from(trees, (tree) => this.#lineOf.get(tree) ?? NO_LINE);
    this.#reaches = new Float64Array(trees.length);
    for (let line = trees.length - 1; line >= 0; line--) {
      const former = this.#lines[line];
      const goesOn = line + 1 < trees.length && this.#lines[line + 1] === former + 1;
      this.#reaches[line] = goesOn ? this.#reaches[line + 1] : this.#starts[former + 1];
    }
    return Uint32Array.from(this.#lines, (former) => (former === NO_LINE ? 0 : this.#lengths[former]));
  }

  /** The piece that begins at a place in a line of the new content. */
  pieceAt(line: number, offset: number): StoredPiece | undefined {
    const former = this.#lines[line] ?? NO_LINE;
    if (former === NO_LINE) return undefined;
    const place = this.#starts[former] + offset;
    const piece = this.#pieces.get(place);
    return piece && this.#isSame(place + piece.length, this.#reaches[line]) ? piece : undefined;
  }

  /** The last piece ends with the content, and not where a cut would be. */
  #isSame(end: number, reach: number): boolean {
    const isLast = end === this.#starts[this.#starts.length - 1];
    return end <= reach && (!isLast || this.#lines[this.#lines.length - 1] === this.#starts.length - 2);
  }
}
