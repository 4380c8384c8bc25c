// In charge of reading plain files: no pipe that never ends, no device, and nothing that is too large to be content.

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { toUtf8 } from './decode.ts';
import type { Findings, Place } from './findings.ts';

export interface SourceFile {
  path: string;
  /** The name that findings show. */
  name: string;
}

/** A file's text as UTF-8; undefined where it cannot be read, and the findings say why. */
export function readUtf8(
  file: SourceFile,
  mostBytes: number,
  findings: Findings,
  place: Place = { file: file.name, line: null },
): Buffer | undefined {
  let handle: number | undefined;
  try {
    // Opening a pipe would wait for somebody to write into it.
    handle = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(handle);
    if (!isReadable(stats, mostBytes, place, findings)) return undefined;
    return toUtf8(readFileSync(handle), place, findings);
  } catch (error) {
    findings.error('unreadable', place, `The file cannot be read: ${reason(error)}.`);
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

function isReadable(stats: Stats, mostBytes: number, place: Place, findings: Findings): boolean {
  if (!stats.isFile()) {
    findings.error('no-plain-file', place, `This is ${kindOfFile(stats)}. Content is read from plain files.`);
    return false;
  }
  if (stats.size <= mostBytes) return true;
  const message = `The file has ${megabytes(stats.size)}: at most ${megabytes(mostBytes)} are read.`;
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
  const { code, message } = error as NodeJS.ErrnoException;
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
