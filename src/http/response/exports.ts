// Sends exports chunk by chunk, as fast as the client takes them, with a turn for other requests after each chunk.
// An export keeps its revision until its last byte, even if another one is published meanwhile.

import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '../../catalogue/export/dwca/eml.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportQuery, exportChunks } from '../../catalogue/export/export.ts';
import { ExportIndex } from '../../catalogue/export/export-index.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Published, Service } from '../pipeline/service.ts';
import { compressor, type Encoding, preferredEncoding } from './encoding.ts';
import { formatEtag, matchingTag } from './entity-tags.ts';
import {
  etagHeaders,
  exportHeaders,
  type HeaderList,
  rangeHeaders,
  retryAfter,
  unsatisfiableRangeHeaders,
} from './headers.ts';
import { INTERNAL, type Problem } from './problems.ts';
import { type ByteRange, byteRange } from './range.ts';

const RETRY_AFTER_SECONDS = 10;

/** How long a client waits for the length of its export: less than the time-outs of proxies. */
const MAX_MEASURING_MILLISECONDS = 8_000;
const UNMEASURED: Problem = {
  code: 'exports-busy',
  detail: 'How long this export is could not be found out in time. Ask again for the same part: the work done is kept.',
  headers: retryAfter(1),
};

export const MAX_EXPORTS = 8;
export const MAX_EXPORTS_PER_CLIENT = 2;
/** Enough for all exports that may run at once. */
const MAX_INDEXES = MAX_EXPORTS;

export interface ExportAnswer {
  query: ExportQuery;
  published: Published;
  dataset: Dataset;
  /** Without the encoding. */
  tag: string;
  /** Of every success. */
  headers: HeaderList;
}

export class Exports {
  readonly #service: Service;
  /** By revision and entity tag, the most recently used last. */
  readonly #indexes = new WeakMap<Published, Map<string, ExportIndex>>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Resolves when the export has ended; with a problem if it could not begin. */
  async send(exchange: Exchange, answer: ExportAnswer): Promise<Problem | undefined> {
    const { tag, headers } = answer;
    const range = rangeOf(exchange, tag);
    const isPlain = range !== undefined || EXPORT_FORMATS[answer.query.format].isArchive;
    const encoding = isPlain ? 'identity' : preferredEncoding(exchange.header('accept-encoding'));
    const knownTag = matchingTag(exchange.header('if-none-match'), tag);
    if (knownTag !== undefined) exchange.send(304, [...headers, ...etagHeaders(knownTag || formatEtag(tag, encoding))]);
    else if (exchange.method === 'HEAD') exchange.send(200, headersOf(answer, encoding));
    else return await this.#run(exchange, answer, encoding, range);
    return undefined;
  }

