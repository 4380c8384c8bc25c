// Guesses what a file without meta.xml is: its dialect from its first line, and whether it is the core of an archive.

import { closeSync, openSync, readSync } from 'node:fs';
import type { Members } from '../container/members.ts';
import { decode } from '../tables/decode.ts';
import { type Dialect, delimitedRows } from '../tables/delimited.ts';
import { readTerm } from './terms.ts';

const MAX_CHARACTERS = 1_000_000;
const SEPARATORS = ['\t', ',', ';', '|'];

/** The separator that the first line has most of, and the line end that the file has. */
function dialectIn(start: string): Dialect {
  const [first] = start.split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))];
  return { separator, lineEnd: start.includes('\n') || !start.includes('\r') ? '\n' : '\r', quote: '"' };
}

export function dialectOf(members: Members, name: string): Dialect {
  const [start = ''] = decode(members.chunks(name), 'UTF-8', () => {});
  return dialectIn(start);
}

/** The cells of the first row; none if the file is empty. */
export function headerOf(chunks: Iterable<Uint8Array>, dialect: Dialect): string[] {
  const [header] = delimitedRows(
    decode(chunks, 'UTF-8', () => {}),
    dialect,
    MAX_CHARACTERS,
  );
  return header?.cells ?? [];
}

/** Terms that no table of trees has. */
const CORE_TERMS = new Set([
  ...['taxonid', 'taxonrank', 'taxonomicstatus', 'acceptednameusageid', 'acceptednameusage'],
  ...['specificepithet', 'kingdom'],
]);

/** Whether the header of a file is that of a core: it has no slug, and terms that no table of trees has. */
export function looksLikeCore(path: string): boolean {
  const start = startOf(path);
  if (start === undefined) return false;
  const dialect = dialectIn([...decode([start], 'UTF-8', () => {})].join(''));
  const names = headerOf([start], dialect).map((cell) => readTerm(cell).name.toLowerCase());
  return !names.includes('slug') && names.includes('scientificname') && names.some((name) => CORE_TERMS.has(name));
}

function startOf(path: string): Uint8Array | undefined {
  try {
    const handle = openSync(path, 'r');
    try {
      const bytes = Buffer.alloc(65_536);
      return bytes.subarray(0, readSync(handle, bytes));
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}
