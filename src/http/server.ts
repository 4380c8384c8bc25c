// In charge of the HTTP server: its limits and time-outs, and each request's way to the API or to the site.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as PlainServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Decision } from '../access/rate-limit.ts';
import { ALLOWLIST_CALLER } from '../access/usage.ts';
import { createServer } from '../node-http.ts';
import { Api, rateLimited } from './api.ts';
import { Connections } from './connection.ts';
import { Exchange, LONGEST_HEAD } from './exchange.ts';
import { KEEP_ALIVE_SECONDS } from './head.ts';
import { type Problem, sendProblem } from './problem.ts';
import { type ParserError, refusedRequest, responseTo } from './refusals.ts';
import { RequestLog } from './request-log.ts';
import type { Service } from './service.ts';
import { Site } from './site.ts';

const MOST_REQUESTS_A_CONNECTION = 10_000;
/** Requests that a connection may send ahead of their answers. */
const MOST_AHEAD = 32;
const CHECK_MILLISECONDS = 1_000;
/** How long a request may take to arrive, and an answer to be taken; together with the check well below 15 s. */
const PATIENCE_MILLISECONDS = 8_000;

const IDLE_GRACE_MILLISECONDS = 500;
const CLOSE_DEADLINE_MILLISECONDS = 8_000;

const OPTIONS = {
  maxHeaderSize: LONGEST_HEAD,
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
  // Who says that nothing more will come still gets the answers to what came.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.prependListener('connection', (socket) => front.welcome(socket));
  server.on('request', (request, response) => front.receive(request, response));
  // Whatever a client expects, it gets the answer: there is no body to wait for.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => front.receive(request, response));
  }
  server.on('connect', (request, stream) => front.refuseTunnel(request, stream));
  server.on('clientError', (error, socket) => front.fail(error, socket as Socket));
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

const TUNNEL: Problem = {
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
    this.#connections = new Connections(service.settings, service.connectionLimit);
    this.#log = new RequestLog(service.log, service.settings);
  }

  /** Before anything else learns of a connection. */
  welcome(socket: Socket): void {
    if (this.#connections.open(socket)) return;
    this.#service.numbers.turnedAway();
    socket.destroy();
  }

  receive(request: IncomingMessage, response: ServerResponse, refusal?: Problem): void {
    const connection = this.#connections.of(request.socket);
    if (connection.isOver) connection.ignored();
    else this.#queue(new Exchange(request, response, connection, refusal));
  }

  /** Nothing is tunnelled; on the way to this refusal Node has let go of the socket. */
  refuseTunnel(request: IncomingMessage, stream: Duplex): void {
    if (stream !== request.socket) stream.on('error', () => {});
    this.receive(request, responseTo(request), TUNNEL);
  }

  /** What the parser refused, or did not get in time. */
  fail(error: ParserError, socket: Socket): void {
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    const connection = this.#connections.of(socket);
    if (!isOfParser(error) || isSilent || !socket.writable) socket.destroy();
    else if (connection.isOver) connection.ignored();
    else {
      const { request, refusal } = refusedRequest(error, socket);
      const exchange = new Exchange(request, responseTo(request), connection, refusal);
      exchange.isFollowed = true;
      this.#queue(exchange);
    }
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

  /** One answer at a time for each connection: requests sent ahead wait, so that their answers do not fill the memory. */
  #queue(exchange: Exchange): void {
    const { connection } = exchange;
    const isFull = connection.waiting.length === MOST_AHEAD;
    const isLast = ++connection.requests >= MOST_REQUESTS_A_CONNECTION || this.isClosing;
    exchange.isFollowed ||= isFull;
    exchange.isLast = exchange.isFollowed || isLast;
    connection.isOver = exchange.isLast;
    if (connection.current) connection.waiting.push(exchange);
    else this.#begin(exchange);
  }

  #begin(exchange: Exchange): void {
    const { connection, request, response } = exchange;
    connection.current = exchange;
    exchange.startedAt = performance.now();
    if (!response.socket) response.assignSocket(request.socket);
    response.on('close', () => this.#end(exchange));
    const limit = this.#limitOf(exchange);
    // At once where the decision is there at once. A limiter never fails: it decides by itself when it cannot ask.
    if (limit instanceof Promise) void limit.then((decision) => this.#answer(exchange, decision));
    else this.#answer(exchange, limit);
  }

  /** What is known to be for another place is not limited; what never became a request uses nothing up. */
  #limitOf({ target, isUnderApi, refusal, client }: Exchange): Decision | Promise<Decision> | undefined {
    const { limiter } = this.#service;
    if (target !== '' && !isUnderApi) return undefined;
    if (refusal?.code === 'request-timeout') return limiter.peek(client.key);
    const decision = limiter.take(client.key);
    return decision instanceof Promise ? decision.then((made) => this.#decided(made)) : this.#decided(decision);
  }

  #decided(decision: Decision): Decision {
    this.#service.numbers.decided(decision.isAllowed);
    return decision;
  }

  #answer(exchange: Exchange, limit: Decision | undefined): void {
    if (exchange.isOver) return;
    exchange.limit = limit;
    try {
      if (exchange.refusal) this.#refuse(exchange, exchange.refusal);
      else if (limit) this.#api.handle(exchange);
      else this.#site.handle(exchange);
    } catch (error) {
      this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
      if (exchange.isAnswered) exchange.abandon();
      else sendProblem(exchange, INTERNAL, this.#base);
    }
  }

  #refuse(exchange: Exchange, refusal: Problem): void {
    sendProblem(exchange, rateLimited(exchange.limit) ?? refusal, this.#base);
  }

  #end(exchange: Exchange): void {
    const { connection, request } = exchange;
    const milliseconds = performance.now() - exchange.startedAt;
    exchange.isOver = true;
    this.#count(exchange, milliseconds);
    this.#log.write(exchange, this.#service.published()?.revision, milliseconds);
    this.#api.end(exchange);
    connection.current = undefined;
    if (request.socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) this.#begin(next);
    else if (exchange.isFollowed) this.#leave(exchange);
  }

  /** Nothing more is answered here; what is left of a body is thrown away, up to a point. */
  #leave({ connection, request }: Exchange): void {
    request.on('data', () => connection.ignored());
    connection.leave();
  }

  #count({ route, status, bytes, key, isAllowlisted }: Exchange, milliseconds: number): void {
    const { numbers, usage } = this.#service;
    numbers.answered(route, status, milliseconds, bytes);
    if (key) usage.add(key.id, status, Date.now());
    else if (isAllowlisted) usage.add(ALLOWLIST_CALLER, status, Date.now());
  }

  get #base(): string {
    return this.#service.settings.publicUrl ?? '';
  }
}

function isOfParser({ code = '' }: ParserError): boolean {
  return code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
}
