// In charge of everything under /api/v1 once the rate limit has been asked: the caller, route and method, parameters.

import type { Decision } from '../access/rate-limit.ts';
import { Pieces } from '../catalogue/pieces.ts';
import type { Outcome } from '../monitor/numbers.ts';
import type { Fault } from '../problems.ts';
import { inMemoryOfItsOwn, type PreparedAnswer, PreparedAnswers } from './answers.ts';
import { EntityTags, etagHeader, matchingTag } from './conditional.ts';
import { type Encoding, encode, preferredEncoding } from './encoding.ts';
import type { Exchange } from './exchange.ts';
import { getTree } from './get-tree.ts';
import { BROKEN_ENCODING, decodePart, echo, Given } from './given.ts';
import { linesOf } from './head.ts';
import { LentMemory } from './lent-memory.ts';
import { listFamilies } from './list-families.ts';
import { listTrees } from './list-trees.ts';
import { routeNotFound } from './not-found.ts';
import type { Answer, Operation } from './operation.ts';
import { wrongText } from './parameters.ts';
import { invalidParameters, type Problem, sendProblem, uriTooLong } from './problem.ts';
import type { Published, Service } from './service.ts';
import { policyAddress } from './usage-policy-page.ts';

const TREE_PREFIX = `${listTrees.pattern}/`;
const RETRY_AFTER_SECONDS = 5;
/** Of the header `Link`, so that the whole head stays below 8 kB. */
const LONGEST_LINKS = 7 * 1024;

interface Match {
  operation: Operation;
  slug: string;
  faults: Fault[];
}

export class Api {
  readonly #service: Service;
  readonly #base: string;
  readonly #answers: PreparedAnswers;
  readonly #memory = new LentMemory();
  #tags: EntityTags | undefined;

  constructor(service: Service) {
    this.#service = service;
    this.#base = service.settings.publicUrl ?? '';
    this.#answers = new PreparedAnswers(service.mostKeptBytes);
  }

