// In charge of everything under /api/v1, judged in this order: the rate limit, the caller, route and method, parameters.

import type { Fault } from '../problems.ts';
import { type PreparedAnswer, PreparedAnswers } from './answers.ts';
import { entityTag, etagHeader, isKnown } from './conditional.ts';
import { CompressedBodies, chooseEncoding } from './encoding.ts';
import type { Exchange } from './exchange.ts';
import { getTree } from './get-tree.ts';
import { listFamilies } from './list-families.ts';
import { listTrees } from './list-trees.ts';
import type { Answer, Operation } from './operation.ts';
import { BROKEN_ENCODING, decodeText, echo, Given, wrongText } from './parameters.ts';
import { invalidParameters, type Problem, sendProblem, uriTooLong } from './problem.ts';
import type { Published, Service } from './service.ts';

export const API_PREFIX = '/api/v1';
const TREE_PREFIX = `${listTrees.pattern}/`;
const RETRY_AFTER_SECONDS = 5;

interface Match {
  operation: Operation;
  slug?: string;
  faults: Fault[];
}

export class Api {
  readonly #service: Service;
  readonly #base: string;
  readonly #answers = new PreparedAnswers();
  readonly #compressed = new CompressedBodies();

  constructor(service: Service) {
    this.#service = service;
    this.#base = service.settings.publicUrl ?? '';
  }

  handle(exchange: Exchange): void {
    const cors = this.#corsHeaders(exchange);
    const refusal = this.#limit(exchange);
    if (refusal) sendProblem(exchange, refusal, this.#base, cors);
    else if (this.#isPreflight(exchange)) exchange.send(204, [...cors, ...PREFLIGHT_HEADERS]);
    else {
      const outcome = this.#authenticate(exchange) ?? this.#answer(exchange);
      if ('code' in outcome) sendProblem(exchange, outcome, this.#base, cors);
      else this.#send(exchange, outcome, cors);
    }
  }

  #limit(exchange: Exchange): Problem | undefined {
    const decision = this.#service.limiter.take(exchange.client.key);
    exchange.underLimit(decision);
    if (decision.isAllowed) return undefined;
    const seconds = String(decision.retryAfterSeconds);
    return { code: 'rate-limited', detail: `Try again in ${seconds} s.`, headers: ['Retry-After', seconds] };
  }

  /** Never says whether a key exists, has expired or was revoked. */
  #authenticate(exchange: Exchange): Problem | undefined {
    const callers = this.#service.callers();
    const now = Date.now();
    exchange.key = callers.findKey(exchange.header('x-api-key'), now);
    if (exchange.key) this.#service.markUsed(exchange.key.id, now);
    else if (!callers.isAllowlisted(exchange.client.address)) {
      const detail = 'Send a valid API key in the header X-API-Key.';
      return {
        code: 'unauthorized',
        detail,
        headers: ['WWW-Authenticate', 'ApiKey realm="sylva", header="X-API-Key"'],
      };
    }
    return undefined;
  }

  #answer(exchange: Exchange): PreparedAnswer | Problem {
    const published = this.#service.published();
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
    const known = published && isRead ? this.#answers.get(exchange.address, published) : undefined;
    if (known) exchange.route = known.route;
    return known ?? this.#workOut(exchange, published, isRead);
  }

  #workOut(exchange: Exchange, published: Published | undefined, isRead: boolean): PreparedAnswer | Problem {
    if (exchange.isTooLong) return uriTooLong(exchange);
    const match = matchRoute(exchange.path);
    if (!match) return { code: 'route-not-found', detail: 'There is no such route under /api/v1.' };
    const { operation, slug } = match;
    exchange.route = operation.pattern;
    if (!isRead) return this.#methodNotAllowed();

