// Defines how prepared responses are sent. The fast and the plain path send the same bytes.

import type { ServerResponse } from 'node:http';
import type { Decision } from '../../access/rate-limit/contract.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
import type { PreparedResponse } from './prepared.ts';

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
