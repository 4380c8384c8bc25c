// In charge of compression: which encoding a client wants, and whether it pays.

import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';

/** A larger body is compressed on a core that serves nobody: the time that it takes would be that of all who wait. */
const MOST_BYTES_AT_ONCE = 32 * 1024;

const COMPRESS = {
  zstd: (body: Buffer) => zstdCompressSync(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }),
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => gzipSync(body, { level: 6 }),
};

const QUICK_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const QUICK_GZIP = { level: 1 };

const COMPRESS_ELSEWHERE = {
  zstd: (body: Buffer) => promisify(zstdCompress)(body, QUICK_ZSTD),
  br: (body: Buffer) => promisify(brotliCompress)(body, QUICK_BROTLI),
  gzip: (body: Buffer) => promisify(gzip)(body, QUICK_GZIP),
};

/** Of bodies that are compressed while they are sent, for many at once. */
const COMPRESSORS = {
  zstd: () => createZstdCompress(QUICK_ZSTD),
  br: () => createBrotliCompress(QUICK_BROTLI),
  gzip: () => createGzip(QUICK_GZIP),
};

export function compressor(encoding: Exclude<Encoding, 'identity'>): Transform {
  return COMPRESSORS[encoding]();
}

export type Encoding = keyof typeof COMPRESS | 'identity';

/** In the order we prefer them where the client likes them equally. */
const ENCODINGS = Object.keys(COMPRESS) as (keyof typeof COMPRESS)[];

/** Below this, compression saves less than a packet. */
export const LEAST_BYTES = 1024;

/** No client sends a longer header. One that is made to keep us busy is not read, and gets the body as it is. */
const LONGEST_HEADER = 1000;

/** Clients send a handful of different headers. */
const MOST_REMEMBERED = 100;
const memoize = new Map<string, Encoding>();

/** The encoding that a client likes best; the plain body only where it says that it likes it more than all others. */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding.length > LONGEST_HEADER) return 'identity';
  const known = memoize.get(acceptEncoding);
  if (known) return known;
  const best = chooseEncoding(acceptEncoding);
  if (memoize.size < MOST_REMEMBERED) memoize.set(acceptEncoding, best);
  return best;
}

/** The named encoding of the greatest weight. `*` alone means gzip, which every proxy that checks answers can decode. */
export function chooseEncoding(acceptEncoding: string): Encoding {
  const weights = weightsOf(acceptEncoding);
  const weightOf = (name: string) => weights.get(name) ?? 0;
  const [best] = [...ENCODINGS, 'identity' as const].toSorted((a, b) => weightOf(b) - weightOf(a));
  if (weightOf(best) > 0) return best;
  return weightOf('*') > 0 && !weights.has('gzip') ? 'gzip' : 'identity';
}

/** What a client likes, and how much, of a header such as `gzip;q=0.5, br`. */
export function weightsOf(header: string): Map<string, number> {
  return new Map(header.toLowerCase().split(',').map(weightOf));
}

function weightOf(element: string): [string, number] {
  const [name, ...parameters] = element.split(';').map(withoutBlanks);
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0];
}

/** In HTTP blanks and tabs may stand around a word, and nothing else. */
function withoutBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}

export interface EncodedBody {
  encoding: Encoding;
  encoded: Buffer;
}

/** The body as it is sent to who prefers an encoding, and the encoding that it then has; a large one takes its time. */
export function encode(body: Buffer, preferred: Encoding): EncodedBody | Promise<EncodedBody> {
  if (preferred === 'identity' || body.length < LEAST_BYTES) return { encoding: 'identity', encoded: body };
  if (body.length > MOST_BYTES_AT_ONCE) return encodeElsewhere(body, preferred);
  return { encoding: preferred, encoded: COMPRESS[preferred](body) };
}

/** Whatever happens to the memory of the body meanwhile. */
async function encodeElsewhere(body: Buffer, encoding: keyof typeof COMPRESS_ELSEWHERE): Promise<EncodedBody> {
  return { encoding, encoded: await COMPRESS_ELSEWHERE[encoding](Buffer.from(body)) };
}