  handle(exchange: Exchange): void {
    const cors = this.#corsHeaders(exchange);
    const refusal = rateLimited(exchange.limit);
    if (refusal) {
      this.#recognise(exchange, Date.now());
      sendProblem(exchange, refusal, this.#base, cors);
    } else if (this.#isPreflight(exchange)) exchange.send(204, [...cors, ...PREFLIGHT_HEADERS]);
    else {
      const refused = this.#authenticate(exchange);
      if (refused) sendProblem(exchange, refused, this.#base, cors);
      else if (this.#asksForMethods(exchange)) exchange.send(204, [...cors, ...METHODS_HEADERS]);
      else this.#reply(exchange, cors);
    }
  }

  #reply(exchange: Exchange, cors: string[]): void {
    const outcome = this.#answer(exchange);
    if ('code' in outcome) sendProblem(exchange, outcome, this.#base, cors);
    else send(exchange, outcome, cors);
  }

  /** Never says whether a key exists, has expired or was revoked. */
  #authenticate(exchange: Exchange): Problem | undefined {
    const outcome = this.#recognise(exchange, Date.now());
    this.#service.numbers.authenticated(outcome);
    return outcome === 'key' || outcome === 'allowlist' ? undefined : UNAUTHORIZED;
  }

  /** A caller over the limit is recognised too, after the decision and for the counts only. */
  #recognise(exchange: Exchange, now: number): Outcome {
    const callers = this.#service.callers();
    const text = exchange.header('x-api-key');
    exchange.key = exchange.connection.keyFor(text, callers, now);
    if (exchange.key) return 'key';
    exchange.isAllowlisted = callers.isAllowlisted(exchange.client.address);
    if (exchange.isAllowlisted) return 'allowlist';
    return text === undefined ? 'missing' : 'refused';
  }

  #answer(exchange: Exchange): PreparedAnswer | Problem {
    const published = this.#service.published();
    const isRead = exchange.method === 'GET' || exchange.method === 'HEAD';
    const encoding = preferredEncoding(exchange.header('accept-encoding'));
    const known = published && isRead ? this.#answers.get(exchange.target, encoding, published) : undefined;
    if (known) exchange.route = known.route;
    return known ?? this.#workOut(exchange, published, isRead, encoding);
  }

  #workOut(
    exchange: Exchange,
    published: Published | undefined,
    isRead: boolean,
    preferred: Encoding,
  ): PreparedAnswer | Problem {
    if (exchange.isTooLong) return uriTooLong(exchange);
    const match = matchRoute(exchange.path);
    if (!match) return routeNotFound(exchange.path);
    const { operation, slug } = match;
    exchange.route = operation.pattern;
    if (!isRead) return this.#methodNotAllowed();

    const given = new Given(exchange.queryString, operation.parameters);
    if (match.faults.length + given.faults.length > 0) return invalidParameters([...match.faults, ...given.faults]);
    if (!published) return NO_CATALOGUE;
    const { defaultLocale } = this.#service.settings;
    const canonical = canonicalOf(operation, slug, given);
    const known = canonical === exchange.target ? undefined : this.#answers.get(canonical, preferred, published);
    if (known) return known;
    exchange.lent = this.#memory.take();
    const pieces = new Pieces(this.#base, exchange.lent);
    const answer = operation.answer({ published, given, defaultLocale, base: this.#base, slug, pieces });
    if ('code' in answer) return answer;
    const tag = this.#tagsOf(published).of(`${answer.locale}${canonical}`);
    const prepared = this.#prepare(answer, pieces, tag, operation.pattern, published.revision, preferred);
    const kept = this.#answers.keep(canonical, preferred, published, prepared);
    if (kept || !this.#memory.isScarce) return kept ?? prepared;
    const own = { ...prepared, bytes: inMemoryOfItsOwn(prepared.bytes) };
    this.end(exchange);
    return own;
  }

  /** When nothing of its answer is left to be sent. */
  end(exchange: Exchange): void {
    if (exchange.lent) this.#memory.giveBack(exchange.lent);
    exchange.lent = undefined;
  }

  #tagsOf({ catalogue, revision }: Published): EntityTags {
    const source = `${this.#service.codeVersion} ${catalogue.snapshot.hash} ${revision} ${this.#base}`;
    if (this.#tags?.source !== source) this.#tags = new EntityTags(source);
    return this.#tags;
  }

  #prepare(
    answer: Answer,
    pieces: Pieces,
    tag: string,
    route: string,
    revision: string,
    preferred: Encoding,
  ): PreparedAnswer {
    const { encoding, encoded } = encode(pieces.body, preferred);
    const lines =
      `Cache-Control: private, no-cache\r\nContent-Language: ${answer.contentLanguage}\r\nSylva-Revision: ${revision}\r\n` +
      `Vary: Accept-Encoding\r\nLink: ${this.#links(answer)}\r\n`;
    const tagLine = `ETag: ${etagHeader(tag, encoding)}\r\n`;
    const bodyLines =
      `${encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`}` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${encoded.length}\r\n\r\n`;
    const head = lines + tagLine + bodyLines;
    const bytes =
      encoding === 'identity' ? pieces.withHead(head) : Buffer.concat([Buffer.from(head, 'latin1'), encoded]);
    const bodyLinesAt = lines.length + tagLine.length;
    return { route, tag, bytes, tagLineAt: lines.length, bodyLinesAt, bodyAt: head.length };
  }

  /** A head that grows too long is one that common clients cannot read: the body has the same links. */
  #links({ pageLinks }: Answer): string {
    const licence = `<${policyAddress(this.#service.settings)}>; rel="license"`;
    const links = pageLinks === '' ? licence : `${pageLinks}, ${licence}`;
    return links.length > LONGEST_LINKS ? licence : links;
  }

  #methodNotAllowed(): Problem {
    const allowed = this.#allowsCors ? METHODS_WITH_CORS : 'GET, HEAD';
    return { code: 'method-not-allowed', detail: `Use ${allowed}.`, headers: ['Allow', allowed] };
  }

