// Sends exports: chunk by chunk over Node's public interface, as fast as the client takes them, others being answered in
// between. An export holds its revision until its last byte, whatever is published meanwhile.

import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { MOST_EXPORTS } from '../../access/export-limit.ts';
import type { Dataset } from '../../catalogue/export/dwca/eml.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportQuery, exportChunks } from '../../catalogue/export/export.ts';
import { ExportIndex } from '../../catalogue/export/export-index.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Published, Service } from '../pipeline/service.ts';
import { compressor, type Encoding, preferredEncoding } from './encoding.ts';
import { etagHeader, matchingTag } from './entity-tags.ts';
import { type HeaderList, ofExport, ofRange, ofTag, ofUnsatisfiableRange, retryAfter } from './headers.ts';
import { INTERNAL, type Problem } from './problems.ts';
import { type ByteRange, byteRange } from './range.ts';

const RETRY_AFTER_SECONDS = 10;

/** How long a client waits for the length of its export: below the patience of proxies. */
const MAX_MEASURING_MILLISECONDS = 8_000;
/** What has been measured is kept, and measuring goes on when the client asks again. */
const UNMEASURED: Problem = {
  code: 'exports-busy',
  detail: 'How long this export is could not be found out in time. Ask again for the same part: the work done is kept.',
  headers: retryAfter(1),
};

/** Enough for all exports that may run at once. */
const MAX_INDEXES = MOST_EXPORTS;

export interface ExportAnswer {
  query: ExportQuery;
  published: Published;
  dataset: Dataset;
  /** Its entity tag, before the encoding. */
  tag: string;
  /** Of every success, and those of the request's origin. */
  headers: HeaderList;
}

export class Exports {
  readonly #service: Service;
  /** By revision and entity tag, those used last at the end. */
  readonly #indexes = new WeakMap<Published, Map<string, ExportIndex>>();

  constructor(service: Service) {
    this.#service = service;
  }

  /** Resolves when the export is over, with the reason if it could not be begun. */
  async send(exchange: Exchange, answer: ExportAnswer): Promise<Problem | undefined> {
    const { tag, headers } = answer;
    const range = rangeOf(exchange, tag);
    const { isArchive } = EXPORT_FORMATS[answer.query.format];
    const isPlain = range !== undefined || isArchive;
    const encoding = isPlain ? 'identity' : preferredEncoding(exchange.header('accept-encoding'));
    const ownTag = etagHeader(tag, encoding);
    const knownTag = matchingTag(exchange.header('if-none-match'), tag);
    if (knownTag !== undefined) exchange.send(304, [...headers, ...ofTag(knownTag || ownTag)]);
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
    const place = exportLimit.tryBegin(exchange.client.key);
    if (typeof place !== 'number') return tooMany(place, settings.rateWindow);
    numbers.setGauge('exports', exportLimit.running);
    try {
      if (range) return await this.#sendRange(exchange, answer, range);
      await this.#sendAll(exchange, answer, encoding);
    } catch (error) {
      log.error({ id: exchange.id, err: error }, 'failed to export');
      if (!exchange.isAnswered) return INTERNAL;
      this.#abort(exchange);
    } finally {
      exportLimit.end(place);
      numbers.setGauge('exports', exportLimit.running);
    }
    return undefined;
  }

  async #sendAll(exchange: Exchange, answer: ExportAnswer, encoding: Encoding): Promise<void> {
    exchange.begin(200, headersOf(answer, encoding));
    const chunks = paced(exchange, this.#indexOf(answer).range(0));
    await this.#pump(exchange, encoding === 'identity' ? chunks : compressed(chunks, encoding));
  }

  async #sendRange(exchange: Exchange, answer: ExportAnswer, { first, last }: ByteRange): Promise<Problem | undefined> {
    const index = this.#indexOf(answer);
    await measure(exchange, index);
    const { length } = index;
    if (exchange.hasHungUp) this.#abort(exchange);
    else if (length === undefined) return UNMEASURED;
    else if (first >= length) return beyondEnd(length);
    else {
      const end = Math.min(last, length - 1) + 1;
      exchange.begin(206, [...headersOf(answer, 'identity'), ...ofRange(first, end, length)], end - first);
      await this.#pump(exchange, paced(exchange, index.range(first, end)));
    }
    return undefined;
  }

  async #pump(exchange: Exchange, pieces: AsyncIterable<Buffer>): Promise<void> {
    for await (const piece of pieces) {
      if (!(await exchange.sendPiece(piece))) return this.#abort(exchange);
      this.#service.numbers.exported(piece.length);
    }
    if (exchange.isOver) this.#abort(exchange);
    else exchange.end();
  }

  #abort(exchange: Exchange): void {
    this.#service.numbers.exportAborted();
    exchange.abandon();
  }

  /** The tag says all that the bytes depend on. */
  #indexOf({ published, query, dataset, tag }: ExportAnswer): ExportIndex {
    const indexes = this.#indexes.getOrInsertComputed(published, () => new Map());
    const index = indexes.get(tag) ?? new ExportIndex(() => exportChunks(published.catalogue, query, dataset));
    indexes.delete(tag);
    indexes.set(tag, index);
    if (indexes.size > MAX_INDEXES) indexes.delete(indexes.keys().next().value as string);
    return index;
  }
}

/** A part is for who has the rest of the very same bytes, and can say so. */
function rangeOf(exchange: Exchange, tag: string): ByteRange | undefined {
  const isOfSame = exchange.method === 'GET' && exchange.header('if-range') === etagHeader(tag, 'identity');
  return isOfSame ? byteRange(exchange.header('range')) : undefined;
}

function headersOf({ query, published, tag, headers }: ExportAnswer, encoding: Encoding): HeaderList {
  const { mediaType, extension }: ExportFormat = EXPORT_FORMATS[query.format];
  const name = ['sylva', published.revision, ...(query.only ? [query.only] : [])].join('-');
  return [...headers, ...ofTag(etagHeader(tag, encoding)), ...ofExport(mediaType, `${name}.${extension}`, encoding)];
}

function tooMany(whose: 'client' | 'server', rateWindow: number): Problem {
  const headers = retryAfter(Math.min(RETRY_AFTER_SECONDS, rateWindow));
  return whose === 'client'
    ? { code: 'too-many-exports', detail: 'Two exports for this address are running already.', headers }
    : { code: 'exports-busy', detail: 'As many exports as the service takes on are running already.', headers };
}

function beyondEnd(length: number): Problem {
  const detail = `The export has ${length} bytes, and the part would begin behind them.`;
  return { code: 'range-not-satisfiable', detail, headers: ofUnsatisfiableRange(length) };
}

/** Until the length is known, unless the client hangs up or has waited long enough. Others have a turn after each chunk. */
async function measure(exchange: Exchange, index: ExportIndex): Promise<void> {
  const deadline = performance.now() + MAX_MEASURING_MILLISECONDS;
  while (index.length === undefined && !exchange.hasHungUp && performance.now() < deadline) {
    index.measure();
    exchange.heard();
    await nextTurn();
  }
}

/** Chunks with a turn for others after each; none for a client that is gone. */
async function* paced(exchange: Exchange, chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    if (exchange.isOver) return;
    exchange.heard();
    if (chunk.length > 0) yield chunk;
    await nextTurn();
  }
}

function compressed(chunks: AsyncIterable<Buffer>, encoding: Exclude<Encoding, 'identity'>): AsyncIterable<Buffer> {
  // Whoever reads it learns of its errors.
  return pipeline(Readable.from(chunks, { objectMode: false }), compressor(encoding), () => {});
}
