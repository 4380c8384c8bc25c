// In charge of one request and its response: what is known of it, and the one place that sends.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownKey } from '../access/callers.ts';
import type { Decision } from '../access/rate-limit.ts';
import type { PreparedAnswer } from './answers.ts';
import type { Client, Connection } from './connection.ts';
import { isLastAfter, sendPrepared } from './head.ts';
import { API_PREFIX } from './operation.ts';
import type { Problem } from './problem.ts';

/** An address of this many bytes is too long. */
export const LONGEST_TARGET = 8 * 1024;
/** A request line and headers of more bytes are too large. */
export const LONGEST_HEAD = 2 * LONGEST_TARGET;

/** Of what is refused before its route is looked at. */
const ANY_ROUTE = `${API_PREFIX}/*`;

/** A client that hung up before it had its answer, in log and metrics; nobody is sent it. */
const HUNG_UP = 499;

export class Exchange {
  readonly id = newRequestId();
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly client: Client;
  /** Path and query as they were asked for; empty where that is not known. */
  readonly target: string;
  readonly isUnderApi: boolean;
  /** Why it is no request of HTTP. */
  readonly refusal: Problem | undefined;
  /** When its answer was begun. */
  startedAt = 0;
  /** The route's pattern, for log and metrics. */
  route: string;
  key: KnownKey | undefined;
  /** Whether it is let in without a key. */
  isAllowlisted = false;
  /** From when it is known, every answer says what is left of the limit. */
  limit: Decision | undefined;
  bytes = 0;
  /** Memory that its answer is sent from, to be given back at its end. */
  lent: Buffer | undefined;
  /** Whether the connection is to end with this answer. */
  isLast = false;
  /** Whether the client may be sending something behind it that nobody reads. */
  isFollowed: boolean;
  /** Whether its answer was sent, or nobody is there any more to take it. */
  isOver = false;

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection, refusal?: Problem) {
    this.request = request;
    this.response = response;
    this.connection = connection;
    this.client = connection.clientFor(request.headers['x-forwarded-for'] as string | undefined);
    this.target = targetOf(request.url ?? '');
    this.isUnderApi = isUnderApi(this.target);
    this.route = this.isUnderApi ? ANY_ROUTE : '';
    this.refusal = refusal ?? faultOf(request);
    this.isFollowed = this.refusal !== undefined || hasMore(request);
  }

  get method(): string {
    return this.request.method ?? '';
  }

  get path(): string {
    const mark = this.target.indexOf('?');
    return mark === -1 ? this.target : this.target.slice(0, mark);
  }

  get queryString(): string {
    const mark = this.target.indexOf('?');
    return mark === -1 ? '' : this.target.slice(mark + 1);
  }

  /** When it is over: what the client was told. */
  get status(): number {
    return this.response.writableFinished ? this.response.statusCode : HUNG_UP;
  }

  get isTooLong(): boolean {
    return (this.request.url ?? '').length >= LONGEST_TARGET;
  }

  get isAnswered(): boolean {
    return this.response.headersSent;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Headers are names and values in turn. A HEAD request gets the headers of its GET. */
  send(status: number, headers: string[], body?: Buffer): void {
    if (this.isOver) return;
    const all = [...ownHeaders(this.id, this.limit), ...headers];
    if (body) all.push('Content-Length', String(body.length));
    if (this.isLast) all.push('Connection', 'close');
    const sent = this.request.method === 'HEAD' ? undefined : body;
    this.bytes = sent === undefined ? 0 : sent.length;
    this.response.writeHead(status, all);
    if (this.isFollowed) isLastAfter(this.response, false);
    this.response.end(sent);
  }

  /** Where the client has it already, `knownTag` is what it knows it by. `lines` are further ones of the head. */
  sendPrepared(answer: PreparedAnswer, knownTag: string | undefined, lines: string): void {
    const withBody = knownTag === undefined && this.request.method !== 'HEAD';
    this.bytes = withBody ? answer.bytes.length - answer.bodyAt : 0;
    const { id: requestId, isLast, limit } = this;
    sendPrepared(this.response, answer, { knownTag, requestId, limit: limit as Decision, isLast, lines, withBody });
    if (this.isFollowed) isLastAfter(this.response, false);
  }

  abandon(): void {
    this.response.destroy();
  }
}

const idPrefix = randomBytes(9).toString('base64url');
let lastId = 0;

/** Unlike any other thread's by its random part, and unlike any other of this one's by its number. */
export function newRequestId(): string {
  return `${idPrefix}-${(++lastId).toString(36)}`;
}

/** What every answer carries, and what every answer under the limit does. */
export function ownHeaders(requestId: string, limit: Decision | undefined): string[] {
  const headers = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff'];
  if (!limit) return headers;
  return [
    ...headers,
    ...['X-RateLimit-Limit', String(limit.limit), 'X-RateLimit-Remaining', String(limit.remaining)],
    ...['X-RateLimit-Reset', String(limit.resetAt)],
  ];
}

/** A proxy may send the whole address; only its path and query matter. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const [origin] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  if (origin === undefined) return url;
  const path = url.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

function isUnderApi(target: string): boolean {
  if (!target.startsWith(API_PREFIX)) return false;
  const next = target[API_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}

/** What the parser lets through although it is no request of HTTP/1.0 or 1.1. */
function faultOf({ headers, rawHeaders, httpVersion }: IncomingMessage): Problem | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return malformed('The transfer coding is unknown.');
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed('Only HTTP/1.0 and HTTP/1.1 are spoken here.');
  const hosts = countHosts(rawHeaders);
  if (hosts === 0 && httpVersion === '1.1') return malformed('A request of HTTP/1.1 must name its host.');
  return hosts > 1 ? malformed('A request must name one host.') : undefined;
}

function malformed(detail: string): Problem {
  return { code: 'malformed-request', detail };
}

/** Node itself shows the first only. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** A body, or another protocol: nothing that is read here. */
function hasMore({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (
    (length !== undefined && length !== '0') ||
    headers['transfer-encoding'] !== undefined ||
    headers.upgrade !== undefined ||
    headers.expect !== undefined
  );
}
