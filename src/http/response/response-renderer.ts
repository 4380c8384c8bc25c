// Renders the responses of operations: from the cache, or written, encoded and given their headers.

import { EXPORT_FORMATS } from '../../catalogue/export/export.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
import { LOCALES } from '../../domain/vocabulary.ts';
import type { Answer, ExportOperation, JsonOperation, Redirect, WriteAnswer } from '../operations/operation.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Published, Service } from '../pipeline/service.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';
import { copyToOwnMemory, type PreparedResponse, type Sender } from '../sending/contract.ts';
import { policyAddress } from '../site/html.ts';
import { datasetOf } from './dataset.ts';
import { type EncodedBody, type Encoding, encode } from './encoding.ts';
import { entityTag, formatEtag } from './entity-tags.ts';
import type { ExportAnswer } from './exports.ts';
import { bodyHeaders, etagHeaders, framingHeaders, successHeaders, toHeaderLines } from './headers.ts';
import type { Problem } from './problems.ts';
import { ResponseCache } from './response-cache.ts';

/** Of the header `Link`. Common clients can't read a head of more than 8 kB; the body has the same links. */
const MAX_LINK_LENGTH = 7 * 1024;

export type JsonOutcome = PreparedResponse | Promise<PreparedResponse> | Redirect | Problem;

interface Request<O> {
  operation: O;
  given: ParsedQuery;
  published: Published;
  /** The address in the form that all equivalent addresses share. */
  canonical: string;
}

interface JsonRequest extends Request<JsonOperation> {
  slug: string;
  encoding: Encoding;
}

export class ResponseRenderer {
  readonly #service: Service;
  readonly #sender: Sender;
  readonly #base: string;
  readonly #cache: ResponseCache;

  constructor(service: Service, sender: Sender, base: string) {
    this.#service = service;
    this.#sender = sender;
    this.#base = base;
    this.#cache = new ResponseCache(service.maxCacheBytes);
  }

  cached(address: string, encoding: Encoding, published: Published): PreparedResponse | undefined {
    return this.#cache.get(address, encoding, published);
  }

  /** Concurrent requests for one address share one asynchronous result. */
  render(exchange: Exchange, request: JsonRequest): JsonOutcome {
    const { canonical, encoding, published } = request;
    return this.#cache.share(canonical, encoding, published, () => this.#answer(exchange, request));
  }

  #answer(exchange: Exchange, request: JsonRequest): JsonOutcome {
    const { operation, published, given, slug } = request;
    const { defaultLocale, rateWindow } = this.#service.settings;
    const json = this.#sender.writerFor(exchange, this.#base);
    const answer = operation.answer({ published, given, defaultLocale, rateWindow, base: this.#base, slug, json });
    if (answer instanceof Promise) return this.#writeLater(request, answer);
    return 'contentLanguage' in answer ? this.#encode(request, answer, json) : answer;
  }

  prepareExport({ operation, given, published, canonical }: Request<ExportOperation>): ExportAnswer {
    const query = operation.export(given, this.#service.settings.defaultLocale);
    const dataset = datasetOf(this.#service.settings, published.revision, published.publishedAt);
    // An archive also depends on the dataset's description and the machine's compressor.
    const archive = [dataset, process.arch, process.versions.zlib];
    const source = EXPORT_FORMATS[query.format].isArchive ? JSON.stringify(archive) : '';
    const tag = this.#tagOf(published, `${query.locale}${canonical} ${source}`);
    const languages = query.only ? [query.only] : LOCALES;
    return { query, published, dataset, tag, headers: successHeaders(languages, published.revision, this.#license) };
  }

  /** Owns its memory: the exchange that asked first may end before the response is written. */
  async #writeLater(request: JsonRequest, later: Promise<WriteAnswer>): Promise<PreparedResponse> {
    const write = await later;
    const owner = {};
    try {
      const json = this.#sender.writerFor(owner, this.#base);
      const prepared = await this.#encode(request, write(json), json);
      return { ...prepared, bytes: copyToOwnMemory(prepared.bytes) };
    } finally {
      this.#sender.end(owner);
    }
  }

  #encode(request: JsonRequest, answer: Answer, json: JsonWriter): PreparedResponse | Promise<PreparedResponse> {
    const body = encode(json.written, request.encoding);
    if (body instanceof Promise) return body.then((encoded) => this.#finish(request, answer, encoded, json));
    return this.#finish(request, answer, body, json);
  }

  #finish(
    { operation, published, canonical, encoding: preferred }: JsonRequest,
    answer: Answer,
    { encoding, encoded }: EncodedBody,
    json: JsonWriter,
  ): PreparedResponse {
    const tag = this.#tagOf(published, `${answer.locale}${canonical}`);
    const lines = toHeaderLines(successHeaders([answer.contentLanguage], published.revision, this.#linksOf(answer)));
    const tagLine = toHeaderLines(etagHeaders(formatEtag(tag, encoding)));
    const body = [
      ...bodyHeaders('application/json; charset=utf-8', encoding),
      ...framingHeaders(encoded.length, false),
    ];
    const head = `${lines}${tagLine}${toHeaderLines(body)}\r\n`;
    const isPlain = encoding === 'identity';
    const prepared = {
      route: operation.route,
      tag,
      bytes: isPlain ? this.#sender.join(head, json) : Buffer.concat([Buffer.from(head, 'latin1'), encoded]),
      tagLineAt: lines.length,
      bodyLinesAt: lines.length + tagLine.length,
      bodyAt: head.length,
    };
    if (published === this.#service.published()) this.#cache.add(canonical, preferred, published, prepared);
    return prepared;
  }

  /** A store restored from a backup may publish the same revision again with other content. */
  #tagOf({ catalogue, revision, publishedAt }: Published, request: string): string {
    const { codeVersion } = this.#service;
    return entityTag(`${codeVersion} ${catalogue.snapshot.hash} ${revision} ${publishedAt} ${this.#base} ${request}`);
  }

  #linksOf({ pageLinks }: Answer): string {
    const license = this.#license;
    const links = pageLinks === '' ? license : `${pageLinks}, ${license}`;
    return links.length > MAX_LINK_LENGTH ? license : links;
  }

  get #license(): string {
    return `<${policyAddress(this.#service.settings)}>; rel="license"`;
  }
}
