// In charge of CSV files, as spreadsheets save them: commas, semicolons or tabs, quoted line breaks, any encoding.

import { CsvError, parse } from 'csv-parse/sync';
import type { Entry, SourceContext } from './entry.ts';
import { readRow } from './row.ts';

interface Line {
  record: string[];
  info: { lines: number };
}

export function readCsv(file: string, text: string, context: SourceContext): Entry[] {
  const lines = parseLines(file, text, context);
  const header = lines.shift()?.record.map((name) => name.trim());
  if (!header || !isUsable(file, header, context)) return [];

  const entries: Entry[] = [];
  let line = 2;
  for (const { record, info } of lines) {
    const start = line;
    line = info.lines + 1;
    if (record.every((cell) => cell.trim() === '')) continue;
    if (record.length !== header.length) {
      const message = `The row has ${record.length} cells, but the header has ${header.length}. Quote a cell that holds a separator.`;
      context.findings.error('broken-csv', { file, line: start }, message);
      continue;
    }
    const cells = Object.fromEntries(header.map((name, index) => [name, record[index]]));
    entries.push(...readRow({ file, line: start, cells, lineOf: () => start }, context));
  }
  return entries;
}

function parseLines(file: string, text: string, { findings }: SourceContext): Line[] {
  try {
    const options = {
      delimiter: delimiterOf(text),
      info: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    };
    return parse(text, options) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    findings.error(
      'broken-csv',
      { file, line: Number(error.lines ?? 1) },
      `The table cannot be read: ${error.message}`,
    );
    return [];
  }
}

function isUsable(file: string, header: string[], { findings }: SourceContext): boolean {
  const twice = [...Map.groupBy(header, (name) => name)].filter(([name, all]) => name !== '' && all.length > 1);
  for (const [name] of twice) {
    findings.error('broken-csv', { file, line: 1, field: name }, `The column ${name} stands twice in the header.`);
  }
  if (!header.includes('slug')) {
    findings.error(
      'missing-field',
      { file, line: 1, field: 'slug' },
      'The header has no column slug, so no row has a name in URLs.',
    );
    return false;
  }
  return twice.length === 0;
}

/** The separator that the header line uses most, outside quotes. */
function delimiterOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]));
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
