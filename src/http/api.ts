// In charge of everything under /api/v1 once the rate limit has been asked: the caller, route and method, parameters.

import type { Decision } from '../access/rate-limit/contract.ts';
import { EXPORT_FORMATS } from '../catalogue/export/export.ts';
import type { JsonWriter } from '../catalogue/json-writer.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import type { Outcome } from '../observe/counters.ts';
import { EntityTags, entityTag, etagHeader, matchingTag } from './conditional.ts';
import { datasetOf, sourceOf } from './dataset.ts';
import { type EncodedBody, type Encoding, encode, preferredEncoding } from './encoding.ts';
import type { Exchange } from './exchange.ts';
import { type ExportAnswer, Exports } from './exports.ts';
import {
  ASK_FOR_KEY,
  type HeaderList,
  lineOfTag,
  linesOfBody,
  linesOfSuccess,
  OF_PREFLIGHT,
  ofMethods,
  ofOrigin,
  ofRedirect,
  ofSuccess,
  retryAfter,
} from './headers.ts';
import { KeptAnswers } from './kept-answers.ts';
import { routeNotFound } from './not-found.ts';
import type { Answer, ExportOperation, JsonOperation, Redirect, WriteAnswer } from './operation.ts';
import { ParsedQuery } from './parsed-query.ts';
import { invalidParameters, methodNotAllowed, type Problem, URI_TOO_LONG } from './problems.ts';
import { matchRoute } from './routes.ts';
import type { Sender } from './sending/contract.ts';
import type { PreparedAnswer } from './sending/prepared.ts';
import type { Published, Service } from './service.ts';
import { policyAddress } from './site/html.ts';

const RETRY_AFTER_SECONDS = 5;
/** Of the header `Link`, so that the whole head stays below 8 kB. */
const LONGEST_LINKS = 7 * 1024;

const NO_BODY = Buffer.alloc(0);
const METHODS_WITH_CORS = 'GET, HEAD, OPTIONS';

const UNAUTHORIZED: Problem = {
  code: 'unauthorized',
  detail: 'Send a valid API key in the header X-API-Key.',
  headers: ASK_FOR_KEY,
};

/** None where nobody waits for it any more. */
type LateAnswer = Promise<PreparedAnswer | undefined>;
type SomeAnswer = PreparedAnswer | LateAnswer | Redirect | Problem;

export class Api {
  readonly #service: Service;
  readonly #sender: Sender;
  readonly #base: string;
  readonly #answers: KeptAnswers;
  readonly #exports: Exports;
  #tags: EntityTags | undefined;

  constructor(service: Service, sender: Sender) {
    this.#service = service;
    this.#sender = sender;
    this.#base = service.settings.publicUrl ?? '';
    this.#answers = new KeptAnswers(service.mostKeptBytes);
    this.#exports = new Exports(service);
  }

