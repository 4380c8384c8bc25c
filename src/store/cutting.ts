// In charge of where a sequence of bytes is cut into pieces: at places that the bytes around them tell, so that what is put in
// or taken out changes the pieces that it touches, and all others stay as they were (docs/decisions/0028-pieces.md).

export interface PieceSizes {
  /** A piece has no fewer bytes, but for the last one. */
  shortest: number;
  /** Beyond the shortest, one place in so many is a cut: a power of two. */
  spread: number;
  longest: number;
}

export const PIECE_SIZES: PieceSizes = { shortest: 8 << 10, spread: 16 << 10, longest: 96 << 10 };

/** A sequence of bytes that is walked from its beginning to its end. */
export interface Walk {
  /** The bytes from a place on. */
  from(place: number): Uint8Array | Promise<Uint8Array>;
  /** The piece that begins at a place, where it is known to be stored already: it is as long as a cut would make it. */
  stored?(place: number): StoredPiece | undefined;
}

export interface StoredPiece {
  number: number;
  length: number;
}

export type CutPiece = StoredPiece | Uint8Array;

/** A place is judged by so many bytes before it: older ones were shifted out of the number. */
const WINDOW_BYTES = 32;

/** The pieces, in their order. */
export async function* cut(walk: Walk, sizes: PieceSizes = PIECE_SIZES): AsyncGenerator<CutPiece> {
  for (let place = 0; ; ) {
    const piece = walk.stored?.(place) ?? firstPiece(await walk.from(place), sizes);
    if (piece.length === 0) return;
    yield piece;
    place += piece.length;
  }
}

/** The upper bits count: those below know of few bytes only. */
function firstPiece(bytes: Uint8Array, { shortest, spread, longest }: PieceSizes): Uint8Array {
  const mask = -(2 ** 32 / spread) | 0;
  const most = Math.min(longest, bytes.length);
  let rolling = 0;
  let at = Math.max(shortest - WINDOW_BYTES, 0);
  for (; at < shortest && at < most; at++) rolling = ((rolling << 1) + GEAR[bytes[at]]) | 0;
  for (; at < most; at++) {
    rolling = ((rolling << 1) + GEAR[bytes[at]]) | 0;
    if ((rolling & mask) === 0) return bytes.subarray(0, at + 1);
  }
  return bytes.subarray(0, most);
}

/** A number for each byte, without any order in them. */
const GEAR = Int32Array.from({ length: 256 }, (_, byte) => mixed(byte + 1));

/** The same ones for ever: other numbers would cut everything anew. */
function mixed(seed: number): number {
  let bits = Math.imul(seed, 0x9e3779b1);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
