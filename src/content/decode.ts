// In charge of turning a file's bytes into text, whatever program saved them.

import { readFileSync } from 'node:fs';
import type { Findings } from './findings.ts';

/** The text of a file, or undefined where it cannot be read; `file` is the name that findings show. */
export function readText(path: string, file: string, findings: Findings): string | undefined {
  const bytes = readBytes(path, file, findings);
  return bytes && decode(bytes, file, findings);
}

export function readBytes(path: string, file: string, findings: Findings): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    findings.error('unreadable', { file, line: null }, `The file cannot be read: ${reason(error)}.`);
    return undefined;
  }
}

/** UTF-8 or UTF-16 by their marks, UTF-8 without one, and otherwise the Windows-1252 of older office programs. */
export function decode(bytes: Uint8Array, file: string, findings: Findings): string {
  const marked = encodingByMark(bytes);
  if (marked) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    findings.warn(
      'odd-encoding',
      { file, line: null },
      'The file is not UTF-8 and was read as Windows-1252. Save it as UTF-8 to be sure of its accents.',
    );
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function encodingByMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EACCES' || code === 'EPERM') return 'permission is denied';
  if (code === 'ENOENT') return 'it does not exist';
  if (code === 'EISDIR') return 'it is a folder';
  return (error as Error).message;
}
