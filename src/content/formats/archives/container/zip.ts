// Reads ZIP files by their central directory. Refuses harmful ones before it reads any member: paths that lead out, members that
// overlap or grow beyond reason.

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { Inflate } from 'fflate';

type Directory = Record<'count' | 'bytes' | 'offset', number>;

interface Entry {
  name: string;
  bytes: number;
  method: number;
  packedBytes: number;
  crc: number;
  offset: number;
}

/** Its message is a sentence. */
export class ZipError extends Error {
  override name = 'ZipError';
}

const [END, END64_LOCATOR, END64, CENTRAL, LOCAL] = [0x06054b50, 0x07064b50, 0x06064b50, 0x02014b50, 0x04034b50];
const [END_BYTES, LOCATOR_BYTES, END64_BYTES, CENTRAL_BYTES, LOCAL_BYTES] = [22, 20, 56, 46, 30];
const MAX_COMMENT_BYTES = 0xffff;
const [MAX_MEMBERS, MAX_DIRECTORY_BYTES] = [10_000, 50_000_000];
const [STORED, DEFLATED] = [0, 8];
const [UNKNOWN_16, UNKNOWN_32] = [0xffff, 0xffffffff];
/** A table shrinks to a fifth or a tenth. */
const MAX_GROWTH = 250;
const GROWTH_IS_FINE_BYTES = 50_000_000;
const MAX_BYTES = 50_000_000_000;
/** Of packed bytes; what they unpack to is held at once. */
const STEP_BYTES = 16_384;
const ADVICE = 'Pack it anew with a common program.';
const DAMAGED_DIRECTORY = `Its table of contents is damaged. ${ADVICE}`;

export class ZipFile {
  readonly #handle: number;
  readonly #size: number;
  readonly #entries = new Map<string, Entry>();

  constructor(path: string) {
    this.#handle = openSync(path, 'r');
    try {
      this.#size = fstatSync(this.#handle).size;
      for (const entry of this.#readEntries()) {
        checkName(entry.name);
        if (this.#entries.has(entry.name)) throw new ZipError(`${entry.name} is in it twice. ${ADVICE}`);
        if (!entry.name.endsWith('/')) this.#entries.set(entry.name, entry);
      }
      this.#refuseBombs();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  get members(): Pick<Entry, 'name' | 'bytes'>[] {
    return [...this.#entries.values()];
  }

  close(): void {
    closeSync(this.#handle);
  }

  *chunks(name: string): Generator<Uint8Array> {
    const entry = this.#entries.get(name);
    if (!entry) throw new ZipError(`${name} is not in it.`);
    const start = this.#dataOf(entry);
    let [crc, bytes] = [0, 0];
    for (const chunk of entry.method === STORED ? this.#slices(entry, start) : this.#inflated(entry, start)) {
      crc = crc32(chunk, crc);
      bytes += chunk.length;
      if (bytes > entry.bytes) throw new ZipError(`${name} grows beyond the size that it gives. ${ADVICE}`);
      yield chunk;
    }
    if (bytes !== entry.bytes || crc !== entry.crc)
      throw new ZipError(`${name} is damaged: its check sum is another. Fetch the archive again.`);
  }

  *#slices({ packedBytes }: Entry, start: number): Generator<Uint8Array> {
    for (let at = 0; at < packedBytes; at += STEP_BYTES) {
      yield this.#read(start + at, Math.min(STEP_BYTES, packedBytes - at));
    }
  }

  *#inflated(entry: Entry, start: number): Generator<Uint8Array> {
    let ready: Uint8Array[] = [];
    const inflate = new Inflate((chunk) => ready.push(chunk));
    let left = entry.packedBytes;
    for (const slice of this.#slices(entry, start)) {
      left -= slice.length;
      try {
        inflate.push(slice, left === 0);
      } catch {
        throw new ZipError(`${entry.name} is damaged and cannot be unpacked. Fetch the archive again.`);
      }
      yield* ready;
      ready = [];
    }
  }

  #dataOf({ name, offset, packedBytes }: Entry): number {
    const head = this.#read(offset, LOCAL_BYTES);
    if (head.readUInt32LE(0) !== LOCAL) throw new ZipError(`${name} is not where the zip file says. ${ADVICE}`);
    const start = offset + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (start + packedBytes > this.#size) throw new ZipError(`${name} is cut off. Fetch the archive again.`);
    return start;
  }

  *#readEntries(): Generator<Entry> {
    const { count, bytes, offset } = this.#directory();
    if (count > MAX_MEMBERS)
      throw new ZipError(`${count} files are in it: at most ${MAX_MEMBERS.toLocaleString('en')}.`);
    if (bytes > MAX_DIRECTORY_BYTES) throw new ZipError(`Its table of contents has over 50 MB. ${ADVICE}`);
    const directory = this.#read(offset, bytes);
    for (let [at, each] = [0, 0]; each < count; each++) {
      if (at + CENTRAL_BYTES > bytes || directory.readUInt32LE(at) !== CENTRAL) throw new ZipError(DAMAGED_DIRECTORY);
      const lengths = [28, 30, 32].map((field) => directory.readUInt16LE(at + field));
      const end = at + CENTRAL_BYTES + lengths[0] + lengths[1] + lengths[2];
      if (end > bytes) throw new ZipError(DAMAGED_DIRECTORY);
      yield readEntry(directory.subarray(at, end), lengths);
      at = end;
    }
  }

  /** The table of contents is at the end, before a comment. */
  #directory(): Directory {
    const tailStart = Math.max(0, this.#size - END_BYTES - MAX_COMMENT_BYTES);
    const tail = this.#read(tailStart, this.#size - tailStart);
    const at = endIn(tail);
    if (at === -1) throw new ZipError('This is no zip file, or its end is missing. Fetch the archive again.');
    const count = tail.readUInt16LE(at + 10);
    const [bytes, offset] = [tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
    const isLarge = count === UNKNOWN_16 || bytes === UNKNOWN_32 || offset === UNKNOWN_32;
    return isLarge ? this.#largeDirectory(tailStart + at) : { count, bytes, offset };
  }

  #largeDirectory(end: number): Directory {
    const locator = this.#read(end - LOCATOR_BYTES, LOCATOR_BYTES);
    if (locator.readUInt32LE(0) !== END64_LOCATOR) throw new ZipError(DAMAGED_DIRECTORY);
    const record = this.#read(number64(locator, 8), END64_BYTES);
    if (record.readUInt32LE(0) !== END64) throw new ZipError(DAMAGED_DIRECTORY);
    return { count: number64(record, 32), bytes: number64(record, 40), offset: number64(record, 48) };
  }

  #refuseBombs(): void {
    let [total, end] = [0, 0];
    for (const entry of [...this.#entries.values()].sort((a, b) => a.offset - b.offset)) {
      total += entry.bytes;
      if (entry.offset < end) throw new ZipError(`${entry.name} stands inside another file of it. ${ADVICE}`);
      end = entry.offset + LOCAL_BYTES + entry.packedBytes;
      if (entry.bytes > GROWTH_IS_FINE_BYTES && entry.bytes > MAX_GROWTH * entry.packedBytes)
        throw new ZipError(`${entry.name} would grow to over ${MAX_GROWTH} times its size, as no table does.`);
    }
    if (total > MAX_BYTES) throw new ZipError('Unpacked it would have over 50 GB.');
  }

  #read(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.max(0, length));
    if (from < 0 || readSync(this.#handle, bytes, 0, bytes.length, from) !== bytes.length)
      throw new ZipError('It is cut off. Fetch the archive again.');
    return bytes;
  }
}

/** The start of the last record. Its signature may stand in its comment too, which reaches to the end of the file. */
function endIn(tail: Buffer): number {
  let last = -1;
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== END) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length) return at;
    last = Math.max(last, at);
  }
  return last;
}

