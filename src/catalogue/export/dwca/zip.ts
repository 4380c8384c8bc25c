// Writes ZIP files as a stream: sizes and checksum follow each entry. The same entries give the same bytes at any time.

import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Larger numbers go into fields of ZIP64. */
const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffffffff;

const SIGNATURES = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
};
const [VERSION, VERSION_64] = [20, 45];
/** Sizes and checksum follow the entry. */
const IS_STREAMED = 1 << 3;
const DEFLATE = 8;
/** 1 January 1980, midnight: the earliest moment of the format. */
const [TIME, DATE] = [0, 0x21];
const EXTERNAL_ATTRIBUTES = 0o100644 * 0x10000;
const MADE_ON_UNIX = 3 << 8;

const WINDOW_BYTES = 32 * 1024;
const LAST_BLOCK = deflateRawSync(new Uint8Array());

interface Entry {
  name: Buffer;
  offset: number;
  checksum: number;
  size: number;
  compressedSize: number;
}

export class ZipFile {
  readonly #entries: Entry[] = [];
  readonly #maxField: number;
  #length = 0;
  #window: Buffer = Buffer.alloc(0);

  /** Tests lower `maxField` to get ZIP64 with small files. */
  constructor(maxField = MAX_UINT32) {
    this.#maxField = maxField;
  }

  copy(): ZipFile {
    const copy = new ZipFile(this.#maxField);
    for (const entry of this.#entries) copy.#entries.push({ ...entry });
    copy.#length = this.#length;
    // A view would keep the larger buffer alive.
    copy.#window = Buffer.from(this.#window);
    return copy;
  }

  /** Begins an entry. Names are ASCII. */
  begin(name: string): Buffer {
    const entry = { name: Buffer.from(name), offset: this.#length, checksum: 0, size: 0, compressedSize: 0 };
    this.#entries.push(entry);
    this.#window = Buffer.alloc(0);
    const unknown = [u32(0), u32(0), u32(0)];
    return this.#written(
      u32(SIGNATURES.local),
      ...[u16(VERSION), u16(IS_STREAMED), u16(DEFLATE), u16(TIME), u16(DATE)],
      ...unknown,
      ...[u16(entry.name.length), u16(0), entry.name],
    );
  }

  /** Adds to the entry, up to a byte boundary. */
  add(bytes: Buffer): Buffer {
    const compressed = deflateRawSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(this.#window.length > 0 && { dictionary: this.#window }),
    });
    const entry = this.#entry;
    entry.checksum = crc32(bytes, entry.checksum);
    entry.size += bytes.length;
    this.#window = Buffer.concat([this.#window, bytes]).subarray(-WINDOW_BYTES);
    return this.#data(compressed);
  }

  end(): Buffer {
    const last = this.#data(LAST_BLOCK);
    const { checksum, size, compressedSize } = this.#entry;
    const length = this.#isLarge(size, compressedSize) ? u64 : u32;
    const descriptor = [u32(SIGNATURES.descriptor), u32(checksum), length(compressedSize), length(size)];
    return Buffer.concat([last, this.#written(...descriptor)]);
  }

  /** Writes the central directory, which ends the file. */
  finish(): Buffer {
    const start = this.#length;
    const table = this.#written(...this.#entries.flatMap((entry) => this.#centralHeader(entry)));
    const [count, size] = [this.#entries.length, this.#length - start];
    const large = this.#isLarge(start, size) || count > MAX_UINT16 ? this.#largeEnd(count, size, start) : undefined;
    const end = [
      ...[u32(SIGNATURES.end), u16(0), u16(0)],
      ...(large ? [u16(MAX_UINT16), u16(MAX_UINT16)] : [u16(count), u16(count)]),
      ...(large ? [u32(MAX_UINT32), u32(MAX_UINT32)] : [u32(size), u32(start)]),
      u16(0),
    ];
    return Buffer.concat([table, ...(large ? [large] : []), this.#written(...end)]);
  }

  get #entry(): Entry {
    const last = this.#entries.at(-1);
    if (!last) throw new Error('No entry was begun.');
    return last;
  }

  #isLarge(...numbers: number[]): boolean {
    return numbers.some((each) => each >= this.#maxField);
  }

  #data(bytes: Buffer): Buffer {
    this.#entry.compressedSize += bytes.length;
    return this.#written(bytes);
  }

  #written(...parts: Buffer[]): Buffer {
    const whole = Buffer.concat(parts);
    this.#length += whole.length;
    return whole;
  }

  #centralHeader({ name, offset, checksum, size, compressedSize }: Entry): Buffer[] {
    const isLarge = this.#isLarge(size, compressedSize, offset);
    const extra = isLarge ? [u16(1), u16(24), u64(size), u64(compressedSize), u64(offset)] : [];
    const version = isLarge ? VERSION_64 : VERSION;
    const short = (number: number) => u32(isLarge ? MAX_UINT32 : number);
    return [
      ...[u32(SIGNATURES.central), u16(MADE_ON_UNIX | version), u16(version), u16(IS_STREAMED), u16(DEFLATE)],
      ...[u16(TIME), u16(DATE), u32(checksum), short(compressedSize), short(size)],
      ...[u16(name.length), u16(isLarge ? 28 : 0), u16(0), u16(0), u16(0), u32(EXTERNAL_ATTRIBUTES)],
      ...[short(offset), name, ...extra],
    ];
  }

  /** The end records of ZIP64. */
  #largeEnd(count: number, size: number, start: number): Buffer {
    const at = this.#length;
    return this.#written(
      ...[u32(SIGNATURES.end64), u64(44), u16(MADE_ON_UNIX | VERSION_64), u16(VERSION_64), u32(0), u32(0)],
      ...[u64(count), u64(count), u64(size), u64(start)],
      ...[u32(SIGNATURES.locator64), u32(0), u64(at), u32(1)],
    );
  }
}

const u16 = (number: number) => littleEndian(number, 2);
const u32 = (number: number) => littleEndian(number, 4);
const u64 = (number: number) => littleEndian(number, 8);

function littleEndian(number: number, length: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(number));
  return bytes.subarray(0, length);
}
