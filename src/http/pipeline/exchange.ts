// In charge of one request and its response: what is known of it, and the one place that sends.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KnownKey } from '../../access/callers.ts';
import type { Decision } from '../../access/rate-limit/contract.ts';
import { ANY_ROUTE, isUnderApi } from '../operations/routes.ts';
import { type HeaderList, linesOf, OF_PROBLEM, ofAnswer, ofEnd } from '../response/headers.ts';
import { methodNotAllowed, PROBLEMS, type Problem, problemBody } from '../response/problems.ts';
import type { Sender } from '../sending/contract.ts';
import type { PreparedAnswer } from '../sending/prepared.ts';
import type { Client, Connection } from './connection.ts';
import { LONGEST_TARGET } from './limits.ts';
import { Pace } from './pace.ts';
import { responseTo } from './parser-errors.ts';

/** A client that hung up before it had its answer, in log and metrics; nobody is sent it. */
const HUNG_UP = 499;

const idPrefix = randomBytes(9).toString('base64url');
let lastId = 0;

export class Exchange {
  /** Unlike any other thread's by its random part, and unlike any other of this one's by its number. */
  readonly id = `${idPrefix}-${(++lastId).toString(36)}`;
  readonly request: IncomingMessage;
  response: ServerResponse;
  readonly connection: Connection<Exchange>;
  readonly client: Client;
  /** Path and query as they were asked for; empty where that is not known. */
  readonly target: string;
  readonly isUnderApi: boolean;
  /** Why it is no request of HTTP. */
  readonly refusal: Problem | undefined;
  /** When its answer was begun. */
  startedAt = 0;
  /** When its client last took a piece of it, or when it was begun. */
  heardAt = 0;
  /** For log and metrics: that of a table, or nothing. */
  route: string;
  key: KnownKey | undefined;
  /** Whether it is let in without a key. */
  isAllowlisted = false;
  /** From when it is known, every answer says what is left of the limit. */
  limit: Decision | undefined;
  bytes = 0;
  /** Whether the connection is to end with this answer. */
  isLast = false;
  /** Whether the client may be sending something behind it that nobody reads. */
  isFollowed: boolean;
  /** Whether it never arrived whole. */
  isPartial = false;
  /** Whether its answer was sent, or nobody is there any more to take it. */
  isOver = false;
  /** Of an answer in pieces. */
  #pace: Pace | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, connection: Connection<Exchange>, refusal?: Problem) {
    this.request = request;
    this.response = response;
    this.connection = connection;
    this.client = connection.clientFor(request.headers['x-forwarded-for'] as string | undefined);
    this.target = targetOf(request.url ?? '');
    this.isUnderApi = isUnderApi(this.target);
    this.route = this.isUnderApi ? ANY_ROUTE : '';
    this.refusal = refusal ?? faultOf(request, this.isUnderApi);
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

  /** Of a request for a whole address: the host in it, which counts more than the one in the header. */
  get authority(): string | undefined {
    return ORIGIN.exec(this.request.url ?? '')?.[1];
  }

  /** When it is over: what the client was told. */
  get status(): number {
    return this.response.writableFinished ? this.response.statusCode : HUNG_UP;
  }

  /** Whether nobody waits for an answer that was not begun. A client that closed only its side counts as gone. */
  get hasHungUp(): boolean {
    return this.isOver || this.request.socket.readableEnded;
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

  /** Node would close a connection behind its last answer: one that is followed is left, so that the answer arrives. */
  takeSocket(): void {
    const { socket } = this.request;
    if (this.response.socket) {
      this.response.detachSocket(socket);
      this.response = responseTo(this.request);
    }
    this.response.assignSocket(socket);
  }

  /** A HEAD request gets the headers of its GET. */
  send(status: number, headers: HeaderList, body?: Buffer): void {
    if (this.isOver) return;
    const sent = this.request.method === 'HEAD' ? undefined : body;
    this.bytes = sent === undefined ? 0 : sent.length;
    const all = [...ofAnswer(this.id, this.limit), ...headers, ...ofEnd(body?.length, this.isLast)];
    this.response.writeHead(status, all).end(sent);
  }

  /** The head of an answer whose body follows in pieces; its length, where that is known. */
  begin(status: number, headers: HeaderList, length?: number): void {
    if (this.isOver) return;
    this.response.writeHead(status, [...ofAnswer(this.id, this.limit), ...headers, ...ofEnd(length, this.isLast)]);
  }

  /** When it has gone on its way, and the client is ready for more; whether there still is one, and it keeps up. */
  async sendPiece(piece: Buffer): Promise<boolean> {
    if (this.isOver) return false;
    this.bytes += piece.length;
    const writtenAt = performance.now();
    if (!this.response.write(piece)) await this.#taken();
    this.heard();
    this.#pace ??= new Pace();
    const keepsUp = this.#pace.keepsUp(piece.length, this.heardAt - writtenAt);
    if (!keepsUp) this.abandon();
    return keepsUp && !this.isOver;
  }

  end(): void {
    this.response.end();
  }

  /** The client is waiting for us, and not we for it. */
  heard(): void {
    this.heardAt = performance.now();
  }

  async #taken(): Promise<void> {
    const { response } = this;
    await new Promise<void>((resolve) => {
      const done = () => {
        response.off('drain', done).off('close', done);
        resolve();
      };
      response.on('drain', done).on('close', done);
    });
  }

  /** `base` is the public address of the service, or nothing. */
  sendProblem(problem: Problem, base: string, headers: HeaderList): void {
    this.isLast ||= problem.isLast === true;
    const all = [...OF_PROBLEM, ...(problem.headers ?? []), ...headers];
    this.send(PROBLEMS[problem.code].status, all, problemBody(problem, this.id, base));
  }

  /** Where the client has it already, `knownTag` is what it knows it by. */
  sendPrepared(
    by: Sender,
    answer: PreparedAnswer,
    limit: Decision,
    knownTag: string | undefined,
    headers: HeaderList,
  ): void {
    const withBody = knownTag === undefined && this.request.method !== 'HEAD';
    this.bytes = withBody ? answer.bytes.length - answer.bodyAt : 0;
    const { id: requestId, isLast } = this;
    by.send(this, this.response, answer, { knownTag, requestId, limit, isLast, lines: linesOf(headers), withBody });
  }

  abandon(): void {
    this.response.destroy();
  }
}

/** A proxy may send the whole address; for the answer only its path and query matter. */
const ORIGIN = /^https?:\/\/([^/?#]*)/i;

function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const [origin] = ORIGIN.exec(url) ?? [];
  if (origin === undefined) return url;
  const path = url.slice(origin.length);
  return path.startsWith('/') ? path : `/${path}`;
}

/** What the parser lets through although it is no request of HTTP/1.0 or 1.1. */
function faultOf(
  { method, headers, rawHeaders, httpVersion }: IncomingMessage,
  isForApi: boolean,
): Problem | undefined {
  // Nothing is tunnelled. Who asks the API to is judged as everybody who asks it.
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

/** Node itself shows the first only. */
function countHosts(rawHeaders: string[]): number {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at].length === 4 && rawHeaders[at].toLowerCase() === 'host') hosts++;
  }
  return hosts;
}

/** A body, or another protocol: nothing that is read here. */
function hasMore({ method, headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return (
    method === 'CONNECT' ||
    (length !== undefined && length !== '0') ||
    headers['transfer-encoding'] !== undefined ||
    headers.upgrade !== undefined ||
    headers.expect !== undefined
  );
}
