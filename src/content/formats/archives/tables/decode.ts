import { isAscii, isUtf8 } from 'node:buffer';

export type OddEncoding = 'no-utf-8' | 'utf-8-after-all' | 'mixed';

const WESTERN = /^(?:iso-?8859-?1|iso-?8859-?15|latin-?1|(?:windows-|cp)-?1252|us-ascii|ascii)$/i;

/** Whether an encoding is one that is read. */
export function isEncoding(name: string): boolean {
  return /^utf-?(?:8|16(?:le|be)?)$/i.test(name) || WESTERN.test(name);
}

/** Texts that end anywhere. Calls `doubt` once for each thing that is not as the encoding says. */
export function* decode(
  chunks: Iterable<Uint8Array>,
  encoding: string,
  doubt: (what: OddEncoding) => void,
): Generator<string> {
  let decoder: { decode(chunk: Uint8Array): string; end(): string } | undefined;
  for (const chunk of chunks) {
    decoder ??= decoderOf(chunk, encoding, doubt);
    const text = decoder.decode(chunk);
    if (text !== '') yield text;
  }
  if (decoder) yield decoder.end();
}

function decoderOf(start: Uint8Array, encoding: string, doubt: (what: OddEncoding) => void) {
  const utf16 = utf16Of(start, encoding);
  if (!utf16) return new ByteDecoder(encoding, doubt);
  const decoder = new TextDecoder(utf16);
  return { decode: (chunk: Uint8Array) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

/** By its mark; without one by its name, which means the big-endian form if it says neither. */
function utf16Of(start: Uint8Array, encoding: string): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (!/^utf-?16/i.test(encoding)) return undefined;
  const isLittle = /le$/i.test(encoding) || (!/be$/i.test(encoding) && start[0] !== 0 && start[1] === 0);
  return isLittle ? 'utf-16le' : 'utf-16be';
}

class ByteDecoder {
  readonly #isWestern: boolean;
  readonly #doubt: (what: OddEncoding) => void;
  readonly #western = new TextDecoder('windows-1252');
  readonly #doubted = new Set<OddEncoding>();
  #hasSeenUtf8 = false;
  #hasSeenOther = false;
  #isFirst = true;
  #rest: Uint8Array = new Uint8Array();

  constructor(encoding: string, doubt: (what: OddEncoding) => void) {
    this.#isWestern = WESTERN.test(encoding);
    this.#doubt = doubt;
  }

  /** Decodes up to the last ASCII character: no character of UTF-8 is torn there. */
  decode(chunk: Uint8Array): string {
    let bytes = Buffer.concat([this.#rest, chunk]);
    if (this.#isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
    this.#isFirst = false;
    const end = bytes.findLastIndex((byte) => byte <= 0x7f) + 1;
    this.#rest = bytes.subarray(end);
    return this.#text(bytes.subarray(0, end));
  }

  end(): string {
    return this.#text(Buffer.from(this.#rest));
  }

  #text(bytes: Buffer): string {
    if (isAscii(bytes)) return bytes.toString('latin1');
    const text = bytes.toString('utf8');
    if (!isUtf8(bytes)) return this.#otherThanUtf8(bytes, text);
    this.#hasSeenUtf8 = true;
    if (this.#isWestern) this.#say(this.#hasSeenOther ? 'mixed' : 'utf-8-after-all');
    return text;
  }

  #otherThanUtf8(bytes: Buffer, text: string): string {
    this.#hasSeenOther = true;
    if (this.#hasSeenUtf8) this.#say('mixed');
    else if (!this.#isWestern) this.#say('no-utf-8');
    return this.#hasSeenUtf8 ? text : this.#western.decode(bytes);
  }

  #say(what: OddEncoding): void {
    if (!this.#doubted.has(what)) this.#doubt(what);
    this.#doubted.add(what);
  }
}
