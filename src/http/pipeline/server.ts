// Runs the HTTP server: limits, time-outs, pipelining, and the path of each request to the API or the site.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as PlainServer, type Socket } from 'node:net';
import type { Decision } from '../../access/rate-limit/contract.ts';
import { ALLOWLIST_CALLER, RATE_LIMITED } from '../../access/usage.ts';
import { createServer } from '../../net/node-http.ts';
import { corsHeaders } from '../response/headers.ts';
import { INTERNAL, type Problem } from '../response/problems.ts';
import { chooseSender } from '../sending/choose.ts';
import type { Sender } from '../sending/contract.ts';
import { refuseForeignHost } from '../site/preview.ts';
import { Site } from '../site/site.ts';
import { Api, rateLimited } from './api.ts';
import { Connections } from './connection.ts';
import { Exchange } from './exchange.ts';
import { KEEP_ALIVE_SECONDS, MAX_HEAD_BYTES, MAX_HEADERS } from './limits.ts';
import { createResponse, isPartial, type ParserError, parseRefusedRequest } from './parser-errors.ts';
import { type RequestLog, requestLog } from './request-log.ts';
import type { Service } from './service.ts';

const MAX_REQUESTS_PER_CONNECTION = 10_000;
const MAX_PIPELINED = 32;
const CHECK_MILLISECONDS = 1_000;
/** For a request to arrive, and for a client to take a response. With the check interval, well below 15 s. */
const TIMEOUT_MILLISECONDS = 8_000;

const IDLE_GRACE_MILLISECONDS = 500;
const CLOSE_DEADLINE_MILLISECONDS = 8_000;

const OPTIONS = {
  maxHeaderSize: MAX_HEAD_BYTES,
  headersTimeout: TIMEOUT_MILLISECONDS,
  requestTimeout: TIMEOUT_MILLISECONDS,
  keepAliveTimeout: KEEP_ALIVE_SECONDS * 1000,
  connectionsCheckingInterval: CHECK_MILLISECONDS,
  // Node would respond without our headers.
  requireHostHeader: false,
};

interface HttpServer {
  server: Server;
  /** Accepts no more connections, answers requests in progress, and ends within a deadline. */
  close(): Promise<void>;
  connections(): number;
  /** To be called if the service's live settings have changed. */
  settingsChanged(): void;
}

export function createHttpServer(service: Service, sender = chooseSender()): HttpServer {
  const handler = new RequestHandler(service, sender);
  const server = createServer(OPTIONS);
  server.maxHeadersCount = MAX_HEADERS;
  // A client that closes its side still gets its responses.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.prependListener('connection', (socket) => handler.accept(socket));
  // A client that expects 100 Continue gets the final response: bodies are ignored.
  for (const event of ['request', 'checkContinue', 'checkExpectation']) {
    server.on(event, (request, response) => handler.receive(request, response));
  }
  server.on('connect', (request) => handler.receive(request, createResponse(request)));
  server.on('clientError', (error, socket) => handler.fail(error, socket as Socket));
  const abandonSlow = () => handler.connections.abandonInactiveSince(performance.now() - TIMEOUT_MILLISECONDS);
  const sweeper = setInterval(abandonSlow, CHECK_MILLISECONDS).unref();
  server.on('close', () => clearInterval(sweeper));
  return {
    server,
    close() {
      handler.isClosing = true;
      return closeGracefully(server);
    },
    connections: () => service.connectionLimit.open,
    settingsChanged: () => handler.renewSite(),
  };
}

/** An idle connection may have a request under way, so it gets a moment: the HTTP server's own `close` would cut it off at once. */
async function closeGracefully(server: Server): Promise<void> {
  setTimeout(() => server.closeIdleConnections(), IDLE_GRACE_MILLISECONDS).unref();
  setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MILLISECONDS).unref();
  await new Promise((resolve) => PlainServer.prototype.close.call(server, resolve));
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

  accept(socket: Socket): void {
    if (this.connections.open(socket)) return;
    this.#service.numbers.add('refusedConnections');
    socket.destroy();
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.connections.of(request.socket);
    if (connection.isOver) connection.discardInput();
    else this.#queue(new Exchange(request, response, connection));
  }

  /** Handles what the parser refused, or didn't get in time. */
  fail(error: ParserError, socket: Socket): void {
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    const connection = this.connections.of(socket);
    const isFromParser = /^HPE_|^ERR_HTTP_REQUEST_TIMEOUT$/.test(error.code ?? '');
    if (!isFromParser || isSilent || !socket.writable) socket.destroy();
    else if (connection.isOver) connection.discardInput();
    else {
      const { request, refusal } = parseRefusedRequest(error, socket);
      const exchange = new Exchange(request, createResponse(request), connection, refusal);
      exchange.isFollowed = true;
      exchange.isPartial = isPartial(error);
      this.#queue(exchange);
    }
  }

  /** The OpenAPI document states the rate limit. */
  renewSite(): void {
    this.#site = new Site(this.#service);
  }

  /** Answers one request of a connection at a time, so that responses to pipelined requests don't fill the memory. */
  #queue(exchange: Exchange): void {
    const { connection } = exchange;
    const isFull = connection.waiting.length === MAX_PIPELINED;
    const isLast = ++connection.requestCount >= MAX_REQUESTS_PER_CONNECTION || this.isClosing;
    exchange.isFollowed ||= isFull;
    exchange.isLast = exchange.isFollowed || isLast;
    connection.isOver = exchange.isLast || !exchange.response.shouldKeepAlive;
    if (connection.current) connection.waiting.push(exchange);
    else this.#begin(exchange);
  }

  #begin(exchange: Exchange): void {
    exchange.connection.current = exchange;
    exchange.startedAt = performance.now();
    exchange.lastActiveAt = exchange.startedAt;
    if (exchange.isFollowed) exchange.takeSocket();
    exchange.response.on('close', () => this.#end(exchange));
    const { target, isUnderApi, isPartial, client } = exchange;
    const { limiter } = this.#service;
    // Requests outside the API aren't limited; partial ones don't count.
    const isLimited = target === '' || isUnderApi;
    const decide = () => (isPartial ? limiter.peek(client.key) : limiter.take(client.key));
    const limit = isLimited ? decide() : undefined;
    // A limiter never rejects. Most decide synchronously.
    if (limit instanceof Promise) void limit.then((decision) => this.#answer(exchange, decision));
    else this.#answer(exchange, limit);
  }

  #answer(exchange: Exchange, limit: Decision | undefined): void {
    if (limit && !exchange.isPartial) this.#service.numbers.add(limit.isAllowed ? 'allowed' : 'limited');
    if (exchange.isOver) return;
    exchange.limit = limit;
    try {
      const refusal = exchange.refusal ?? (this.#service.checks && refuseForeignHost(exchange));
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
    const cors = exchange.limit ? corsHeaders(exchange.header('origin'), this.#service.live().corsOrigin) : [];
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
      request.on('data', () => connection.discardInput());
      connection.linger();
    }
  }

  #count({ route, status, bytes, key, isAllowlisted, limit }: Exchange, milliseconds: number): void {
    const { numbers, usage } = this.#service;
    numbers.answered(route, status, milliseconds, bytes);
    // Over the limit, a client that hung up counts as limited too.
    const counted = limit?.isAllowed === false ? RATE_LIMITED : status;
    if (key) usage.add(key.id, counted, Date.now());
    else if (isAllowlisted) usage.add(ALLOWLIST_CALLER, counted, Date.now());
  }
}
