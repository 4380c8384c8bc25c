// In charge of JSON (a list of trees, or an object with such a list under `trees`) and of NDJSON (one tree a line).

import { decode } from './decode.ts';
import type { Entry, SourceContext } from './entry.ts';
import { isObject } from './fields.ts';
import { locateRows } from './json-lines.ts';
import { readRow } from './row.ts';

export function readJson(file: string, text: string, context: SourceContext): Entry[] {
  const rows = parseRows(file, text, context);
  let located: ReturnType<typeof locateRows> | undefined;
  return rows.flatMap((cells, index) => {
    const lineOf = (key: string) => {
      located ??= locateRows(text);
      return located[index]?.keys.get(key) ?? located[index]?.line ?? 1;
    };
    if (isObject(cells)) return readRow({ file, line: 1, cells, lineOf }, context).map((entry) => withLazyLine(entry));
    context.findings.error('wrong-type', { file, line: lineOf('') }, 'Each tree must be an object with its fields.');
    return [];
  });
}

/** Finding lines means walking the text: done only where there is something to report. */
function withLazyLine(entry: Entry): Entry {
  return Object.defineProperty(entry, 'line', { get: () => entry.lineOf('') });
}

function parseRows(file: string, text: string, { findings }: SourceContext): unknown[] {
  const value = parse(text, (line, message) => findings.error('broken-json', { file, line }, message));
  if (value === undefined) return [];
  const rows = isObject(value) ? value.trees : value;
  if (Array.isArray(rows)) return rows;
  findings.error('wrong-type', { file, line: 1 }, 'The file must hold a list of trees: [ { "slug": … }, … ].');
  return [];
}

export function readNdjson(file: string, bytes: Uint8Array, context: SourceContext): Entry[] {
  const entries: Entry[] = [];
  const report = (line: number, message: string) => context.findings.error('broken-json', { file, line }, message);
  let line = 0;
  for (const text of linesOf(bytes, file, context)) {
    const number = ++line;
    if (text.trim() === '') continue;
    const cells = parse(text, (_, message) => report(number, message));
    if (isObject(cells)) entries.push(...readRow({ file, line: number, cells, lineOf: () => number }, context));
    else if (cells !== undefined) {
      context.findings.error('wrong-type', { file, line: number }, 'Each line must be an object with a tree’s fields.');
    }
  }
  return entries;
}

/** Decoded line by line: a whole catalogue may be longer than a string can be. */
function* linesOf(bytes: Uint8Array, file: string, { findings }: SourceContext): Generator<string> {
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(10, start);
    const end = newline === -1 ? bytes.length : newline;
    yield decode(bytes.subarray(start, end), file, findings);
    start = end + 1;
  }
}

function parse(text: string, complain: (line: number, message: string) => void): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    const [, position] = / at position (\d+)/.exec(message) ?? [];
    const upTo = position === undefined ? text : text.slice(0, Number(position));
    complain(
      upTo.split('\n').length,
      `This is not valid JSON: ${message.replace(/ in JSON at position.*| at position.*/s, '')}.`,
    );
    return undefined;
  }
}
