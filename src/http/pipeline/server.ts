// In charge of the HTTP server: its limits and time-outs, and each request's way to the API or to the site.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as PlainServer, type Socket } from 'node:net';
import type { Decision } from '../../access/rate-limit/contract.ts';
import { ALLOWLIST_CALLER, RATE_LIMITED } from '../../access/usage.ts';
import { createServer } from '../../net/node-http.ts';
import { ofOrigin } from '../response/headers.ts';
import { INTERNAL, type Problem } from '../response/problems.ts';
import { chooseSender } from '../sending/choose.ts';
import type { Sender } from '../sending/contract.ts';
import { strangeHost } from '../site/preview.ts';
import { Site } from '../site/site.ts';
import { Api, rateLimited } from './api.ts';
import { Connections } from './connection.ts';
import { Exchange } from './exchange.ts';
import { KEEP_ALIVE_SECONDS, LONGEST_HEAD, MOST_HEADERS } from './limits.ts';
import { isPartial, type ParserError, refusedRequest, responseTo } from './parser-errors.ts';
import { type RequestLog, requestLog } from './request-log.ts';
import type { Service } from './service.ts';

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

interface HttpServer {
  server: Server;
  /** Takes no new connection, answers what is under way, and ends within a deadline. */
  close(): Promise<void>;
  /** How many are open. */
  connections(): number;
  /** To be called when the service's settings have changed, for what was made from them. */
  settingsChanged(): void;
}