    const given = new Given(exchange.queryString, operation.parameters);
    const faults = [...match.faults, ...given.faults];
    if (faults.length > 0) return invalidParameters(faults);
    if (!published) {
      const headers = ['Retry-After', String(RETRY_AFTER_SECONDS)];
      return { code: 'no-catalogue', detail: 'No catalogue has been published yet.', headers };
    }
    const { defaultLocale } = this.#service.settings;
    const question = { published, given, defaultLocale, base: this.#base, ...(slug !== undefined && { slug }) };
    const answer = operation.answer(question);
    if ('code' in answer) return answer;
    const { hash } = published.catalogue.snapshot;
    const tag = entityTag(hash, published.revision, this.#base, answer.locale, exchange.path, given.toQueryString());
    const headers = [
      ...['Cache-Control', 'private, no-cache', 'Content-Language', answer.locale],
      ...['Sylva-Revision', published.revision, 'Vary', 'Accept-Encoding', ...this.#linkHeader(answer)],
    ];
    const prepared = { answer, route: operation.pattern, tag, headers };
    this.#answers.keep(exchange.address, published, prepared);
    return prepared;
  }

  #send(exchange: Exchange, { answer, tag, headers: prepared }: PreparedAnswer, cors: string[]): void {
    const encoding = chooseEncoding(exchange.header('accept-encoding'), answer.body.length);
    const etag = etagHeader(tag, encoding);
    const headers = [...prepared, 'ETag', etag, ...cors];
    if (isKnown(exchange.header('if-none-match'), tag)) {
      exchange.send(304, headers);
      return;
    }
    headers.push('Content-Type', 'application/json; charset=utf-8');
    if (encoding === 'identity') exchange.send(200, headers, answer.body);
    else {
      headers.push('Content-Encoding', encoding);
      exchange.send(200, headers, this.#compressed.get(etag, encoding, answer.body));
    }
  }

  #linkHeader({ links }: Answer): string[] {
    const { usagePolicyUrl } = this.#service.settings;
    const all = usagePolicyUrl ? { ...links, license: usagePolicyUrl } : links;
    const parts = Object.entries(all).map(([relation, address]) => `<${address}>; rel="${relation}"`);
    return parts.length > 0 ? ['Link', parts.join(', ')] : [];
  }

  #methodNotAllowed(): Problem {
    const allowed = this.#allowsCors ? 'GET, HEAD, OPTIONS' : 'GET, HEAD';
    return { code: 'method-not-allowed', detail: `Use ${allowed}.`, headers: ['Allow', allowed] };
  }

  /** A browser asks before it sends the key, so this cannot wait for one; it tells nothing. */
  #isPreflight(exchange: Exchange): boolean {
    const origin = exchange.header('origin');
    const asks = exchange.method === 'OPTIONS' && exchange.header('access-control-request-method') !== undefined;
    return asks && origin !== undefined && this.#service.settings.corsOrigin.includes(origin);
  }

  get #allowsCors(): boolean {
    return this.#service.settings.corsOrigin.length > 0;
  }

  #corsHeaders(exchange: Exchange): string[] {
    if (!this.#allowsCors) return [];
    const origin = exchange.header('origin');
    if (origin === undefined || !this.#service.settings.corsOrigin.includes(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
  }
}

const EXPOSED_HEADERS =
  'ETag, Link, Retry-After, Sylva-Revision, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
const PREFLIGHT_HEADERS = [
  ...['Cache-Control', 'no-store'],
  ...['Access-Control-Allow-Methods', 'GET, HEAD', 'Access-Control-Allow-Headers', 'X-API-Key, If-None-Match'],
  ...['Access-Control-Max-Age', '600'],
];

function matchRoute(path: string): Match | undefined {
  if (path === listTrees.pattern) return { operation: listTrees, faults: [] };
  if (path === listFamilies.pattern) return { operation: listFamilies, faults: [] };
  const segment = path.startsWith(TREE_PREFIX) ? path.slice(TREE_PREFIX.length) : '';
  if (segment === '' || segment.includes('/')) return undefined;
  const slug = decodeText(segment);
  const wrong = slug === undefined ? BROKEN_ENCODING : wrongText(slug);
  if (wrong === undefined) return { operation: getTree, slug: slug as string, faults: [] };
  return { operation: getTree, faults: [{ parameter: 'slug', value: echo(slug ?? segment), message: wrong }] };
}
