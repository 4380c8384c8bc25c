// Handles requests under /api/v1 after the rate limit: authentication, route and method, parameters, response.

import type { Decision } from '../../access/rate-limit/contract.ts';
import type { Outcome } from '../../observe/counters.ts';
import { matchRoute } from '../operations/routes.ts';
import { ParsedQuery } from '../query/parsed-query.ts';
import { type Encoding, preferredEncoding } from '../response/encoding.ts';
import { matchingTag } from '../response/entity-tags.ts';
import { type ExportAnswer, Exports } from '../response/exports.ts';
import {
  CHALLENGE_HEADERS,
  corsHeaders,
  type HeaderList,
  methodsHeaders,
  PREFLIGHT_HEADERS,
  redirectHeaders,
  retryAfter,
} from '../response/headers.ts';
import { invalidParameters, methodNotAllowed, type Problem, URI_TOO_LONG } from '../response/problems.ts';
import { type JsonOutcome, ResponseRenderer } from '../response/response-renderer.ts';
import type { PreparedResponse, Sender } from '../sending/contract.ts';
import type { Exchange } from './exchange.ts';
import { routeNotFound } from './not-found.ts';
import type { Published, Service } from './service.ts';

const RETRY_AFTER_SECONDS = 5;

const NO_BODY = Buffer.alloc(0);
const METHODS_WITH_CORS = 'GET, HEAD, OPTIONS';

const UNAUTHORIZED: Problem = {
  code: 'unauthorized',
  detail: 'Send a valid API key in the header X-API-Key.',
  headers: CHALLENGE_HEADERS,
};
const KEY_ELSEWHERE: Problem = {
  ...UNAUTHORIZED,
  detail: 'The API key belongs in the header X-API-Key, not in Authorization. Send X-API-Key with the key alone.',
};

export class Api {
  readonly #service: Service;
  readonly #sender: Sender;
  readonly #base: string;
  readonly #renderer: ResponseRenderer;
  readonly #exports: Exports;

  constructor(service: Service, sender: Sender) {
    this.#service = service;
    this.#sender = sender;
    this.#base = service.settings.publicUrl ?? '';
    this.#renderer = new ResponseRenderer(service, sender, this.#base);
    this.#exports = new Exports(service);
  }

