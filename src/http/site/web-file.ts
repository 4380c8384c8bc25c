// Serves a file that is the same for everyone, compressed and with an entity tag.

import type { Exchange } from '../pipeline/exchange.ts';
import { compressFile, type Encoding, MIN_COMPRESSED_BYTES, preferredEncoding } from '../response/encoding.ts';
import { entityTag, formatEtag, matchingTag } from '../response/entity-tags.ts';
import { bodyHeaders, fileHeaders } from '../response/headers.ts';

export const HTML = 'text/html; charset=utf-8';

const COMPRESSED_TYPES = new Set(['application/gzip', 'application/zip']);

export class WebFile {
  readonly #type: string;
  readonly #load: () => Buffer | Promise<Buffer>;
  readonly #policy: string | undefined;
  #whole: Promise<{ body: Buffer; tag: string }> | undefined;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** Loads on the first request. `policy` is the page's Content-Security-Policy. */
  constructor(type: string, load: () => Buffer | Promise<Buffer>, policy?: string) {
    this.#type = type;
    this.#load = load;
    this.#policy = policy;
  }

  async send(exchange: Exchange): Promise<void> {
    const { body, tag } = await this.#read();
    const isPlain = body.length < MIN_COMPRESSED_BYTES || COMPRESSED_TYPES.has(this.#type);
    const encoding = isPlain ? 'identity' : preferredEncoding(exchange.header('accept-encoding'));
    const knownTag = matchingTag(exchange.header('if-none-match'), tag);
    const headers = fileHeaders(knownTag || formatEtag(tag, encoding), this.#policy);
    const encoded = () => this.#encoded.getOrInsertComputed(encoding, () => compressFile(body, encoding));
    if (knownTag !== undefined) exchange.send(304, headers);
    else exchange.send(200, [...headers, ...bodyHeaders(this.#type, encoding)], await encoded());
  }

  /** Tries again after a failure. */
  async #read(): Promise<{ body: Buffer; tag: string }> {
    this.#whole ??= Promise.try(this.#load).then((body) => ({ body, tag: entityTag(body.toString('latin1')) }));
    return await this.#whole.catch((error) => {
      this.#whole = undefined;
      throw error;
    });
  }
}
