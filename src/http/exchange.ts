// In charge of one request and its response: what is known of it, and the one place that sends.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

export class Exchange {
  readonly id = randomBytes(12).toString('base64url');
  readonly startedAt = performance.now();
  readonly request: IncomingMessage;
  readonly path: string;
  readonly queryString: string;
  /** The route's pattern, for the log. */
  route = '';
  bytes = 0;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    const target = pathOf(request.url ?? '/');
    const mark = target.indexOf('?');
    this.request = request;
    this.#response = response;
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.queryString = mark === -1 ? '' : target.slice(mark + 1);
  }

  get method(): string {
    return this.request.method ?? '';
  }

  get status(): number {
    return this.#response.statusCode;
  }

  get isAnswered(): boolean {
    return this.#response.headersSent;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Headers are names and values in turn. A HEAD request gets the headers of its GET. */
  send(status: number, headers: string[], body?: Buffer): void {
    const common = ['X-Request-Id', this.id, 'X-Content-Type-Options', 'nosniff', ...headers];
    if (body) common.push('Content-Length', String(body.length));
    this.bytes = this.method === 'HEAD' ? 0 : (body?.length ?? 0);
    this.#response.writeHead(status, common);
    this.#response.end(this.method === 'HEAD' ? undefined : body);
  }
}

/** A proxy may send the whole address; only its path and query matter. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(target) ?? [];
  return path === undefined ? target : path.startsWith('/') ? path : `/${path}`;
}