  /** Returns a promise only if the response takes time. */
  handle(exchange: Exchange, limit: Decision): undefined | Promise<void> {
    const cors = corsHeaders(exchange.header('origin'), this.#service.live().corsOrigin);
    const refusal = rateLimited(limit);
    if (refusal) {
      // For usage counts only.
      this.#identify(exchange);
      exchange.sendProblem(refusal, this.#base, cors);
    } else if (this.#isPreflight(exchange)) exchange.send(204, [...cors, ...PREFLIGHT_HEADERS]);
    else {
      const refused = this.#authenticate(exchange);
      if (refused) exchange.sendProblem(refused, this.#base, cors);
      else if (this.#asksForMethods(exchange)) exchange.send(204, [...cors, ...methodsHeaders(METHODS_WITH_CORS)]);
      else return this.#reply(exchange, limit, cors);
    }
    return undefined;
  }

  #reply(exchange: Exchange, limit: Decision, cors: HeaderList): undefined | Promise<void> {
    const outcome = this.#answer(exchange);
    if (outcome instanceof Promise) return outcome.then((answer) => this.#send(exchange, answer, limit, cors));
    if ('code' in outcome) exchange.sendProblem(outcome, this.#base, cors);
    else if ('query' in outcome) {
      const headers = [...outcome.headers, ...cors];
      return this.#exports.send(exchange, { ...outcome, headers }).then((refusal) => {
        if (refusal) exchange.sendProblem(refusal, this.#base, cors);
      });
    } else if ('location' in outcome) exchange.send(301, [...cors, ...redirectHeaders(outcome.location)], NO_BODY);
    else this.#send(exchange, outcome, limit, cors);
    return undefined;
  }

  #send(exchange: Exchange, answer: PreparedResponse, limit: Decision, cors: HeaderList): void {
    if (exchange.isOver) return;
    const knownTag = matchingTag(exchange.header('if-none-match'), answer.tag);
    exchange.sendPrepared(this.#sender, answer, limit, knownTag, cors);
  }

  /** Never reveals whether a key exists, has expired or was revoked. */
  #authenticate(exchange: Exchange): Problem | undefined {
    const outcome = this.#identify(exchange);
    this.#service.numbers.add(outcome);
    if (outcome === 'key' || outcome === 'allowlist') return undefined;
    return outcome === 'missing' && exchange.header('authorization') !== undefined ? KEY_ELSEWHERE : UNAUTHORIZED;
  }

  #identify(exchange: Exchange): Outcome {
    const callers = this.#service.callers();
    const text = exchange.header('x-api-key');
    exchange.key = exchange.connection.keyFor(text, callers, Date.now());
    if (exchange.key) return 'key';
    exchange.isAllowlisted = callers.isAllowlisted(exchange.client.address);
    if (exchange.isAllowlisted) return 'allowlist';
    return text === undefined ? 'missing' : 'refused';
  }

  #answer(exchange: Exchange): JsonOutcome | ExportAnswer {
    const published = this.#service.published();
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
    const encoding = preferredEncoding(exchange.header('accept-encoding'));
    const cached = published && isRead ? this.#renderer.cached(exchange.target, encoding, published) : undefined;
    if (cached) exchange.route = cached.route;
    return cached ?? this.#compute(exchange, published, isRead, encoding);
  }

  #compute(
    exchange: Exchange,
    published: Published | undefined,
    isRead: boolean,
    encoding: Encoding,
  ): JsonOutcome | ExportAnswer {
    if (exchange.isTooLong) return URI_TOO_LONG;
    const match = matchRoute(exchange.path);
    if (!match) return routeNotFound(exchange.path);
    exchange.route = match.operation.route;
    if (!isRead) return methodNotAllowed(this.#allowsCors ? METHODS_WITH_CORS : undefined);

    const { parameters, variants } = match.operation;
    const given = new ParsedQuery(exchange.queryString, parameters, variants);
    if (match.faults.length + given.faults.length > 0) return invalidParameters([...match.faults, ...given.faults]);
    if (!published) {
      const seconds = Math.min(RETRY_AFTER_SECONDS, this.#service.settings.rateWindow);
      return { code: 'no-catalogue', detail: 'No catalogue has been published yet.', headers: retryAfter(seconds) };
    }
    const canonical = match.path + given.toQueryString();
    const { operation, slug } = match;
    if ('export' in operation) return this.#renderer.prepareExport({ operation, given, published, canonical });
    const cached = canonical === exchange.target ? undefined : this.#renderer.cached(canonical, encoding, published);
    return cached ?? this.#renderer.render(exchange, { operation, slug, given, published, canonical, encoding });
  }

  /** A browser sends a preflight without the key, so it is answered before authentication. */
  #isPreflight(exchange: Exchange): boolean {
    const origin = exchange.header('origin');
    const asks = exchange.method === 'OPTIONS' && exchange.header('access-control-request-method') !== undefined;
    return asks && origin !== undefined && this.#service.live().corsOrigin.includes(origin);
  }

  /** If preflights are answered, any other OPTIONS request asks which methods there are. */
  #asksForMethods(exchange: Exchange): boolean {
    if (exchange.method !== 'OPTIONS' || !this.#allowsCors || exchange.isTooLong) return false;
    const match = matchRoute(exchange.path);
    if (match) exchange.route = match.operation.route;
    return match !== undefined;
  }

  get #allowsCors(): boolean {
    return this.#service.live().corsOrigin.length > 0;
  }
}

export function rateLimited(limit: Decision | undefined): Problem | undefined {
  if (!limit || limit.isAllowed) return undefined;
  const { retryAfterSeconds: seconds } = limit;
  return { code: 'rate-limited', detail: `Try again in ${seconds} s.`, headers: retryAfter(seconds) };
}
