// In charge of the pieces that a former snapshot is stored in: where its bytes stand again in a new one, so do its pieces, and
// they need neither be cut nor looked up.

import { partsOf } from '../snapshot/folding.ts';
import type { StoredPiece, Walk } from './cutting.ts';
import type { PieceList } from './piece-list.ts';

interface FormerPiece extends StoredPiece {
  bytes: Buffer;
  /** Whether it ends with its part, and not where a cut would be. */
  isLast: boolean;
}

/** So many bytes at its beginning tell a piece from most others. */
const TELLING_BYTES = 32;

export class FormerPieces {
  /** In their order. */
  readonly #pieces: FormerPiece[];
  readonly #byBeginning = new Map<string, number>();
  /** The one after the piece that was found last. */
  #next = 0;

  /** Undefined where the list is not one of that snapshot. `isStored` tells of a piece whether it is there. */
  static of(snapshot: Uint8Array, list: PieceList, isStored: (number: number) => boolean): FormerPieces | undefined {
    const pieces = plainPieces(snapshot, list);
    return pieces && new FormerPieces(pieces.filter(({ number }) => isStored(number)));
  }

  private constructor(pieces: FormerPiece[]) {
    this.#pieces = pieces;
    for (const [index, { bytes }] of pieces.entries()) this.#byBeginning.set(beginningOf(bytes, 0), index);
  }

  /** The bytes of a part of a new snapshot, with the pieces in it that are stored. */
  in(part: Uint8Array): Walk {
    const bytes = Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    return { from: (place) => part.subarray(place), stored: (place) => this.#at(bytes, place) };
  }

  #at(bytes: Buffer, place: number): StoredPiece | undefined {
    return this.#take(this.#next, bytes, place) ?? this.#take(this.#found(bytes, place), bytes, place);
  }

  #found(bytes: Buffer, place: number): number {
    return this.#byBeginning.get(beginningOf(bytes, place)) ?? -1;
  }

  #take(index: number, bytes: Buffer, place: number): StoredPiece | undefined {
    const piece = this.#pieces[index];
    const end = place + (piece?.length ?? 0);
    if (!piece || end > bytes.length || (piece.isLast && end < bytes.length)) return undefined;
    if (bytes.compare(piece.bytes, 0, piece.length, place, end) !== 0) return undefined;
    this.#next = index + 1;
    return piece;
  }
}

function beginningOf(bytes: Buffer, place: number): string {
  return bytes.toString('latin1', place, place + TELLING_BYTES);
}

/** Those in parts that stand in the snapshot as they are stored; undefined where the list does not end where they do. */
function plainPieces(snapshot: Uint8Array, { numbers, lengths }: PieceList): FormerPiece[] | undefined {
  const pieces: FormerPiece[] = [];
  let index = 0;
  for (const part of partsOf(snapshot)) {
    const { length: partLength } = part;
    let start = 0;
    for (; start < partLength && index < numbers.length; index++) {
      const [number, length, end] = [numbers[index], lengths[index], start + lengths[index]];
      if ('plain' in part) {
        const { buffer, byteOffset } = part.plain;
        const bytes = Buffer.from(buffer, byteOffset + start, Math.min(length, partLength - start));
        pieces.push({ number, length, bytes, isLast: end === partLength });
      }
      start = end;
    }
    if (start !== partLength) return undefined;
  }
  return index === numbers.length ? pieces : undefined;
}
