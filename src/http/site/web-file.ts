// In charge of files for browsers and tools: the same for everyone, compressed as asked, known again by their entity tag.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Exchange } from '../pipeline/exchange.ts';
import { type Encoding, LEAST_BYTES, preferredEncoding } from '../response/encoding.ts';
import { entityTag, etagHeader, matchingTag } from '../response/entity-tags.ts';
import { ofFile, ofFileBody } from '../response/headers.ts';

export const HTML = 'text/html; charset=utf-8';

/** Nothing is gained by packing them once more. */
const PACKED = new Set(['application/gzip', 'application/zip']);

/** Away from the serving thread: such a file may have megabytes. */
const COMPRESS: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  zstd: (body) => promisify(zstdCompress)(body, { params: { [constants.ZSTD_c_compressionLevel]: 19 } }),
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (body) => promisify(gzip)(body),
  identity: async (body) => body,
};

export class WebFile {
  readonly #type: string;
  readonly #load: () => Buffer | Promise<Buffer>;
  readonly #policy: string | undefined;
  #whole: Promise<{ body: Buffer; tag: string }> | undefined;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  /** `load` is called once, when the file is first asked for; `policy` is what a page may do. */
  constructor(type: string, load: () => Buffer | Promise<Buffer>, policy?: string) {
    this.#type = type;
    this.#load = load;
    this.#policy = policy;
  }

  async send(exchange: Exchange): Promise<void> {
    const { body, tag } = await this.#read();
    const encoding =
      body.length < LEAST_BYTES || PACKED.has(this.#type)
        ? 'identity'
        : preferredEncoding(exchange.header('accept-encoding'));
    const known = matchingTag(exchange.header('if-none-match'), tag);
    const headers = ofFile(known || etagHeader(tag, encoding), this.#policy);
    const encoded = () => this.#encoded.getOrInsertComputed(encoding, () => COMPRESS[encoding](body));
    if (known !== undefined) exchange.send(304, headers);
    else exchange.send(200, [...headers, ...ofFileBody(this.#type, encoding)], await encoded());
  }

  /** What could not be loaded is tried again. */
  async #read(): Promise<{ body: Buffer; tag: string }> {
    this.#whole ??= Promise.resolve(this.#load()).then((body) => ({ body, tag: entityTag(body.toString('latin1')) }));
    try {
      return await this.#whole;
    } catch (error) {
      this.#whole = undefined;
      throw error;
    }
  }
}
