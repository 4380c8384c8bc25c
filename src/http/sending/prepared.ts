import { etagHeaders, toHeaderLines } from '../response/headers.ts';

/** A response without what differs between clients: its own header lines, then the body. */
export interface PreparedResponse {
  /** The operation's route, for log and metrics. */
  route: string;
  /** Without the encoding. */
  tag: string;
  bytes: Buffer;
  /** Where the ETag line begins. */
  tagLineAt: number;
  /** Where the header lines about the body begin, which a response without one omits. */
  bodyLinesAt: number;
  bodyAt: number;
}

/** The header lines for a client that knows the response by a tag, by `*` (an empty string), or not at all. */
export function preparedHeaders(response: PreparedResponse, knownTag: string | undefined): string {
  const { bytes, tagLineAt, bodyLinesAt, bodyAt } = response;
  if (knownTag === undefined) return bytes.toString('latin1', 0, bodyAt - 2);
  if (knownTag === '') return bytes.toString('latin1', 0, bodyLinesAt);
  return bytes.toString('latin1', 0, tagLineAt) + toHeaderLines(etagHeaders(knownTag));
}

/** A small buffer may be a slice of a larger one that it would keep alive. */
export function copyToOwnMemory(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
