// Guesses what a file without meta.xml is: its dialect from its first line, and whether it is the core of an archive.

import { fileChunks } from '../container/members.ts';
import { decode } from '../tables/decode.ts';
import { type Dialect, delimitedRows } from '../tables/delimited.ts';
import { readTerm } from './terms.ts';

const MAX_CHARACTERS = 1_000_000;
const SEPARATORS = ['\t', ',', ';', '|'];

/** The separator that the first line has most of, and the line end that the file has. */
export function dialectOf(chunks: Iterable<Uint8Array>): Dialect {
  const [start = ''] = decode(chunks, 'UTF-8', () => {});
  const [first] = start.split(/[\r\n]/, 1);
  const counts = SEPARATORS.map((separator) => first.split(separator).length);
  const separator = SEPARATORS[counts.indexOf(Math.max(...counts))];
  return { separator, lineEnd: start.includes('\n') || !start.includes('\r') ? '\n' : '\r', quote: '"' };
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
  const names = headerOf([start], dialectOf([start])).map((cell) => readTerm(cell).name.toLowerCase());
  return !names.includes('slug') && names.includes('scientificname') && names.some((name) => CORE_TERMS.has(name));
}

function startOf(path: string): Uint8Array | undefined {
  try {
    const [start] = fileChunks(path);
    return start;
  } catch {
    return undefined;
  }
}
