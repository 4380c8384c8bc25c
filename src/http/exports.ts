// In charge of sending exports: piece by piece over Node's public interface, as fast as the client takes them, others being
// answered in between. An export holds its revision until its last byte, whatever is published meanwhile.

import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dataset } from '../catalogue/export/dwca/eml.ts';
import { EXPORT_FORMATS, type ExportFormat, type ExportQuery, exportChunks } from '../catalogue/export/export.ts';
import { etagHeader, matchingTag } from './conditional.ts';
import { compressor, type Encoding, preferredEncoding } from './encoding.ts';
import type { Exchange } from './exchange.ts';
import { type HeaderList, ofExport, ofRange, ofTag, retryAfter } from './headers.ts';
import type { Problem } from './problems.ts';
import { type ByteRange, byteRange } from './range.ts';
import type { Published, Service } from './service.ts';

const RETRY_AFTER_SECONDS = 10;

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

  constructor(service: Service) {
    this.#service = service;
  }

  /** Says why none can be begun, where that is so. */
  send(exchange: Exchange, answer: ExportAnswer): Problem | undefined {
    const { tag, headers } = answer;
    const range = rangeOf(exchange, tag);
    const { isArchive } = EXPORT_FORMATS[answer.query.format];
    const isPlain = range !== undefined || isArchive;
    const encoding = isPlain ? 'identity' : preferredEncoding(exchange.header('accept-encoding'));
    const ownTag = etagHeader(tag, encoding);
    const knownTag = matchingTag(exchange.header('if-none-match'), tag);
    if (knownTag !== undefined) exchange.send(304, [...headers, ...ofTag(knownTag || ownTag)]);
    else if (exchange.method === 'HEAD') exchange.send(200, headersOf(answer, encoding));
    else return this.#begin(exchange, answer, encoding, range);
    return undefined;
  }

  #begin(exchange: Exchange, answer: ExportAnswer, encoding: Encoding, range?: ByteRange): Problem | undefined {
    const { exportLimit, settings } = this.#service;
    const place = exportLimit.tryBegin(exchange.client.key);
    if (typeof place !== 'number') return tooMany(place, settings.rateWindow);
    void this.#run(exchange, answer, encoding, range).finally(() => {
      exportLimit.end(place);
      this.#service.numbers.setGauge('exports', exportLimit.running);
    });
    this.#service.numbers.setGauge('exports', exportLimit.running);
    return undefined;
  }

  async #run(exchange: Exchange, answer: ExportAnswer, encoding: Encoding, range?: ByteRange): Promise<void> {
    const { numbers, log } = this.#service;
    try {
      const isWhole = range
        ? await this.#sendRange(exchange, answer, range)
        : await this.#sendAll(exchange, answer, encoding);
      if (isWhole) exchange.end();
      else numbers.exportAborted();
    } catch (error) {
      log.error({ id: exchange.id, err: error }, 'failed to export');
      numbers.exportAborted();
      exchange.abandon();
    }
  }

  async #sendAll(exchange: Exchange, answer: ExportAnswer, encoding: Encoding): Promise<boolean> {
    exchange.begin(200, headersOf(answer, encoding));
    const chunks = paced(exchange, answer);
    return await this.#pump(exchange, encoding === 'identity' ? chunks : compressed(chunks, encoding));
  }

  /** How long the whole is only shows when it was made; the part is then made once more. */
  async #sendRange(exchange: Exchange, answer: ExportAnswer, { first, last }: ByteRange): Promise<boolean> {
    let length = 0;
    for await (const chunk of paced(exchange, answer)) length += chunk.length;
    if (exchange.isOver) return false;
    if (first >= length) return await this.#sendAll(exchange, answer, 'identity');
    const end = Math.min(last, length - 1) + 1;
    exchange.begin(206, [...headersOf(answer, 'identity'), ...ofRange(first, end, length)], end - first);
    return await this.#pump(exchange, cut(paced(exchange, answer), first, end));
  }

  /** Whether all of it was taken. */
  async #pump(exchange: Exchange, pieces: AsyncIterable<Buffer>): Promise<boolean> {
    for await (const piece of pieces) {
      if (!(await exchange.sendPiece(piece))) return false;
      this.#service.numbers.exported(piece.length);
    }
    return !exchange.isOver;
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

/** The chunks of an export, with a turn for others after each; none for a client that is gone. */
async function* paced(exchange: Exchange, { published, query, dataset }: ExportAnswer): AsyncGenerator<Buffer> {
  for (const chunk of exportChunks(published.catalogue, query, dataset)) {
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

/** The bytes from one place to before another. */
async function* cut(chunks: AsyncIterable<Buffer>, start: number, end: number): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of chunks) {
    const piece = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at));
    at += chunk.length;
    if (piece.length > 0) yield piece;
    if (at >= end) return;
  }
}
