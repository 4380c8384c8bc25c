export interface ByteRange {
  first: number;
  /** Inclusive. */
  last: number;
}

const SINGLE_RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** Parses a header `Range` with one range that has a start; ignores all others. */
export function byteRange(header: string | undefined): ByteRange | undefined {
  const [, from, to] = SINGLE_RANGE.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  const [first, last] = [Number(from), to === '' ? Number.MAX_SAFE_INTEGER : Number(to)];
  return first <= last ? { first, last } : undefined;
}
