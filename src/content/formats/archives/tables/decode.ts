// Decodes the bytes of a table, in the encoding that the archive states or in the one that they are in.

import { isAscii, isUtf8 } from 'node:buffer';

export type OddEncoding = 'no-utf-8' | 'utf-8-after-all' | 'mixed';

const WESTERN = /^(?:iso-?8859-?1|iso-?8859-?15|latin-?1|(?:windows-|cp)-?1252|us-ascii|ascii)$/i;

/** Whether an encoding is one that is read. */
export function isEncoding(name: string): boolean {
  return /^utf-?(?:8|16(?:le|be)?)$/i.test(name) || WESTERN.test(name);
}

/** Texts that end anywhere; `doubt` hears, once each, what is not as it was announced. */
export function* decode(
  chunks: Iterable<Uint8Array>,
  encoding: string,
  doubt: (what: OddEncoding) => void,
): Generator<string> {
  const iterator = chunks[Symbol.iterator]();
  try {
    const first = iterator.next();
    const start = first.done ? new Uint8Array() : first.value;
    const all = (function* () {
      if (start.length > 0) yield start;
      yield* { [Symbol.iterator]: () => iterator };
    })();
    const utf16 = utf16Of(start, encoding);
    yield* utf16 ? decodeUtf16(all, utf16) : new ByteDecoder(encoding, doubt).decode(all);
  } finally {
    iterator.return?.();
  }
}

/** By its mark; without one by its name, where big comes first. */
function utf16Of(start: Uint8Array, encoding: string): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  if (!/^utf-?16/i.test(encoding)) return undefined;
  const isLittle = /le$/i.test(encoding) || (!/be$/i.test(encoding) && start[0] !== 0 && start[1] === 0);
  return isLittle ? 'utf-16le' : 'utf-16be';
}

function* decodeUtf16(chunks: Iterable<Uint8Array>, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

class ByteDecoder {
  readonly #isWestern: boolean;
  readonly #doubt: (what: OddEncoding) => void;
  readonly #western = new TextDecoder('windows-1252');
  readonly #doubted = new Set<OddEncoding>();
  #hasSeenUtf8 = false;
  #hasSeenOther = false;

  constructor(encoding: string, doubt: (what: OddEncoding) => void) {
    this.#isWestern = WESTERN.test(encoding);
    this.#doubt = doubt;
  }

  *decode(chunks: Iterable<Uint8Array>): Generator<string> {
    let rest: Uint8Array = new Uint8Array();
    let isFirst = true;
    for (const chunk of chunks) {
      let bytes =
        rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      if (isFirst && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
      isFirst = false;
      const end = lastAscii(bytes);
      rest = bytes.subarray(end);
      if (end > 0) yield this.#text(bytes.subarray(0, end));
    }
    if (rest.length > 0) yield this.#text(Buffer.from(rest));
  }

  /** Whole letters: a piece ends with an ASCII one. */
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
    const isBroken = this.#hasSeenUtf8;
    if (isBroken) this.#say('mixed');
    else if (!this.#isWestern) this.#say('no-utf-8');
    return isBroken ? text : this.#western.decode(bytes);
  }

  #say(what: OddEncoding): void {
    if (!this.#doubted.has(what)) this.#doubt(what);
    this.#doubted.add(what);
  }
}

/** Where the last ASCII letter ends: no letter of UTF-8 is torn there. */
function lastAscii(bytes: Buffer): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] > 0x7f) end--;
  return end;
}
