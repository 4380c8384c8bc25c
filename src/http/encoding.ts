// In charge of compression: which encoding a client wants, and compressed bodies kept for the next who asks.

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

const COMPRESS = {
  zstd: (body: Buffer) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => gzipSync(body, { level: 6 }),
};

export type Encoding = keyof typeof COMPRESS | 'identity';

/** In the order we prefer them where the client likes them equally. */
const ENCODINGS = Object.keys(COMPRESS) as (keyof typeof COMPRESS)[];

/** Below this, compression saves less than a packet. */
const LEAST_BYTES = 1024;
const CACHE_BYTES = 32 * 1024 * 1024;

export function chooseEncoding(acceptEncoding: string | undefined, bodyLength: number): Encoding {
  if (acceptEncoding === undefined || bodyLength < LEAST_BYTES) return 'identity';
  const weights = weightsOf(acceptEncoding);
  let best: Encoding = 'identity';
  let bestWeight = 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight) [best, bestWeight] = [encoding, weight];
  }
  return best;
}

function weightsOf(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').map((part) => {
      const [name, ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
      return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}

export class CompressedBodies {
  readonly #bodies = new Map<string, Buffer>();
  #bytes = 0;

  /** The body compressed; `etag` names the body and the encoding. */
  get(etag: string, encoding: keyof typeof COMPRESS, body: Buffer): Buffer {
    const kept = this.#bodies.get(etag);
    const compressed = kept ?? COMPRESS[encoding](body);
    this.#bodies.delete(etag);
    this.#bodies.set(etag, compressed);
    if (!kept) this.#bytes += compressed.length;
    this.#dropOldest();
    return compressed;
  }

  #dropOldest(): void {
    for (const [etag, body] of this.#bodies) {
      if (this.#bytes <= CACHE_BYTES) return;
      this.#bodies.delete(etag);
      this.#bytes -= body.length;
    }
  }
}
