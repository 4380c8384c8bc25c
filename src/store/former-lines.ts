// In charge of the lines of content that is stored already: a line whose tree is the same is not written again, and pieces that hold
// nothing but such lines, one after the other, are taken over as they are. What of a line is needed is fetched.

import type { KnownTree } from '../content/outline.ts';
import type { Tree } from '../domain/tree.ts';
import type { StoredPiece } from './cutting.ts';
import type { PieceList } from './piece-list.ts';

/** Content in the order of its lines, and the pieces that it is stored in. */
export interface StoredContent<T extends Tree | KnownTree = Tree | KnownTree> {
  trees: T[];
  lineLengths: Uint32Array | undefined;
  list: PieceList | undefined;
}

/** The bytes of pieces, by their numbers. */
export type FetchPieces = (numbers: number[]) => Promise<Uint8Array[]>;

/** What a publish builds on is not there, or not as it was: everything has to be read. */
export class FormerLostError extends Error {
  override name = 'FormerLostError';
}

export const MEANWHILE = 'Something else was published meanwhile.';

const NO_LINE = -1;
const [NEW_LINE, OPENING_BRACE] = [10, 123];
/** Lines that are asked for follow each other: so many pieces are fetched at once. */
const FETCHED_AT_ONCE = 8;

export class FormerLines {
  readonly #lineOf: Map<Tree | KnownTree, number>;
  readonly #lengths: Uint32Array;
  /** Where each line begins, and the last one ends; of the bytes after the first piece. */
  readonly #starts: Float64Array;
  /** In their order, and where each begins. */
  readonly #pieces: StoredPiece[] = [];
  readonly #places: number[] = [];
  /** By where they begin, those that are there. */
  readonly #stored = new Map<number, StoredPiece>();
  readonly #fetch: FetchPieces;
  /** What was fetched last, and where it begins. */
  #fetched: { place: number; bytes: Buffer } = { place: 0, bytes: Buffer.alloc(0) };
  /** For each line of the new content that of the former, and how far the former goes on as the new one does. */
  #lines = new Int32Array(0);
  #reaches = new Float64Array(0);

  /** Undefined where the pieces are not those of the lines. `isStored` tells of a piece whether it is there. */
  static of(
    { trees, lineLengths, list }: StoredContent,
    isStored: (number: number) => boolean,
    fetch: FetchPieces,
  ): FormerLines | undefined {
    if (!lineLengths || !list) return undefined;
    const former = new FormerLines(trees, lineLengths, list, isStored, fetch);
    const total = list.lengths.reduce((sum, length) => sum + length, 0) - list.lengths[0];
    return former.#starts[trees.length] === total ? former : undefined;
  }

  private constructor(
    trees: StoredContent['trees'],
    lengths: Uint32Array,
    list: PieceList,
    isStored: (number: number) => boolean,
    fetch: FetchPieces,
  ) {
    this.#lineOf = new Map(trees.map((tree, line) => [tree, line]));
    this.#lengths = lengths;
    this.#fetch = fetch;
    this.#starts = new Float64Array(trees.length + 1);
    for (let line = 0; line < trees.length; line++) this.#starts[line + 1] = this.#starts[line] + lengths[line];
    for (let index = 1, place = 0; index < list.numbers.length; place += list.lengths[index++]) {
      const piece = { number: list.numbers[index], length: list.lengths[index] };
      this.#pieces.push(piece);
      this.#places.push(place);
      if (isStored(piece.number)) this.#stored.set(place, piece);
    }
  }

  /** Takes up new content. How long those of its lines are that are among the former ones; 0 stands for all others. */
  follow(trees: StoredContent['trees']): Uint32Array {
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
    const piece = this.#stored.get(place);
    return piece && this.#isSame(place + piece.length, this.#reaches[line]) ? piece : undefined;
  }

  /** The last piece ends with the content, and not where a cut would be. */
  #isSame(end: number, reach: number): boolean {
    const isLast = end === this.#starts[this.#starts.length - 1];
    return end <= reach && (!isLast || this.#lines[this.#lines.length - 1] === this.#starts.length - 2);
  }

  /** The line of a tree, as it is stored. */
  async lineOf(tree: Tree | KnownTree): Promise<Buffer> {
    const line = this.#lineOf.get(tree) ?? NO_LINE;
    if (line === NO_LINE) throw new FormerLostError(`Nothing is stored of ${tree.slug}.`);
    const [start, end] = [this.#starts[line], this.#starts[line + 1]];
    const { place, bytes } = this.#fetched;
    if (start < place || end > place + bytes.length) this.#fetched = await this.#fetchFrom(start, end);
    const found = this.#fetched.bytes.subarray(start - this.#fetched.place, end - this.#fetched.place);
    if (found[0] !== OPENING_BRACE || found.indexOf(NEW_LINE) !== end - start - 1)
      throw new FormerLostError(`What is stored of ${tree.slug} is no line.`);
    return found;
  }

  /** The index of the piece that holds a place. */
  #pieceWith(place: number): number {
    let [low, high] = [0, this.#places.length];
    while (low + 1 < high) {
      const middle = (low + high) >>> 1;
      if (this.#places[middle] <= place) low = middle;
      else high = middle;
    }
    return low;
  }

  async #fetchFrom(start: number, end: number): Promise<{ place: number; bytes: Buffer }> {
    const first = this.#pieceWith(start);
    let last = first + FETCHED_AT_ONCE;
    while (this.#places[last] < end) last++;
    const wanted = this.#pieces.slice(first, last);
    const parts = await this.#fetch(wanted.map(({ number }) => number)).catch((error) => {
      throw new FormerLostError('A part of what was published is lost.', { cause: error });
    });
    return { place: this.#places[first], bytes: Buffer.concat(parts) };
  }
}
