// In charge of the answers of operations: those that are kept, and those that are written, encoded and given their head.

import { EXPORT_FORMATS } from '../../catalogue/export/export.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
import { LOCALES } from '../../domain/vocabulary.ts';
import type { Answer, ExportOperation, JsonOperation, Redirect, WriteAnswer } from '../operations/operation.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Published, Service } from '../pipeline/service.ts';
import type { ParsedQuery } from '../query/parsed-query.ts';
import type { Sender } from '../sending/contract.ts';
import { inMemoryOfItsOwn, type PreparedAnswer } from '../sending/prepared.ts';
import { policyAddress } from '../site/html.ts';
import { datasetOf, sourceOf } from './dataset.ts';
import { type EncodedBody, type Encoding, encode } from './encoding.ts';
import { EntityTags, entityTag, etagHeader } from './entity-tags.ts';
import type { ExportAnswer } from './exports.ts';
import { lineOfTag, linesOfBody, linesOfSuccess, ofSuccess } from './headers.ts';
import type { Problem } from './problems.ts';
import { KeptAnswers } from './response-cache.ts';

/** Of the header `Link`, so that the whole head stays below 8 kB. */
const LONGEST_LINKS = 7 * 1024;

export type SomeAnswer = PreparedAnswer | Promise<PreparedAnswer> | Redirect | Problem;

/** All addresses that mean the same have one that is canonical. */
interface Question<O> {
  operation: O;
  given: ParsedQuery;
  published: Published;
  canonical: string;
}

interface JsonQuestion extends Question<JsonOperation> {
  slug: string;
  encoding: Encoding;
}

export class Answers {
  readonly #service: Service;
  readonly #sender: Sender;
  readonly #base: string;
  readonly #kept: KeptAnswers;
  #tags: EntityTags | undefined;

  constructor(service: Service, sender: Sender, base: string) {
    this.#service = service;
    this.#sender = sender;
    this.#base = base;
    this.#kept = new KeptAnswers(service.mostKeptBytes);
  }

  kept(address: string, encoding: Encoding, published: Published): PreparedAnswer | undefined {
    return this.#kept.get(address, encoding, published);
  }

  /** At once, or later if the operation or the encoding takes its time: all who ask meanwhile get the same answer. */
  make(exchange: Exchange, question: JsonQuestion): SomeAnswer {
    const { canonical, encoding, published } = question;
    return this.#kept.share(canonical, encoding, published, () => this.#make(exchange, question));
  }

  #make(exchange: Exchange, question: JsonQuestion): SomeAnswer {
    const { operation, published, given, slug } = question;
    const { defaultLocale, rateWindow } = this.#service.settings;
    const json = this.#sender.writerFor(exchange, this.#base);
    const answer = operation.answer({ published, given, defaultLocale, rateWindow, base: this.#base, slug, json });
    if (answer instanceof Promise) return this.#write(question, answer);
    return 'contentLanguage' in answer ? this.#encode(question, answer, json) : answer;
  }

  export({ operation, given, published, canonical }: Question<ExportOperation>): ExportAnswer {
    const query = operation.export(given, this.#service.settings.defaultLocale);
    const dataset = datasetOf(this.#service.settings, published.revision, published.publishedAt);
    const source = EXPORT_FORMATS[query.format].isArchive ? `-${entityTag(sourceOf(dataset))}` : '';
    const tag = this.#tagsOf(published).of(`${query.locale}${canonical}`) + source;
    const languages = query.only ? [query.only] : LOCALES;
    return { query, published, dataset, tag, headers: ofSuccess(languages, published.revision, this.#licence) };
  }

  /** Borrows memory for itself: the client that asked first may have hung up, and its memory would not be given back. */
  async #write(question: JsonQuestion, later: Promise<WriteAnswer>): Promise<PreparedAnswer> {
    const write = await later;
    const owner = {};
    try {
      const json = this.#sender.writerFor(owner, this.#base);
      const prepared = await this.#encode(question, write(json), json);
      return { ...prepared, bytes: inMemoryOfItsOwn(prepared.bytes) };
    } finally {
      this.#sender.end(owner);
    }
  }

  #encode(question: JsonQuestion, answer: Answer, json: JsonWriter): PreparedAnswer | Promise<PreparedAnswer> {
    const body = encode(json.written, question.encoding);
    if (body instanceof Promise) return body.then((encoded) => this.#finish(question, answer, encoded, json));
    return this.#finish(question, answer, body, json);
  }

  #finish(
    { operation, published, canonical, encoding: preferred }: JsonQuestion,
    answer: Answer,
    { encoding, encoded }: EncodedBody,
    json: JsonWriter,
  ): PreparedAnswer {
    const tag = this.#tagsOf(published).of(`${answer.locale}${canonical}`);
    const lines = linesOfSuccess(answer.contentLanguage, published.revision, this.#links(answer));
    const tagLine = lineOfTag(etagHeader(tag, encoding));
    const head = `${lines}${tagLine}${linesOfBody(encoding, encoded.length)}\r\n`;
    const isPlain = encoding === 'identity';
    const prepared = {
      route: operation.route,
      tag,
      bytes: isPlain ? this.#sender.join(head, json) : Buffer.concat([Buffer.from(head, 'latin1'), encoded]),
      tagLineAt: lines.length,
      bodyLinesAt: lines.length + tagLine.length,
      bodyAt: head.length,
    };
    if (published === this.#service.published()) this.#kept.keep(canonical, preferred, published, prepared);
    return prepared;
  }

  /** A store that was set back may come to the same revision again, with another history. */
  #tagsOf({ catalogue, revision, publishedAt }: Published): EntityTags {
    const source = `${this.#service.codeVersion} ${catalogue.snapshot.hash} ${revision} ${publishedAt} ${this.#base}`;
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
}