  async #run(
    exchange: Exchange,
    answer: ExportAnswer,
    encoding: Encoding,
    range?: ByteRange,
  ): Promise<Problem | undefined> {
    const { exportLimit, settings, numbers, log } = this.#service;
    const reached = exportLimit.tryOpen(exchange.client.key);
    if (reached) return tooMany(reached, settings.rateWindow);
    numbers.setGauge('exports', exportLimit.open);
    try {
      if (range) return await this.#sendRange(exchange, answer, range);
      exchange.begin(200, headersOf(answer, encoding));
      const chunks = takeTurns(exchange, this.#indexOf(answer).range(0));
      await this.#sendChunks(exchange, encoding === 'identity' ? chunks : compress(chunks, encoding));
    } catch (error) {
      log.error({ id: exchange.id, err: error }, 'failed to export');
      if (!exchange.isAnswered) return INTERNAL;
      this.#abort(exchange);
    } finally {
      exportLimit.close(exchange.client.key);
      numbers.setGauge('exports', exportLimit.open);
    }
    return undefined;
  }

  async #sendRange(exchange: Exchange, answer: ExportAnswer, { first, last }: ByteRange): Promise<Problem | undefined> {
    const index = this.#indexOf(answer);
    await measure(exchange, index);
    const { length } = index;
    if (exchange.isClientGone) this.#abort(exchange);
    else if (length === undefined) return UNMEASURED;
    else if (first >= length) return beyondEnd(length);
    else {
      const end = Math.min(last, length - 1) + 1;
      exchange.begin(206, [...headersOf(answer, 'identity'), ...rangeHeaders(first, end, length)], end - first);
      await this.#sendChunks(exchange, takeTurns(exchange, index.range(first, end)));
    }
    return undefined;
  }

  async #sendChunks(exchange: Exchange, chunks: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of chunks) {
      if (!(await exchange.sendChunk(chunk))) return this.#abort(exchange);
      this.#service.numbers.add('exportedBytes', chunk.length);
    }
    if (exchange.isOver) this.#abort(exchange);
    else exchange.end();
  }

  #abort(exchange: Exchange): void {
    this.#service.numbers.add('abortedExports');
    exchange.abandon();
  }

  /** Equal tags mean equal bytes. */
  #indexOf({ published, query, dataset, tag }: ExportAnswer): ExportIndex {
    const indexes = this.#indexes.getOrInsertComputed(published, () => new Map());
    const index = indexes.get(tag) ?? new ExportIndex(() => exportChunks(published.catalogue, query, dataset));
    indexes.delete(tag);
    indexes.set(tag, index);
    if (indexes.size > MAX_INDEXES) indexes.delete(indexes.keys().next().value as string);
    return index;
  }
}

/** Ignores `Range` unless `If-Range` names the same bytes. */
function rangeOf(exchange: Exchange, tag: string): ByteRange | undefined {
  const isSame = exchange.method === 'GET' && exchange.header('if-range') === formatEtag(tag, 'identity');
  return isSame ? byteRange(exchange.header('range')) : undefined;
}

function headersOf({ query, published, tag, headers }: ExportAnswer, encoding: Encoding): HeaderList {
  const { mediaType, extension }: ExportFormat = EXPORT_FORMATS[query.format];
  const name = ['sylva', published.revision, ...(query.only ? [query.only] : [])].join('-');
  const file = exportHeaders(mediaType, `${name}.${extension}`, encoding);
  return [...headers, ...etagHeaders(formatEtag(tag, encoding)), ...file];
}

function tooMany(whose: 'client' | 'server', rateWindow: number): Problem {
  const headers = retryAfter(Math.min(RETRY_AFTER_SECONDS, rateWindow));
  return whose === 'client'
    ? { code: 'too-many-exports', detail: 'Two exports for this address are running already.', headers }
    : { code: 'exports-busy', detail: 'As many exports as the service takes on are running already.', headers };
}

function beyondEnd(length: number): Problem {
  const detail = `The export has ${length} bytes, and the part would begin behind them.`;
  return { code: 'range-not-satisfiable', detail, headers: unsatisfiableRangeHeaders(length) };
}

/** Ends when the length is known, the client has hung up, or the time is up. */
async function measure(exchange: Exchange, index: ExportIndex): Promise<void> {
  const deadline = performance.now() + MAX_MEASURING_MILLISECONDS;
  while (index.length === undefined && !exchange.isClientGone && performance.now() < deadline) {
    index.measure();
    exchange.markActive();
    await nextTurn();
  }
}

/** An error of the compressor reaches the reader. */
function compress(chunks: AsyncIterable<Buffer>, encoding: Exclude<Encoding, 'identity'>): AsyncIterable<Buffer> {
  return pipeline(Readable.from(chunks, { objectMode: false }), compressor(encoding), () => {});
}

/** Gives other requests a turn after each chunk, and ends if the client is gone. */
async function* takeTurns(exchange: Exchange, chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    if (exchange.isOver) return;
    exchange.markActive();
    if (chunk.length > 0) yield chunk;
    await nextTurn();
  }
}
