// In charge of the header `Range`: one part, from a byte on.

export interface ByteRange {
  first: number;
  /** The last of them; beyond every end where none is given. */
  last: number;
}

const ONE_RANGE = /^bytes=(\d{1,15})-(\d{0,15})$/;

/** Undefined where it asks for anything else: then everything is sent. */
export function byteRange(header: string | undefined): ByteRange | undefined {
  const [, from, to] = ONE_RANGE.exec(header ?? '') ?? [];
  if (from === undefined) return undefined;
  const [first, last] = [Number(from), to === '' ? Number.MAX_SAFE_INTEGER : Number(to)];
  return first <= last ? { first, last } : undefined;
}
