// In charge of the HTTP server: its limits and time-outs, and each request's way to the API or to the site.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as PlainServer } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Decision } from '../access/rate-limit.ts';
import { ALLOWLIST_CALLER } from '../access/usage.ts';
import { createServer } from '../node-http.ts';
import { API_PREFIX, Api } from './api.ts';
import { Connections } from './connection.ts';
import { Exchange, LONGEST_TARGET } from './exchange.ts';
import { KEEP_ALIVE_SECONDS } from './head.ts';
import { type Problem, sendProblem } from './problem.ts';
import { problemOf, refuse } from './refusals.ts';
import { RequestLog } from './request-log.ts';
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
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
  connectionsCheckingInterval: CHECK_MILLISECONDS,
  // Node would answer by itself, without our headers.
  requireHostHeader: false,
};

export interface HttpServer {
  server: Server;
  /** Takes no new connection, answers what is under way, and ends within a deadline. */
  close(): Promise<void>;
  /** How many are open. */
  connections(): number;
  /** To be called when the service's settings have changed, for what was made from them. */
  settingsChanged(): void;
}

export function createHttpServer(service: Service): HttpServer {
  const front = new Front(service);
  const server = createServer(OPTIONS);
  server.maxConnections = MOST_CONNECTIONS;
  // Whatever a client expects, it gets the answer: there is no body to wait for. If it sends one all the same, nobody reads it.
  server.on('request', (request, response) => front.receive(request, response));
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => front.receive(request, response, true));
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
    connections: () => front.connections,
    settingsChanged: () => front.renewSite(),
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

const INTERNAL: Problem = { code: 'internal', detail: 'The service could not answer.' };

class Front {
  isClosing = false;
  readonly #service: Service;
  readonly #api: Api;
  #site: Site;
  readonly #connections: Connections;
  readonly #log: RequestLog;

  constructor(service: Service) {
    this.#service = service;
    this.#api = new Api(service);
    this.#site = new Site(service);
    this.#connections = new Connections(service.settings);
    this.#log = new RequestLog(service.log, service.settings);
  }

  /** One answer at a time for each connection: requests sent ahead wait, so that their answers do not fill the memory. */
  receive(request: IncomingMessage, response: ServerResponse, isLast = this.isClosing): void {
    const connection = this.#connections.of(request.socket);
    const exchange = new Exchange(request, response, connection);
    exchange.isLast = ++connection.requests >= MOST_REQUESTS_A_CONNECTION || isLast;
    if (!connection.current) this.#begin(exchange);
    else if (connection.waiting.length < MOST_AHEAD) connection.waiting.push(exchange);
    else request.socket.destroy();
  }

  /** What the parser refused. A connection that has an answer already is only ended. */
  fail(error: Error & { code?: string }, socket: Duplex): void {
    const isBetweenRequests = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#connections.of(socket).requests > 0;
    if (!socket.writable || error.code === 'ECONNRESET' || isBetweenRequests) socket.destroy();
    else this.refuse(socket, problemOf(error));
  }

  async refuse(socket: Duplex, problem: Problem): Promise<void> {
    const client = this.#connections.of(socket).clientFor(undefined);
    const limit = await this.#service.limiter.take(client.key);
    this.#service.numbers.decided(limit.isAllowed);
    refuse(socket, problem, client, limit, this.#service);
  }

  get connections(): number {
    return this.#connections.count;
  }

  /** The description of the API tells the limit. */
  renewSite(): void {
    this.#site = new Site(this.#service);
  }

  endSlowReaders(): void {
    this.#connections.endSlow(performance.now() - PATIENCE_MILLISECONDS);
  }

  #begin(exchange: Exchange): void {
    exchange.connection.current = exchange;
    exchange.startedAt = performance.now();
    exchange.response.on('close', () => this.#end(exchange));
    const isLimited = exchange.fault !== undefined || isUnderApi(exchange.target);
    const limit = isLimited ? this.#service.limiter.take(exchange.client.key) : undefined;
    // At once where the decision is there at once. A limiter never fails: it decides by itself when it cannot ask.
    if (limit instanceof Promise) void limit.then((decision) => this.#answer(exchange, decision));
    else this.#answer(exchange, limit);
  }

  #end(exchange: Exchange): void {
    const { connection, request } = exchange;
    const milliseconds = performance.now() - exchange.startedAt;
    this.#count(exchange, milliseconds);
    this.#log.write(exchange, this.#service.published()?.revision, milliseconds);
    this.#api.end(exchange);
    connection.current = undefined;
    if (connection.waiting.length === 0 || request.socket.destroyed) return;
    this.#begin(connection.waiting.shift() as Exchange);
  }

  #count({ route, status, bytes, key, isAllowlisted }: Exchange, milliseconds: number): void {
    const { numbers, usage } = this.#service;
    numbers.answered(route, status, milliseconds, bytes);
    if (key) usage.add(key.id, status, Date.now());
    else if (isAllowlisted) usage.add(ALLOWLIST_CALLER, status, Date.now());
  }

  #answer(exchange: Exchange, limit: Decision | undefined): void {
    exchange.limit = limit;
    if (limit) this.#service.numbers.decided(limit.isAllowed);
    try {
      if (exchange.fault !== undefined) this.#refuseMalformed(exchange, exchange.fault);
      else if (limit) this.#api.handle(exchange);
      else this.#site.handle(exchange);
    } catch (error) {
      this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
      if (exchange.isAnswered) exchange.abandon();
      else sendProblem(exchange, INTERNAL, this.#service.settings.publicUrl ?? '');
    }
  }

  #refuseMalformed(exchange: Exchange, detail: string): void {
    exchange.isLast = true;
    sendProblem(exchange, { code: 'malformed-request', detail }, this.#service.settings.publicUrl ?? '');
  }
}

function isUnderApi(target: string): boolean {
  if (!target.startsWith(API_PREFIX)) return false;
  const next = target[API_PREFIX.length];
  return next === undefined || next === '/' || next === '?';
}