function readEntry(record: Buffer, [nameBytes, extraBytes]: number[]): Entry {
  const name = nameOf(record.subarray(CENTRAL_BYTES, CENTRAL_BYTES + nameBytes));
  const [flags, method] = [record.readUInt16LE(8), record.readUInt16LE(10)];
  if (flags & 1) throw new ZipError(`${name} is locked with a password.`);
  if (method !== STORED && method !== DEFLATED) throw new ZipError(`${name} is packed in an unusual way. ${ADVICE}`);
  const extra = record.subarray(CENTRAL_BYTES + nameBytes, CENTRAL_BYTES + nameBytes + extraBytes);
  const numbers = [24, 20, 42].map((field) => record.readUInt32LE(field));
  const [bytes, packedBytes, offset] = largeNumbers(numbers, extra);
  return { name, method, crc: record.readUInt32LE(16), bytes, packedBytes, offset };
}

/** Many programs don't give the encoding. */
function nameOf(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** Numbers that don't fit into 32 bits stand in a field of their own. */
function largeNumbers(numbers: number[], extra: Buffer): number[] {
  if (!numbers.includes(UNKNOWN_32)) return numbers;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    return numbers.map((each) => {
      if (each !== UNKNOWN_32) return each;
      if (next + 8 > extra.length) throw new ZipError(DAMAGED_DIRECTORY);
      next += 8;
      return number64(extra, next - 8);
    });
  }
  return numbers;
}

function number64(bytes: Buffer, at: number): number {
  const number = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(number)) throw new ZipError(DAMAGED_DIRECTORY);
  return number;
}

function checkName(name: string): void {
  if (/^[/\\]|^[A-Za-z]:/.test(name) || name.split(/[/\\]/).includes('..'))
    throw new ZipError(`It holds ${name}, a path that leads out of the archive: it may be meant to do harm.`);
  if (/[\p{Cc}\\]/u.test(name)) throw new ZipError(`It holds a file with an unusual name. ${ADVICE}`);
}
