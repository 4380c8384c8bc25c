// Chooses the encoding that a client prefers, and compresses.

import type { Transform } from 'node:stream';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';

/** A larger body is compressed in the thread pool, so that other requests don't wait for it. */
const MAX_BYTES_IN_THREAD = 32 * 1024;

const zstd = (level: number) => ({ params: { [zlib.constants.ZSTD_c_compressionLevel]: level } });
const brotli = (quality: number) => ({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } });

/** In the order of preference among encodings that the client weighs equally. */
const CODECS = {
  zstd: {
    compressSync: (body: Buffer) => zlib.zstdCompressSync(body, zstd(3)),
    compress: (body: Buffer) => promisify(zlib.zstdCompress)(body, zstd(1)),
    compressFile: (body: Buffer) => promisify(zlib.zstdCompress)(body, zstd(19)),
    stream: () => zlib.createZstdCompress(zstd(1)),
  },
  br: {
    compressSync: (body: Buffer) => zlib.brotliCompressSync(body, brotli(4)),
    compress: (body: Buffer) => promisify(zlib.brotliCompress)(body, brotli(1)),
    compressFile: (body: Buffer) => promisify(zlib.brotliCompress)(body, brotli(6)),
    stream: () => zlib.createBrotliCompress(brotli(1)),
  },
  gzip: {
    compressSync: (body: Buffer) => zlib.gzipSync(body),
    compress: (body: Buffer) => promisify(zlib.gzip)(body, { level: 1 }),
    compressFile: (body: Buffer) => promisify(zlib.gzip)(body),
    stream: () => zlib.createGzip({ level: 1 }),
  },
};

type Compression = keyof typeof CODECS;
export type Encoding = Compression | 'identity';

export function compressor(encoding: Compression): Transform {
  return CODECS[encoding].stream();
}

/** For a body that is compressed once and sent often. */
export async function compressFile(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? body : CODECS[encoding].compressFile(body);
}

const ENCODINGS: Encoding[] = [...(Object.keys(CODECS) as Compression[]), 'identity'];

/** Below this, compression saves less than a packet. */
export const MIN_COMPRESSED_BYTES = 1024;

/** No client sends a longer header: it gets the plain body. */
const MAX_HEADER_LENGTH = 1000;

const MAX_CACHED_HEADERS = 100;
const chosen = new Map<string, Encoding>();

/** The encoding with the greatest weight. */
export function preferredEncoding(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined || acceptEncoding.length > MAX_HEADER_LENGTH) return 'identity';
  const cached = chosen.get(acceptEncoding);
  if (cached) return cached;
  const best = chooseEncoding(acceptEncoding);
  if (chosen.size < MAX_CACHED_HEADERS) chosen.set(acceptEncoding, best);
  return best;
}

/** `*` alone means gzip, which every proxy that inspects responses can decode. */
export function chooseEncoding(acceptEncoding: string): Encoding {
  const weights = parseWeights(acceptEncoding);
  const weightOf = (name: string) => weights.get(name) ?? 0;
  const [best] = ENCODINGS.toSorted((a, b) => weightOf(b) - weightOf(a));
  if (weightOf(best) > 0) return best;
  return weightOf('*') > 0 && !weights.has('gzip') ? 'gzip' : 'identity';
}

/** The weights in a header such as `gzip;q=0.5, br`. */
export function parseWeights(header: string): Map<string, number> {
  return new Map(header.toLowerCase().split(',').map(parseWeight));
}

function parseWeight(element: string): [string, number] {
  const [name, ...parameters] = element.split(';').map(trimBlanks);
  const weight = parameters.find((each) => each.startsWith('q='))?.slice(2);
  return [name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight) || 0];
}

/** HTTP allows only spaces and tabs around a word, unlike `trim`. Linear in time. */
function trimBlanks(text: string): string {
  return text.split(/[ \t]/).filter(Boolean).join(' ');
}

export interface EncodedBody {
  encoding: Encoding;
  encoded: Buffer;
}

/** Returns a promise for a large body, whose memory may be reused at once. */
export function encode(body: Buffer, preferred: Encoding): EncodedBody | Promise<EncodedBody> {
  if (preferred === 'identity' || body.length < MIN_COMPRESSED_BYTES) return { encoding: 'identity', encoded: body };
  if (body.length > MAX_BYTES_IN_THREAD)
    return CODECS[preferred].compress(Buffer.from(body)).then((encoded) => ({ encoding: preferred, encoded }));
  return { encoding: preferred, encoded: CODECS[preferred].compressSync(body) };
}
