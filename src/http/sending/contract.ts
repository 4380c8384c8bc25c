// In charge of what it is to send prepared answers. There are two ways, the fast and the plain one; the bytes are the same.

import type { ServerResponse } from 'node:http';
import type { Decision } from '../../access/rate-limit/contract.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
import type { PreparedAnswer } from './prepared.ts';

/** What is another one each time that an answer is sent. */
export interface Delivery {
  /** What the client knows the answer by: empty where it says that any will do, undefined where it does not know it. */
  knownTag: string | undefined;
  requestId: string;
  limit: Decision;
  /** Whether the connection is to end with it, even if the client would go on. */
  isLast: boolean;
  /** Further lines of the head. */
  lines: string;
  withBody: boolean;
}

export interface Sender {
  /** Where an answer's body is written, which is its owner's until `end`. `base` is put in front of every link. */
  writerFor(owner: object, base: string): JsonWriter;
  /** Lines of a head and behind them what was written, in one piece. */
  join(lines: string, writer: JsonWriter): Buffer;
  send(owner: object, response: ServerResponse, answer: PreparedAnswer, delivery: Delivery): void;
  /** When nothing of an owner's answer is left to be sent. */
  end(owner: object): void;
}