  /** A browser asks before it sends the key, so this cannot wait for one; it tells nothing. */
  #isPreflight(exchange: Exchange): boolean {
    const origin = exchange.header('origin');
    const asks = exchange.method === 'OPTIONS' && exchange.header('access-control-request-method') !== undefined;
    return asks && origin !== undefined && this.#service.settings.corsOrigin.includes(origin);
  }

  /** Where preflights are answered, OPTIONS is a method: without their headers it asks which others there are. */
  #asksForMethods(exchange: Exchange): boolean {
    if (exchange.method !== 'OPTIONS' || !this.#allowsCors || exchange.isTooLong) return false;
    const match = matchRoute(exchange.path);
    if (match) exchange.route = match.operation.pattern;
    return match !== undefined;
  }

  get #allowsCors(): boolean {
    return this.#service.settings.corsOrigin.length > 0;
  }

  #corsHeaders(exchange: Exchange): string[] {
    if (!this.#allowsCors) return NO_HEADERS;
    const origin = exchange.header('origin');
    if (origin === undefined || !this.#service.settings.corsOrigin.includes(origin)) return ['Vary', 'Origin'];
    return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED_HEADERS];
  }
}

const NO_HEADERS: string[] = [];

const EXPOSED_HEADERS =
  'ETag, Link, Retry-After, Sylva-Revision, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';
const UNAUTHORIZED: Problem = {
  code: 'unauthorized',
  detail: 'Send a valid API key in the header X-API-Key.',
  headers: ['WWW-Authenticate', 'ApiKey realm="sylva", header="X-API-Key"'],
};

const NO_CATALOGUE: Problem = {
  code: 'no-catalogue',
  detail: 'No catalogue has been published yet.',
  headers: ['Retry-After', String(RETRY_AFTER_SECONDS)],
};

/** The answer to a request over the limit. */
export function rateLimited(limit: Decision | undefined): Problem | undefined {
  if (!limit || limit.isAllowed) return undefined;
  const seconds = String(limit.retryAfterSeconds);
  return { code: 'rate-limited', detail: `Try again in ${seconds} s.`, headers: ['Retry-After', seconds] };
}

function send(exchange: Exchange, answer: PreparedAnswer, cors: string[]): void {
  const knownTag = matchingTag(exchange.header('if-none-match'), answer.tag);
  exchange.sendPrepared(answer, knownTag, linesOf(cors));
}

/** All addresses that mean the same have this one. */
function canonicalOf({ pattern }: Operation, slug: string, given: Given): string {
  return `${slug === '' ? pattern : TREE_PREFIX + slug}${given.toQueryString()}`;
}

const METHODS_WITH_CORS = 'GET, HEAD, OPTIONS';
const METHODS_HEADERS = ['Cache-Control', 'no-store', 'Allow', METHODS_WITH_CORS];

const PREFLIGHT_HEADERS = [
  ...['Cache-Control', 'no-store'],
  ...['Access-Control-Allow-Methods', 'GET, HEAD', 'Access-Control-Allow-Headers', 'X-API-Key, If-None-Match'],
  ...['Access-Control-Max-Age', '600'],
];

function matchRoute(path: string): Match | undefined {
  if (path === listTrees.pattern) return { operation: listTrees, slug: '', faults: [] };
  if (path === listFamilies.pattern) return { operation: listFamilies, slug: '', faults: [] };
  const segment = path.startsWith(TREE_PREFIX) ? path.slice(TREE_PREFIX.length) : '';
  if (segment === '' || segment.includes('/')) return undefined;
  const slug = decodePart(segment);
  const wrong = slug === undefined ? BROKEN_ENCODING : wrongText(slug);
  if (wrong === undefined) return { operation: getTree, slug: slug as string, faults: [] };
  return {
    operation: getTree,
    slug: '',
    faults: [{ parameter: 'slug', value: echo(slug ?? segment), message: wrong }],
  };
}
