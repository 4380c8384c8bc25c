// In charge of CSV files, as spreadsheets save them: a header, and a row for each tree.

import { nearest } from '../suggest.ts';
import { type CsvRow, csvRows } from './csv-rows.ts';
import type { Entry, SourceContext } from './entry.ts';
import { placeIn, type Unit } from './ledger.ts';
import { readRow } from './row.ts';
import { isBlank, trimmed } from './text.ts';

interface Header {
  /** As many as each row must have. */
  names: string[];
  /** The place of each named column, the first where one stands twice. */
  columns: Map<string, number>;
}

export function readCsv(file: string, text: string, context: SourceContext): Entry[] {
  const rows = csvRows(text);
  const first = rows.next();
  const header = first.done ? undefined : readHeader(file, first.value, context);
  if (!header) return [];
  // One word about a missing column is enough for all rows.
  const hasSlug = header.columns.has('slug');
  const entries: Entry[] = [];
  for (const row of rows) {
    if (!row.problem && row.cells.every(isBlank)) continue;
    const unit: Unit = { file, row: null, lineOf: () => row.line };
    if (hasSlug) context.ledger.open(unit);
    if (isWhole(unit, row, header, context)) entries.push(...readRow(unit, cellsOf(row, header), context, hasSlug));
  }
  return entries;
}

function readHeader(file: string, { cells, problem }: CsvRow, { findings, ledger }: SourceContext): Header | undefined {
  const names = cells.map(trimmed);
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (isBlank(name)) continue;
    const message = `The column ${name} stands twice in the header.`;
    if (columns.has(name)) findings.error('broken-csv', { file, line: 1, field: name }, message);
    else columns.set(name, index);
  }
  if (problem || !columns.has('slug')) {
    const unit = ledger.open({ file, row: null, lineOf: () => 1 });
    if (problem) findings.error('broken-csv', placeIn(unit), problem);
    else findings.error('missing-field', placeIn(unit, 'slug'), noSlug(columns.keys()));
  }
  return problem ? undefined : { names, columns };
}

function noSlug(names: Iterable<string>): string {
  const near = nearest('slug', names);
  return `The header has no column slug, so no row has a name in URLs.${near ? ` Is it ${near}?` : ''}`;
}

function isWhole(unit: Unit, { cells, problem }: CsvRow, { names }: Header, { findings }: SourceContext): boolean {
  const isTorn = problem !== undefined || cells.length !== names.length;
  const nameless = isTorn ? -1 : cells.findIndex((cell, index) => isBlank(names[index]) && !isBlank(cell));
  const count = () =>
    `The row has ${cells.length} cells, but the header has ${names.length}. Quote a cell that holds a separator.`;
  if (isTorn) findings.error('broken-csv', placeIn(unit), problem ?? count());
  else if (nameless !== -1) {
    const message = `Column ${nameless + 1} has a value here, but no name in the header.`;
    findings.error('broken-csv', placeIn(unit), message);
  }
  return !isTorn;
}

function cellsOf({ cells }: CsvRow, { columns }: Header): Record<string, string> {
  return Object.fromEntries(Array.from(columns, ([name, index]) => [name, cells[index]]));
}
