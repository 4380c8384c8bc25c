// Archives made of files in memory, the same bytes from the same files wherever they are made: neither clock nor owner is in them.

import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** As npm has it: zip knows no earlier year than 1980. */
const MOMENT = new Date('1985-10-26T08:15:00Z');
const BLOCK = 512;
const FILE_MODE = 0o644;
const PROGRAM_MODE = 0o755;

/** @typedef {{ path: string, body: Buffer, isProgram?: boolean }} File */

/** @param {File[]} files */
export function tarball(files) {
  const parts = inOrder(files).flatMap(({ path, body, isProgram }) => [
    tarHead(path, body.length, isProgram ? PROGRAM_MODE : FILE_MODE),
    body,
    Buffer.alloc(-body.length & (BLOCK - 1)),
  ]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function tarHead(path, size, mode) {
  if (path.length > 100) throw new Error(`${path} is too long a path for this kind of archive.`);
  const head = Buffer.alloc(BLOCK);
  const octal = (value, length) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  const write = (text, at) => head.write(text, at, 'latin1');
  write(path, 0);
  write(octal(mode, 8), 100);
  write(octal(0, 8), 108);
  write(octal(0, 8), 116);
  write(octal(size, 12), 124);
  write(octal(MOMENT / 1000, 12), 136);
  write(' '.repeat(8), 148);
  write('0', 156);
  write('ustar\x0000', 257);
  write(
    `${head
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  );
  return head;
}

/** @param {File[]} files */
export function zip(files) {
  const [bodies, directory] = [[], []];
  let at = 0;
  for (const { path, body } of inOrder(files)) {
    const packed = deflateRawSync(body, { level: 9 });
    const name = Buffer.from(path);
    const shared = zipFields(crc32(body), packed.length, body.length, name.length);
    bodies.push(long(0x04034b50), shared, name, packed);
    directory.push(long(0x02014b50), short(0x0314), shared, zipPlace(at), name);
    at += 4 + shared.length + name.length + packed.length;
  }
  const index = Buffer.concat(directory);
  return Buffer.concat([...bodies, index, zipEnd(files.length, index.length, at)]);
}

/** What stands in front of a body and in the directory alike: needed version, UTF-8, deflated, when, and what is in it. */
function zipFields(sum, packed, size, nameLength) {
  const date = ((MOMENT.getUTCFullYear() - 1980) << 9) | ((MOMENT.getUTCMonth() + 1) << 5) | MOMENT.getUTCDate();
  const time = (MOMENT.getUTCHours() << 11) | (MOMENT.getUTCMinutes() << 5);
  const sizes = Buffer.concat([long(sum), long(packed), long(size)]);
  return Buffer.concat([...[20, 0x0800, 8, time, date].map(short), sizes, short(nameLength), short(0)]);
}

function zipPlace(at) {
  return Buffer.concat([...[0, 0, 0].map(short), long(((0o100000 | FILE_MODE) << 16) >>> 0), long(at)]);
}

function zipEnd(count, length, at) {
  return Buffer.concat([long(0x06054b50), ...[0, 0, count, count].map(short), long(length), long(at), short(0)]);
}

function short(value) {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function long(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function inOrder(files) {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