export function createHttpServer(service: Service, sender = chooseSender()): HttpServer {
  const handler = new RequestHandler(service, sender);
  const server = createServer(OPTIONS);
  server.maxHeadersCount = MOST_HEADERS;
  // Who says that nothing more will come still gets the answers to what came.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.prependListener('connection', (socket) => handler.welcome(socket));
  server.on('request', (request, response) => handler.receive(request, response));
  // Whatever a client expects, it gets the answer: there is no body to wait for.
  for (const event of ['checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => handler.receive(request, response));
  }
  server.on('connect', (request) => handler.receive(request, responseTo(request)));
  server.on('clientError', (error, socket) => handler.fail(error, socket as Socket));
  const endSlow = () => handler.connections.endSlow(performance.now() - PATIENCE_MILLISECONDS);
  const sweeper = setInterval(endSlow, CHECK_MILLISECONDS).unref();
  server.on('close', () => clearInterval(sweeper));
  return {
    server,
    close() {
      handler.isClosing = true;
      return closeGently(server);
    },
    connections: () => handler.connections.count,
    settingsChanged: () => handler.renewSite(),
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

class RequestHandler {
  isClosing = false;
  readonly #service: Service;
  readonly #sender: Sender;
  readonly #api: Api;
  #site: Site;
  readonly connections: Connections<Exchange>;
  readonly #log: RequestLog;

  constructor(service: Service, sender: Sender) {
    this.#service = service;
    this.#sender = sender;
    this.#api = new Api(service, sender);
    this.#site = new Site(service);
    this.connections = new Connections(service.settings, service.connectionLimit);
    this.#log = requestLog(service);
  }

  /** Before anything else learns of a connection. */
  welcome(socket: Socket): void {
    if (this.connections.open(socket)) return;
    this.#service.numbers.turnedAway();
    socket.destroy();
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.of(request.socket);
    if (connection.isOver) connection.ignored();
    else this.#queue(new Exchange(request, response, connection));
  }

  /** What the parser refused, or did not get in time. */
  fail(error: ParserError, socket: Socket): void {
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    const connection = this.connections.of(socket);
    const isOfParser = /^HPE_|^ERR_HTTP_REQUEST_TIMEOUT$/.test(error.code ?? '');
    if (!isOfParser || isSilent || !socket.writable) socket.destroy();
    else if (connection.isOver) connection.ignored();
    else {
      const { request, refusal } = refusedRequest(error, socket);
      const exchange = new Exchange(request, responseTo(request), connection, refusal);
      exchange.isFollowed = true;
      exchange.isPartial = isPartial(error);
      this.#queue(exchange);
    }
  }

  /** The description of the API tells the limit. */
  renewSite(): void {
    this.#site = new Site(this.#service);
  }

  /** One answer at a time for each connection: requests sent ahead wait, so that their answers do not fill the memory. */
  #queue(exchange: Exchange): void {
    const { connection } = exchange;
    const isFull = connection.waiting.length === MOST_AHEAD;
    const isLast = ++connection.requests >= MOST_REQUESTS_A_CONNECTION || this.isClosing;
    exchange.isFollowed ||= isFull;
    exchange.isLast = exchange.isFollowed || isLast;
    connection.isOver = exchange.isLast || !exchange.response.shouldKeepAlive;
    if (connection.current) connection.waiting.push(exchange);
    else this.#begin(exchange);
  }

  #begin(exchange: Exchange): void {
    const { connection } = exchange;
    connection.current = exchange;
    exchange.startedAt = performance.now();
    exchange.heardAt = exchange.startedAt;
    if (exchange.isFollowed) exchange.takeSocket();
    exchange.response.on('close', () => this.#end(exchange));
    const limit = this.#limitOf(exchange);
    // At once where the decision is there at once. A limiter never fails: it decides by itself when it cannot ask.
    if (limit instanceof Promise) void limit.then((decision) => this.#answer(exchange, decision));
    else this.#answer(exchange, limit);
  }

  /** What is known to be for another place is not limited; what never became a request uses nothing up. */
  #limitOf({ target, isUnderApi, isPartial, client }: Exchange): Decision | Promise<Decision> | undefined {
    const { limiter } = this.#service;
    if (target !== '' && !isUnderApi) return undefined;
    if (isPartial) return limiter.peek(client.key);
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
      const refusal = exchange.refusal ?? (this.#service.checks && strangeHost(exchange));
      if (refusal) this.#refuse(exchange, refusal);
      else if (limit) void this.#api.handle(exchange, limit)?.catch((error) => this.#fail(exchange, error));
      else this.#site.handle(exchange);
    } catch (error) {
      this.#fail(exchange, error);
    }
  }

  #fail(exchange: Exchange, error: unknown): void {
    this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
    if (exchange.isAnswered) exchange.abandon();
    else this.#refuse(exchange, INTERNAL);
  }

  #refuse(exchange: Exchange, refusal: Problem): void {
    const { publicUrl } = this.#service.settings;
    const cors = exchange.limit ? ofOrigin(exchange.header('origin'), this.#service.live().corsOrigin) : [];
    exchange.sendProblem(rateLimited(exchange.limit) ?? refusal, publicUrl ?? '', cors);
  }

  #end(exchange: Exchange): void {
    const { connection, request } = exchange;
    const milliseconds = performance.now() - exchange.startedAt;
    exchange.isOver = true;
    this.#count(exchange, milliseconds);
    this.#log(exchange, this.#service.published()?.revision, milliseconds);
    this.#sender.end(exchange);
    connection.current = undefined;
    if (request.socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) this.#begin(next);
    else if (exchange.isFollowed) {
      // Nothing more is answered here; what is left of a body is thrown away, up to a point.
      request.on('data', () => connection.ignored());
      connection.leave();
    }
  }

  #count({ route, status, bytes, key, isAllowlisted, limit }: Exchange, milliseconds: number): void {
    const { numbers, usage } = this.#service;
    numbers.answered(route, status, milliseconds, bytes);
    // Who is over the limit was not let in, also where nobody waited for the answer.
    const counted = limit?.isAllowed === false ? RATE_LIMITED : status;
    if (key) usage.add(key.id, counted, Date.now());
    else if (isAllowlisted) usage.add(ALLOWLIST_CALLER, counted, Date.now());
  }
}
