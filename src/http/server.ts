// In charge of the HTTP server: its limits and time-outs, and each request's way to the API or to the site.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
const CHECK_MILLISECONDS = 1_000;
/** How long a request may take to arrive, and an answer to be taken; together with the check below 15 s. */
const PATIENCE_MILLISECONDS = 10_000;

const OPTIONS = {
  maxHeaderSize: 2 * LONGEST_TARGET,
  headersTimeout: PATIENCE_MILLISECONDS,
  requestTimeout: PATIENCE_MILLISECONDS,
  keepAliveTimeout: PATIENCE_MILLISECONDS,
  connectionsCheckingInterval: CHECK_MILLISECONDS,
  // Node would answer by itself, without our headers.
  requireHostHeader: false,
};

export function createHttpServer(service: Service): Server {
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
  return server;
}

const METHOD_NOT_ALLOWED: Problem = {
  code: 'method-not-allowed',
  detail: 'Use GET, HEAD.',
  headers: ['Allow', 'GET, HEAD'],
};

class Front {
  readonly #service: Service;
  readonly #api: Api;
  readonly #site: Site;
  readonly #clients: Clients;
  readonly #underWay = new Set<Exchange>();
  readonly #requests = new WeakMap<Duplex, number>();

  constructor(service: Service) {
    this.#service = service;
    this.#api = new Api(service);
    this.#site = new Site(service);
    this.#clients = new Clients(service.settings);
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const client = this.#clients.of(request.socket, forwardedFor(request));
    const exchange = new Exchange(request, response, client);
    exchange.isLast = this.#count(request.socket) >= MOST_REQUESTS_A_CONNECTION;
    this.#underWay.add(exchange);
    response.once('close', () => {
      this.#underWay.delete(exchange);
      this.#log(exchange);
    });
    this.#answer(exchange);
    request.resume();
  }

  /** What the parser refused. A connection that has an answer already is only ended. */
  fail(error: Error & { code?: string }, socket: Duplex): void {
    const isBetweenRequests = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && this.#requests.has(socket);
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
      if (lacksHost(exchange.request)) this.#refuseWithoutHost(exchange);
      else if (isUnderApi(exchange.path)) this.#api.handle(exchange);
      else this.#site.handle(exchange);
    } catch (error) {
      this.#service.log.error({ id: exchange.id, err: error }, 'failed to answer');
      if (exchange.isAnswered) exchange.abandon();
      else sendProblem(exchange, { code: 'internal', detail: 'The service could not answer.' }, publicUrl ?? '');
    }
  }

  #refuseWithoutHost(exchange: Exchange): void {
    exchange.underLimit(this.#service.limiter.take(exchange.client.key));
    exchange.isLast = true;
    const detail = 'A request of HTTP/1.1 must name its host.';
    sendProblem(exchange, { code: 'malformed-request', detail }, this.#service.settings.publicUrl ?? '');
  }

  #count(socket: Duplex): number {
    const count = (this.#requests.get(socket) ?? 0) + 1;
    this.#requests.set(socket, count);
    return count;
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

function lacksHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion === '1.1';
}

function isUnderApi(path: string): boolean {
  return path === API_PREFIX || path.startsWith(`${API_PREFIX}/`);
}
