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

/** A place is judged by so many bytes before it: older ones were shifted out of the number. */
const WINDOW_BYTES = 32;

/** The ends of the pieces, in their order. */
export function* cuts(bytes: Uint8Array, { shortest, spread, longest }: PieceSizes = PIECE_SIZES): Generator<number> {
  const mask = -(2 ** 32 / spread) | 0;
  for (let start = 0; start < bytes.length; ) {
    const end = endOf(bytes, start + shortest, Math.min(start + longest, bytes.length), mask);
    yield end;
    start = end;
  }
}

/** The upper bits count: those below know of few bytes only. */
function endOf(bytes: Uint8Array, from: number, to: number, mask: number): number {
  let rolling = 0;
  for (let at = Math.max(from - WINDOW_BYTES, 0); at < to; at++) {
    rolling = ((rolling << 1) + GEAR[bytes[at]]) | 0;
    if (at >= from && (rolling & mask) === 0) return at + 1;
  }
  return to;
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
