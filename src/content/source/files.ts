// Reads plain files as text, whatever program saved them. Refuses pipes, devices, and files that are too large to be content.

import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import type { Findings } from './findings.ts';
import type { Place } from './units.ts';

export interface SourceFile {
  path: string;
  /** The name that findings show. */
  name: string;
}

/** A file's text as UTF-8; undefined if it cannot be read, and the findings say why. */
export function readUtf8(file: SourceFile, maxBytes: number, findings: Findings): Buffer | undefined {
  const place = { file: file.name, line: null };
  const bytes = readBytes(file, maxBytes, findings, place);
  return bytes && toUtf8(bytes, place, findings);
}

export function readBytes(
  file: SourceFile,
  maxBytes: number,
  findings: Findings,
  place: Place = { file: file.name, line: null },
): Buffer | undefined {
  return withFile(file, maxBytes, findings, (handle) => readFileSync(handle), place);
}

/** What is made of a file; undefined where it cannot be read, and the findings say why. */
export function withFile<T>(
  file: SourceFile,
  maxBytes: number,
  findings: Findings,
  use: (handle: number) => T,
  place: Place = { file: file.name, line: null },
): T | undefined {
  let handle: number | undefined;
  try {
    // Opening a pipe would wait for somebody to write into it.
    handle = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
    return isReadable(fstatSync(handle), maxBytes, place, findings) ? use(handle) : undefined;
  } catch (error) {
    findings.error('unreadable', place, `The file cannot be read: ${reason(error)}.`);
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function isReadable(stats: Stats, maxBytes: number, place: Place, findings: Findings): boolean {
  if (!stats.isFile()) {
    findings.error('no-plain-file', place, `This is ${kindOfFile(stats)}. Content is read from plain files.`);
    return false;
  }
  if (stats.size <= maxBytes) return true;
  const message = `The file has ${megabytes(stats.size)}: at most ${megabytes(maxBytes)} are read.`;
  findings.error('too-large', place, message);
  return false;
}

export function kindOfFile(
  kind: Pick<Stats, 'isDirectory' | 'isFIFO' | 'isSocket' | 'isCharacterDevice' | 'isBlockDevice'>,
): string {
  if (kind.isDirectory()) return 'a folder';
  if (kind.isFIFO()) return 'a pipe';
  if (kind.isSocket()) return 'a socket';
  return kind.isCharacterDevice() || kind.isBlockDevice() ? 'a device' : 'no file';
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: bytes < 1e7 ? 2 : 0 })} MB`;
}

export function reason(error: unknown): string {
  const { code, path, message } = error as NodeJS.ErrnoException;
  // A name is decoded as UTF-8: what is none becomes another name, under which nothing is found.
  if (code === 'ENOENT' && path?.includes('\ufffd')) return 'its name is not UTF-8; rename it';
  return REASONS.get(code) ?? message;
}

const REASONS = new Map<string | undefined, string>([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'it is a file'],
  ['ELOOP', 'the link leads round in a circle'],
  ['ENXIO', 'it is a socket or a device'],
  ['ENAMETOOLONG', 'the name is too long'],
]);

/** How many damaged lines are named. */
const MAX_NAMED = 5;

/**
 * A file's bytes as UTF-8 without a mark: from UTF-8 or UTF-16 by their marks, UTF-8 without one, and otherwise from the
 * Windows-1252 of older office programs. What is damaged is an error, and read on, so that nothing else hides behind it.
 */
export function toUtf8(bytes: Buffer, place: Place, findings: Findings): Buffer {
  const utf16 = utf16ByMark(bytes);
  if (utf16) return fromUtf16(bytes, utf16, place, findings);
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (isUtf8(bytes)) return isMarked ? bytes.subarray(3) : bytes;
  const { damaged, isUtf8Otherwise } = judge(bytes);
  if (isMarked || isUtf8Otherwise) {
    reportDamage(damaged, place, findings);
    return Buffer.from(new TextDecoder('utf-8').decode(bytes));
  }
  findings.warn(
    'odd-encoding',
    { ...place, line: damaged[0] },
    'The file is not UTF-8 and was read as Windows-1252. Save it as UTF-8 to be sure of its accents.',
  );
  return Buffer.from(new TextDecoder('windows-1252').decode(bytes));
}

function utf16ByMark(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function fromUtf16(bytes: Buffer, encoding: string, place: Place, findings: Findings): Buffer {
  const text = new TextDecoder(encoding).decode(bytes);
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    reportDamage([text.slice(0, text.indexOf('\ufffd')).split('\n').length], place, findings);
  }
  return Buffer.from(text);
}

/** The lines with bytes that are not UTF-8, and whether any letter beyond ASCII is. */
function judge(bytes: Buffer): { damaged: number[]; isUtf8Otherwise: boolean } {
  const damaged: number[] = [];
  let isUtf8Otherwise = false;
  let line = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline + 1;
    const text = bytes.subarray(start, end).toString('utf8');
    line++;
    if (!isUtf8(bytes.subarray(start, end))) damaged.push(line);
    isUtf8Otherwise ||= /[^\p{ASCII}\ufffd]/u.test(text);
    start = end;
  }
  return { damaged, isUtf8Otherwise };
}

function reportDamage(damaged: number[], place: Place, findings: Findings): void {
  const others = damaged.length > 1 ? ` (${damaged.length} lines of the file have some)` : '';
  const message = `The line has bytes that are no letter in the encoding of the rest of the file${others}. Write the letters anew, and save the file as UTF-8.`;
  for (const line of damaged.slice(0, MAX_NAMED)) findings.error('broken-encoding', { ...place, line }, message);
}
