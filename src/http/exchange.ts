// In charge of one request and its response: what is known of it, and the one place that sends.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownKey } from '../access/callers.ts';
import type { Decision } from '../access/rate-limit.ts';
import type { PreparedAnswer } from './answers.ts';
import type { Client, Connection } from './connection.ts';
import { sendPrepared } from './head.ts';

/** An address of this many bytes is too long. */
export const LONGEST_TARGET = 8 * 1024;

export class Exchange {
  readonly id = newRequestId();
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly client: Client;
  /** Path and query as they were asked for. */
  readonly target: string;
  /** What is wrong with it as a request of HTTP. */
  readonly fault: string | undefined;
  /** When its answer was begun. */
  startedAt = 0;
  /** The route's pattern, for the log. */
  route = '';
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

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection) {
    this.request = request;
    this.response = response;
    this.connection = connection;
    this.client = connection.clientFor(request.headers['x-forwarded-for'] as string | undefined);
    this.target = targetOf(request.url ?? '/');
    this.fault = faultOf(request);
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

  get status(): number {
    return this.response.statusCode;
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
    const all = [...ownHeaders(this.id, this.limit), ...headers];
    if (body) all.push('Content-Length', String(body.length));
    if (this.isLast) all.push('Connection', 'close');
    const sent = this.request.method === 'HEAD' ? undefined : body;
    this.bytes = sent === undefined ? 0 : sent.length;
    this.response.writeHead(status, all);
    this.response.end(sent);
  }

  /** `lines` are further ones of the head. */
  sendPrepared(status: 200 | 304, answer: PreparedAnswer, lines: string): void {
    const withBody = status === 200 && this.request.method !== 'HEAD';
    this.bytes = withBody ? answer.bytes.length - answer.bodyAt : 0;
    const { id: requestId, isLast, limit } = this;
    sendPrepared(this.response, answer, { status, requestId, limit: limit as Decision, isLast, lines, withBody });
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
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? [];
  return path === undefined ? url : path.startsWith('/') ? path : `/${path}`;
}

/** What the parser lets through although it is no request of HTTP/1.0 or 1.1. */
function faultOf({ headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/(?:^|,)\s*chunked\s*$/i.test(coding)) return 'The transfer coding is unknown.';
  if (httpVersion === '1.1')
    return headers.host === undefined ? 'A request of HTTP/1.1 must name its host.' : undefined;
  return httpVersion === '1.0' ? undefined : 'Only HTTP/1.0 and HTTP/1.1 are spoken here.';
}
