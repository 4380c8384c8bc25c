// In charge of the heads of prepared answers, which are written by hand: Node checks every name and value of a head anew
// for each answer, and that would cost more than to find the answer. Whatever else is sent goes Node's own way.

import type { ServerResponse } from 'node:http';
import type { Decision } from '../access/rate-limit.ts';
import type { PreparedAnswer } from './answers.ts';

export const KEEP_ALIVE_SECONDS = 8;

/** A response whose head stands where Node itself puts it before it is sent. */
type Headed = ServerResponse & { _header: string; _last: boolean };

const STATUS_LINES = { 200: 'HTTP/1.1 200 OK\r\n', 304: 'HTTP/1.1 304 Not Modified\r\n' };
const LAST = 'Connection: close\r\n';
const NOT_LAST = `Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n`;
const ALWAYS = 'X-Content-Type-Options: nosniff\r\n';

export interface Sending {
  status: keyof typeof STATUS_LINES;
  requestId: string;
  limit: Decision;
  /** Whether the connection is to end with it, even if the client would go on. */
  isLast: boolean;
  /** Further lines of the head. */
  lines: string;
  withBody: boolean;
}

export function sendPrepared(to: ServerResponse, answer: PreparedAnswer, sending: Sending): void {
  const { status, requestId, limit, lines, withBody } = sending;
  const { bytes, bodyLinesAt, bodyAt } = answer;
  const response = to as Headed;
  const isLast = sending.isLast || !response.shouldKeepAlive;
  const head =
    `${STATUS_LINES[status]}X-Request-Id: ${requestId}\r\nX-RateLimit-Limit: ${limit.limit}\r\n` +
    `X-RateLimit-Remaining: ${limit.remaining}\r\nX-RateLimit-Reset: ${limit.resetAt}\r\n` +
    `${isLast ? LAST : NOT_LAST}${linesOfNow()}${lines}`;
  response.statusCode = status;
  response._last = isLast;
  if (withBody) {
    response._header = head;
    response.end(bytes);
  } else {
    const rest = bytes.toString('latin1', 0, status === 304 ? bodyLinesAt : bodyAt - 2);
    response._header = `${head}${rest}\r\n`;
    response.end();
  }
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
