// In charge of the heads of prepared answers, which are written by hand: Node checks every name and value of a head anew
// for each answer, and that would cost more than to find the answer. Whatever else is sent goes Node's own way.

import type { ServerResponse } from 'node:http';
import type { Decision } from '../access/rate-limit.ts';
import type { PreparedAnswer } from './answers.ts';

export const KEEP_ALIVE_SECONDS = 8;

/** A response whose head stands where Node itself puts it before it is sent. */
type Headed = ServerResponse & { _header: string; _last: boolean };

const OK = 'HTTP/1.1 200 OK\r\n';
const NOT_MODIFIED = 'HTTP/1.1 304 Not Modified\r\n';
const LAST = 'Connection: close\r\n';
const NOT_LAST = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const ALWAYS = 'X-Content-Type-Options: nosniff\r\n';

export interface Sending {
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

export function sendPrepared(to: ServerResponse, answer: PreparedAnswer, sending: Sending): void {
  const { knownTag, requestId, limit, lines, withBody } = sending;
  const response = to as Headed;
  const isLast = sending.isLast || !response.shouldKeepAlive;
  const head =
    `${knownTag === undefined ? OK : NOT_MODIFIED}X-Request-Id: ${requestId}\r\nX-RateLimit-Limit: ${limit.limit}\r\n` +
    `X-RateLimit-Remaining: ${limit.remaining}\r\nX-RateLimit-Reset: ${limit.resetAt}\r\n` +
    `${isLast ? LAST : NOT_LAST}${linesOfNow()}${lines}`;
  response.statusCode = knownTag === undefined ? 200 : 304;
  if (isLast) response._last = true;
  if (withBody) {
    response._header = head;
    response.end(answer.bytes);
  } else {
    response._header = `${head}${linesWithoutBody(answer, knownTag)}\r\n`;
    response.end();
  }
}

function linesWithoutBody(
  { bytes, tagLineAt, bodyLinesAt, bodyAt }: PreparedAnswer,
  knownTag: string | undefined,
): string {
  if (knownTag === undefined) return bytes.toString('latin1', 0, bodyAt - 2);
  if (knownTag === '') return bytes.toString('latin1', 0, bodyLinesAt);
  return `${bytes.toString('latin1', 0, tagLineAt)}ETag: ${knownTag}\r\n`;
}

/** Whether Node closes the connection when the answer is sent; someone else may have to. */
export function isLastAfter(response: ServerResponse, isLast: boolean): void {
  (response as Headed)._last = isLast;
}

/** Headers are names and values in turn. */
export function linesOf(headers: string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

let shownSecond = 0;
let shownLines = '';

/** What all answers of one second have. */
function linesOfNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== shownSecond) {
    shownSecond = second;
    shownLines = `${ALWAYS}Date: ${new Date(now).toUTCString()}\r\n`;
  }
  return shownLines;
}
