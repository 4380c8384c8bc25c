// Holds one request and its response; only this module writes responses.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownKey } from '../../access/callers.ts';
import type { Decision } from '../../access/rate-limit/contract.ts';
import { ANY_ROUTE, isUnderApi } from '../operations/routes.ts';
import { commonHeaders, framingHeaders, type HeaderList, PROBLEM_HEADERS, toHeaderLines } from '../response/headers.ts';
import { methodNotAllowed, PROBLEMS, type Problem, problemBody } from '../response/problems.ts';
import type { PreparedResponse, Sender } from '../sending/contract.ts';
import type { Client, Connection } from './connection.ts';
import { MAX_TARGET_BYTES } from './limits.ts';
import { Pace } from './pace.ts';
import { createResponse } from './parser-errors.ts';

/** Logged and counted for a client that disconnected before its response; never sent. */
const CLIENT_CLOSED_REQUEST = 499;

const idPrefix = randomBytes(9).toString('base64url');
let lastId = 0;

export class Exchange {
  readonly id = `${idPrefix}-${(++lastId).toString(36)}`;
  readonly request: IncomingMessage;
  response: ServerResponse;
  readonly connection: Connection<Exchange>;
  readonly client: Client;
  /** Path and query as requested; empty if unknown. */
  readonly target: string;
  readonly isUnderApi: boolean;
  /** Why it is not a valid HTTP request. */
  readonly refusal: Problem | undefined;
  startedAt = 0;
  /** When the response was begun, or the client last took a chunk of it. */
  lastActiveAt = 0;
  /** For log and metrics; empty if it matches no route. */
  route: string;
  key: KnownKey | undefined;
  isAllowlisted = false;
  /** Once set, every response reports the rate limit. */
  limit: Decision | undefined;
  bytes = 0;
  /** Whether the connection closes after this response. */
  isLast = false;
  /** Whether the client may be sending more that is ignored. */
  isFollowed: boolean;
  /** Whether the request never arrived completely. */
  isPartial = false;
  /** Whether the response is sent or the client is gone. */
  isOver = false;
  #pace: Pace | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection<Exchange>, refusal?: Problem) {
    this.request = request;
    this.response = response;
    this.connection = connection;
    this.client = connection.clientFor(request.headers['x-forwarded-for'] as string | undefined);
    this.target = targetOf(request.url ?? '');
    this.isUnderApi = isUnderApi(this.target);
    this.route = this.isUnderApi ? ANY_ROUTE : '';
    this.refusal = refusal ?? findProtocolError(request, this.isUnderApi);
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

  /** The host in an absolute target, which takes precedence over the header. */
  get authority(): string | undefined {
    return ORIGIN.exec(this.request.url ?? '')?.[1];
  }

  get status(): number {
    return this.response.writableFinished ? this.response.statusCode : CLIENT_CLOSED_REQUEST;
  }

  /** A client that closed only its side counts as gone. */
  get isClientGone(): boolean {
    return this.isOver || this.request.socket.readableEnded;
  }

  get isTooLong(): boolean {
    return (this.request.url ?? '').length >= MAX_TARGET_BYTES;
  }

  get isAnswered(): boolean {
    return this.response.headersSent;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Keeps Node from closing the connection after its last response, so that the response arrives despite unread input. */
  takeSocket(): void {
    const { socket } = this.request;
    if (this.response.socket) {
      this.response.detachSocket(socket);
      this.response = createResponse(this.request);
    }
    this.response.assignSocket(socket);
  }

  /** Omits the body of a HEAD response. */
  send(status: number, headers: HeaderList, body?: Buffer): void {
    if (this.isOver) return;
    const sent = this.request.method === 'HEAD' ? undefined : body;
    this.bytes = sent?.length ?? 0;
    this.#writeHead(status, headers, body?.length);
    this.response.end(sent);
  }

  /** Begins a response whose body follows in chunks. */
  begin(status: number, headers: HeaderList, length?: number): void {
    if (!this.isOver) this.#writeHead(status, headers, length);
  }

  #writeHead(status: number, headers: HeaderList, length: number | undefined): void {
    const common = commonHeaders(this.id, this.limit);
    this.response.writeHead(status, [...common, ...headers, ...framingHeaders(length, this.isLast)]);
  }

  /** Resolves when the client is ready for more, with false if it is gone or too slow. */
  async sendChunk(chunk: Buffer): Promise<boolean> {
    if (this.isOver) return false;
    this.bytes += chunk.length;
    const writtenAt = performance.now();
    if (!this.response.write(chunk)) await this.#drained();
    this.markActive();
    this.#pace ??= new Pace();
    const keepsUp = this.#pace.keepsUp(chunk.length, this.lastActiveAt - writtenAt);
    if (!keepsUp) this.abandon();
    return keepsUp && !this.isOver;
  }

  end(): void {
    this.response.end();
  }

  /** The server, not the client, causes the delay. */
  markActive(): void {
    this.lastActiveAt = performance.now();
  }

  async #drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.response.on('drain', resolve).on('close', resolve);
    await promise;
    this.response.off('drain', resolve).off('close', resolve);
  }

  sendProblem(problem: Problem, publicUrl: string, headers: HeaderList): void {
    this.isLast ||= problem.isLast === true;
    const all = [...PROBLEM_HEADERS, ...(problem.headers ?? []), ...headers];
    this.send(PROBLEMS[problem.code].status, all, problemBody(problem, this.id, publicUrl));
  }

  /** Sends 304 if `knownTag`, the client's own entity tag of this response, is given. */
  sendPrepared(
    sender: Sender,
    answer: PreparedResponse,
    limit: Decision,
    knownTag: string | undefined,
    headers: HeaderList,
  ): void {
    const withBody = knownTag === undefined && this.request.method !== 'HEAD';
    this.bytes = withBody ? answer.bytes.length - answer.bodyAt : 0;
    const { id: requestId, isLast } = this;
    const lines = toHeaderLines(headers);
    sender.send(this, this.response, answer, { knownTag, requestId, limit, isLast, lines, withBody });
  }

  abandon(): void {
    this.response.destroy();
  }
}

/** Of an absolute target, as a proxy may send it. */
const ORIGIN = /^https?:\/\/([^/?#]*)/i;

function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return url;
  const path = url.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** Finds what Node's parser accepts although it is not a request of HTTP/1.0 or 1.1. */
function findProtocolError(
  { method, headers, rawHeaders, httpVersion }: IncomingMessage,
  isForApi: boolean,
): Problem | undefined {
  // Under the API, the method is refused after authentication.
  if (method === 'CONNECT' && !isForApi) return methodNotAllowed();
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

/** `headers` has only the first of them. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** Whether a body or another protocol follows, which this service ignores. */
function hasMore({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'CONNECT' ||
    (headers['content-length'] ?? '0') !== '0' ||
    headers['transfer-encoding'] !== undefined ||
    headers.upgrade !== undefined ||
    headers.expect !== undefined
  );
}