  /** At once, or when an answer that takes its time is there. */
  handle(exchange: Exchange, limit: Decision): undefined | Promise<void> {
    const cors = ofOrigin(exchange.header('origin'), this.#service.live().corsOrigin);
    const refusal = rateLimited(limit);
    if (refusal) {
      this.#recognise(exchange, Date.now());
      exchange.sendProblem(refusal, this.#base, cors);
    } else if (this.#isPreflight(exchange)) exchange.send(204, [...cors, ...OF_PREFLIGHT]);
    else {
      const refused = this.#authenticate(exchange);
      if (refused) exchange.sendProblem(refused, this.#base, cors);
      else if (this.#asksForMethods(exchange)) exchange.send(204, [...cors, ...ofMethods(METHODS_WITH_CORS)]);
      else return this.#reply(exchange, limit, cors);
    }
    return undefined;
  }

  #reply(exchange: Exchange, limit: Decision, cors: HeaderList): undefined | Promise<void> {
    const outcome = this.#answer(exchange);
    if (outcome instanceof Promise) return outcome.then((answer) => this.#send(exchange, answer, limit, cors));
    if ('code' in outcome) exchange.sendProblem(outcome, this.#base, cors);
    else if ('query' in outcome) this.#export(exchange, outcome, cors);
    else if ('location' in outcome) exchange.send(301, [...cors, ...ofRedirect(outcome.location)], NO_BODY);
    else this.#send(exchange, outcome, limit, cors);
    return undefined;
  }

  #send(exchange: Exchange, answer: PreparedAnswer | undefined, limit: Decision, cors: HeaderList): void {
    if (!answer || exchange.isOver) return;
    const knownTag = matchingTag(exchange.header('if-none-match'), answer.tag);
    exchange.sendPrepared(this.#sender, answer, limit, knownTag, cors);
  }

  #export(exchange: Exchange, answer: ExportAnswer, cors: HeaderList): void {
    const refusal = this.#exports.send(exchange, { ...answer, headers: [...answer.headers, ...cors] });
    if (refusal) exchange.sendProblem(refusal, this.#base, cors);
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

  #answer(exchange: Exchange): SomeAnswer | ExportAnswer {
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
  ): SomeAnswer | ExportAnswer {
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
    // All addresses that mean the same have this one.
    const canonical = match.path + given.toQueryString();
    if ('export' in match.operation) return this.#exportOf(match.operation, given, published, canonical);
    const known = canonical === exchange.target ? undefined : this.#answers.get(canonical, preferred, published);
    return known ?? this.#prepare(exchange, match.operation, match.slug, given, published, canonical, preferred);
  }

  #prepare(
    exchange: Exchange,
    operation: JsonOperation,
    slug: string,
    given: ParsedQuery,
    published: Published,
    canonical: string,
    preferred: Encoding,
  ): SomeAnswer {
    const { defaultLocale } = this.#service.settings;
    const json = this.#sender.writerFor(exchange, this.#base);
    const answer = operation.answer({ published, given, defaultLocale, base: this.#base, slug, json });
    const encoded = (answered: Answer, written: JsonWriter) => {
      const finish = (body: EncodedBody): PreparedAnswer => {
        const prepared = this.#finish(operation.route, published, canonical, answered, body, written);
        if (published === this.#service.published()) this.#answers.keep(canonical, preferred, published, prepared);
        return prepared;
      };
      const body = encode(written.written, preferred);
      return body instanceof Promise ? body.then(finish) : finish(body);
    };
    if (answer instanceof Promise) return this.#writeLater(exchange, answer, encoded);
    return 'contentLanguage' in answer ? encoded(answer, json) : answer;
  }

  /** Who has hung up meanwhile is lent nothing any more, for nobody would take it back. */
  async #writeLater(
    exchange: Exchange,
    answer: Promise<WriteAnswer>,
    encoded: (answer: Answer, json: JsonWriter) => PreparedAnswer | Promise<PreparedAnswer>,
  ): Promise<PreparedAnswer | undefined> {
    const write = await answer;
    if (exchange.isOver) return undefined;
    const json = this.#sender.writerFor(exchange, this.#base);
    return encoded(write(json), json);
  }

  #finish(
    route: string,
    published: Published,
    canonical: string,
    answer: Answer,
    { encoding, encoded }: EncodedBody,
    json: JsonWriter,
  ): PreparedAnswer {
    const tag = this.#tagsOf(published).of(`${answer.locale}${canonical}`);
    const lines = linesOfSuccess(answer.contentLanguage, published.revision, this.#links(answer));
    const tagLine = lineOfTag(etagHeader(tag, encoding));
    const head = `${lines}${tagLine}${linesOfBody(encoding, encoded.length)}\r\n`;
    const isPlain = encoding === 'identity';
    return {
      route,
      tag,
      bytes: isPlain ? this.#sender.join(head, json) : Buffer.concat([Buffer.from(head, 'latin1'), encoded]),
      tagLineAt: lines.length,
      bodyLinesAt: lines.length + tagLine.length,
      bodyAt: head.length,
    };
  }

  #exportOf(operation: ExportOperation, given: ParsedQuery, published: Published, canonical: string): ExportAnswer {
    const query = operation.export(given, this.#service.settings.defaultLocale);
    const dataset = datasetOf(this.#service.settings, published.revision, published.publishedAt);
    const source = EXPORT_FORMATS[query.format].isArchive ? `-${entityTag(sourceOf(dataset))}` : '';
    const tag = this.#tagsOf(published).of(`${query.locale}${canonical}`) + source;
    const languages = query.only ? [query.only] : LOCALES;
    return { query, published, dataset, tag, headers: ofSuccess(languages, published.revision, this.#licence) };
  }

  #tagsOf({ catalogue, revision }: Published): EntityTags {
    const source = `${this.#service.codeVersion} ${catalogue.snapshot.hash} ${revision} ${this.#base}`;
    if (this.#tags?.source !== source) this.#tags = new EntityTags(source);
    return this.#tags;
  }

  /** A head that grows too long is one that common clients cannot read: the body has the same links. */
  #links({ pageLinks }: Answer): string {
    const licence = this.#licence;
    const links = pageLinks === '' ? licence : `${pageLinks}, ${licence}`;
    return links.length > LONGEST_LINKS ? licence : links;
  }

  get #licence(): string {
    return `<${policyAddress(this.#service.settings)}>; rel="license"`;
  }

  /** A browser asks before it sends the key, so this cannot wait for one; it tells nothing. */
  #isPreflight(exchange: Exchange): boolean {
    const origin = exchange.header('origin');
    const asks = exchange.method === 'OPTIONS' && exchange.header('access-control-request-method') !== undefined;
    return asks && origin !== undefined && this.#service.live().corsOrigin.includes(origin);
  }

  /** Where preflights are answered, OPTIONS is a method: without their headers it asks which others there are. */
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

/** The answer to a request over the limit. */
export function rateLimited(limit: Decision | undefined): Problem | undefined {
  if (!limit || limit.isAllowed) return undefined;
  const { retryAfterSeconds: seconds } = limit;
  return { code: 'rate-limited', detail: `Try again in ${seconds} s.`, headers: retryAfter(seconds) };
}
