// In charge of one request and its response: what is known of it, and the one place that sends.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownKey } from '../access/callers.ts';
import type { Decision } from '../access/rate-limit.ts';
import type { Client } from './clients.ts';

/** An address of this many bytes is too long. */
export const LONGEST_TARGET = 8 * 1024;

export class Exchange {
  readonly id = newRequestId();
  /** When its answer was begun. */
  startedAt = performance.now();
  readonly request: IncomingMessage;
  readonly client: Client;
  readonly path: string;
  readonly queryString: string;
  /** The route's pattern, for the log. */
  route = '';
  key: KnownKey | undefined;
  bytes = 0;
  /** Whether the connection is to end with this answer. */
  isLast = false;
  #limit: Decision | undefined;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse, client: Client) {
    const target = pathOf(request.url ?? '/');
    const mark = target.indexOf('?');
    this.request = request;
    this.#response = response;
    this.client = client;
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.queryString = mark === -1 ? '' : target.slice(mark + 1);
  }

  get method(): string {
    return this.request.method ?? '';
  }

  /** Path and query as they were asked for. */
  get address(): string {
    return this.queryString === '' ? this.path : `${this.path}?${this.queryString}`;
  }

  get status(): number {
    return this.#response.statusCode;
  }

  get isTooLong(): boolean {
    return (this.request.url ?? '').length >= LONGEST_TARGET;
  }

  get isAnswered(): boolean {
    return this.#response.headersSent;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** From here on every answer says what is left of the limit. */
  underLimit(decision: Decision): void {
    this.#limit = decision;
  }

  /** Headers are names and values in turn. A HEAD request gets the headers of its GET. */
  send(status: number, headers: string[], body?: Buffer): void {
    const all = [...commonHeaders(this.id, this.#limit), ...headers];
    if (body) all.push('Content-Length', String(body.length));
    if (this.isLast) all.push('Connection', 'close');
    this.bytes = this.method === 'HEAD' ? 0 : (body?.length ?? 0);
    this.#response.writeHead(status, all);
    this.#response.end(this.method === 'HEAD' ? undefined : body);
  }

  abandon(): void {
    this.#response.destroy();
  }
}

const idPrefix = randomBytes(9).toString('base64url');
let lastId = 0;

/** Unlike any other thread's by its random part, and unlike any other of this one's by its number. */
export function newRequestId(): string {
  return `${idPrefix}-${(++lastId).toString(36)}`;
}

/** What every answer carries, and what every answer under the limit does. */
export function commonHeaders(requestId: string, limit: Decision | undefined): string[] {
  const headers = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff'];
  if (limit) {
    headers.push('X-RateLimit-Limit', String(limit.limit), 'X-RateLimit-Remaining', String(limit.remaining));
    headers.push('X-RateLimit-Reset', String(limit.resetAt));
  }
  return headers;
}

/** A proxy may send the whole address; only its path and query matter. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  return path === undefined ? target : path.startsWith('/') ? path : `/${path}`;
}
