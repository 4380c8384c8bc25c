// Defines how prepared responses are sent. The fast and the plain path send the same bytes.

import type { ServerResponse } from 'node:http';
import type { Decision } from '../../access/rate-limit/contract.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
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

/** What differs between clients. */
export interface Delivery {
  /** The client's own tag of the response; empty for `*`, undefined if the client doesn't have it. */
  knownTag: string | undefined;
  requestId: string;
  limit: Decision;
  /** Whether the connection closes after it, even if the client would keep it. */
  isLast: boolean;
  /** Further header lines. */
  lines: string;
  withBody: boolean;
}

export interface Sender {
  /** The writer's memory belongs to the owner until `end`. `base` is prepended to every link. */
  writerFor(owner: object, base: string): JsonWriter;
  /** Header lines followed by what was written. */
  join(lines: string, writer: JsonWriter): Buffer;
  send(owner: object, response: ServerResponse, prepared: PreparedResponse, delivery: Delivery): void;
  /** To be called when nothing of an owner's response remains to be sent. */
  end(owner: object): void;
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
