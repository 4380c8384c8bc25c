// In charge of the HTTP server: its limits and time-outs, and each request's way to the API or to the site.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as PlainServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { API_PREFIX, Api } from './api.ts';
import { Clients } from './clients.ts';
import { Exchange, LONGEST_TARGET } from './exchange.ts';
import { type Problem, sendProblem } from './problem.ts';
import { problemOf, refuse } from './refusals.ts';
import type { Service } from './service.ts';
import { Site } from './site.ts';

const MOST_CONNECTIONS = 10_000;
const MOST_REQUESTS_A_CONNECTION = 10_000;
/** Requests that a connection may send ahead of their answers. */
const MOST_AHEAD = 32;
const CHECK_MILLISECONDS = 1_000;
/** How long a request may take to arrive, and an answer to be taken; together with the check well below 15 s. */
const PATIENCE_MILLISECONDS = 8_000;

const IDLE_GRACE_MILLISECONDS = 500;
const CLOSE_DEADLINE_MILLISECONDS = 8_000;

const OPTIONS = {
  maxHeaderSize: 2 * LONGEST_TARGET,
  headersTimeout: PATIENCE_MILLISECONDS,
  requestTimeout: PATIENCE_MILLISECONDS,
  keepAliveTimeout: PATIENCE_MILLISECONDS,
  connectionsCheckingInterval: CHECK_MILLISECONDS,
  // Node would answer by itself, without our headers.
  requireHostHeader: false,
};

export interface HttpServer {
  server: Server;
  /** Takes no new connection, answers what is under way, and ends within a deadline. */
  close(): Promise<void>;
}

export function createHttpServer(service: Service): HttpServer {
  const front = new Front(service);
  const server = createServer(OPTIONS);
  server.maxConnections = MOST_CONNECTIONS;
  // Whatever a client expects, it gets the answer: there is no body to wait for.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => front.receive(request, response));
  }
  server.on('connect', (_, socket) => front.refuse(socket, METHOD_NOT_ALLOWED));
  server.on('clientError', (error, socket) => front.fail(error, socket));
  const sweeper = setInterval(() => front.endSlowReaders(), CHECK_MILLISECONDS).unref();
  server.on('close', () => clearInterval(sweeper));
  return {
    server,
    close() {
      front.isClosing = true;
      return closeGently(server);
    },
  };
}

/**
 * Every answer from now on is the last of its connection. One that is idle may have a request on its way, so it is given
 * a moment to arrive: an HTTP server's own `close` would cut it off at once, and so the plain one is called.
 */
async function closeGently(server: Server): Promise<void> {
  const closed = new Promise((resolve) => PlainServer.prototype.close.call(server, resolve));
  const timers = [
    setTimeout(() => server.closeIdleConnections(), IDLE_GRACE_MILLISECONDS),
    setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MILLISECONDS),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}

const METHOD_NOT_ALLOWED: Problem = {
  code: 'method-not-allowed',
  detail: 'Use GET, HEAD.',
  headers: ['Allow', 'GET, HEAD'],
};

/** The requests of one connection. */
interface Line {
  requests: number;
  isBusy: boolean;
  waiting: (() => void)[];
}

class Front {
  isClosing = false;
  readonly #service: Service;
  readonly #api: Api;
  readonly #site: Site;
  readonly #clients: Clients;
  readonly #underWay = new Set<Exchange>();
  readonly #lines = new WeakMap<Duplex, Line>();

  constructor(service: Service) {
    this.#service = service;
    this.#api = new Api(service);
    this.#site = new Site(service);
    this.#clients = new Clients(service.settings);
  }

  /** One answer at a time for each connection: requests sent ahead wait, so that their answers do not fill the memory. */
  receive(request: IncomingMessage, response: ServerResponse): void {
    const client = this.#clients.of(request.socket, forwardedFor(request));
    const exchange = new Exchange(request, response, client);
    const line = this.#lineOf(request.socket);
    exchange.isLast = ++line.requests >= MOST_REQUESTS_A_CONNECTION || this.isClosing;
    if (!line.isBusy) this.#begin(exchange, response, line);
    else if (line.waiting.length < MOST_AHEAD) line.waiting.push(() => this.#begin(exchange, response, line));
    else request.socket.destroy();
  }

  /** What the parser refused. A connection that has an answer already is only ended. */
  fail(error: Error & { code?: string }, socket: Duplex): void {
    const isBetweenRequests = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#lines.has(socket);
    if (!socket.writable || error.code === 'ECONNRESET' || isBetweenRequests) socket.destroy();
    else this.refuse(socket, problemOf(error));
  }

  refuse(socket: Duplex, problem: Problem): void {
    refuse(socket, problem, this.#service, this.#clients);
  }

  endSlowReaders(): void {
    const latest = performance.now() - PATIENCE_MILLISECONDS;
    for (const exchange of this.#underWay) if (exchange.startedAt < latest) exchange.abandon();
  }

  #answer(exchange: Exchange): void {
    const { publicUrl } = this.#service.settings;
    try {
      const fault = faultOf(exchange.request);
      if (fault) this.#refuseMalformed(exchange, fault);
      else if (isUnderApi(exchange.path)) this.#api.handle(exchange);
      else this.#site.handle(exchange);
    } catch (error) {
      this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
      if (exchange.isAnswered) exchange.abandon();
      else sendProblem(exchange, { code: 'internal', detail: 'The service could not answer.' }, publicUrl ?? '');
    }
  }

  #refuseMalformed(exchange: Exchange, detail: string): void {
    exchange.underLimit(this.#service.limiter.take(exchange.client.key));
    exchange.isLast = true;
    sendProblem(exchange, { code: 'malformed-request', detail }, this.#service.settings.publicUrl ?? '');
  }

  #lineOf(socket: Duplex): Line {
    const known = this.#lines.get(socket);
    if (known) return known;
    const line: Line = { requests: 0, isBusy: false, waiting: [] };
    this.#lines.set(socket, line);
    return line;
  }

  #begin(exchange: Exchange, response: ServerResponse, line: Line): void {
    line.isBusy = true;
    exchange.startedAt = performance.now();
    this.#underWay.add(exchange);
    response.once('close', () => {
      this.#underWay.delete(exchange);
      this.#log(exchange);
      line.isBusy = false;
      if (!exchange.request.socket.destroyed) line.waiting.shift()?.();
    });
    this.#answer(exchange);
    exchange.request.resume();
  }

  #log(exchange: Exchange): void {
    const { id, client, key, method, route, status, bytes, startedAt } = exchange;
    const durationMs = Math.round((performance.now() - startedAt) * 1000) / 1000;
    const caller = key && { keyId: key.id, keyName: key.name };
    const revision = this.#service.published()?.revision;
    this.#service.log.info(
      { id, client: client.text, ...caller, method, route, status, revision, bytes, durationMs },
      'request',
    );
  }
}

function forwardedFor(request: IncomingMessage): string | undefined {
  return request.headers['x-forwarded-for'] as string | undefined;
}

/** What the parser lets through although it is no request of HTTP/1.0 or 1.1. */
function faultOf({ headers, httpVersion }: IncomingMessage): string | undefined {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && !/(?:^|,)\s*chunked\s*$/i.test(coding)) return 'The transfer coding is unknown.';
  if (httpVersion === '1.1')
    return headers.host === undefined ? 'A request of HTTP/1.1 must name its host.' : undefined;
  return httpVersion === '1.0' ? undefined : 'Only HTTP/1.0 and HTTP/1.1 are spoken here.';
}

function isUnderApi(path: string): boolean {
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
}
