// Reads one table of an archive as rows of values by term. Accepts headers that are not announced, rows with columns too few, and
// rows that a line break without quotes tore apart.

import { isBlank, quote, trimmed } from '../../../../domain/text.ts';
import { ZipError } from '../container/zip.ts';
import type { TableDescription } from '../meta/meta.ts';
import { readTerm } from '../meta/terms.ts';
import { decode, type OddEncoding } from './decode.ts';
import { delimitedRows, type Row, RowTooLong } from './delimited.ts';
import { type Column, type Columns, type TableContext, TableRow } from './row.ts';

/** All rows that can be read; what is wrong with others is reported. */
export function* tableRows(table: TableDescription, context: TableContext): Generator<TableRow> {
  for (const file of table.files) {
    if (context.members.sizes.has(file)) yield* new TableReader(table, file, context).rows();
    else {
      const known = [...context.members.sizes.keys()].slice(0, 10).join(', ');
      const message = `meta.xml names ${file}, which is not in the archive. There are: ${known}.`;
      context.reports.error('broken-archive', { file, line: null }, message);
    }
  }
}

const ODD_ENCODINGS: Record<OddEncoding, string> = {
  'no-utf-8':
    'The file is not UTF-8 and was read as Windows-1252. Give its encoding in meta.xml to be sure of its accents.',
  'utf-8-after-all': 'The file is UTF-8, and was read so, though meta.xml gives another encoding.',
  mixed: 'The file has letters in two encodings: some are lost. Write it anew as UTF-8.',
};

class TableReader {
  readonly #table: TableDescription;
  readonly #file: string;
  readonly #context: TableContext;
  #columns: Columns;
  #idIndex: number | undefined;
  /** How many cells each row must have. */
  #width: number;

  constructor(table: TableDescription, file: string, context: TableContext) {
    this.#table = table;
    this.#file = file;
    this.#context = context;
    this.#columns = columnsByName(table.columns);
    this.#idIndex = table.idIndex;
    this.#width = 1 + Math.max(table.idIndex ?? 0, ...table.columns.map(({ index }) => index ?? 0));
  }

  *rows(): Generator<TableRow> {
    const { adapt = (row) => [row], dialect } = this.#table;
    try {
      const rows = delimitedRows(this.#texts(), dialect, this.#context.maxCharacters);
      let number = 0;
      for (const row of this.#joinedRows(this.#withoutHeader(rows))) {
        number++;
        if (this.#fits(row, number)) yield* adapt(new TableRow(this.#file, number, row, this.#columns, this.#idIndex));
      }
    } catch (error) {
      this.#report(error);
    }
  }

  *#texts(): Generator<string> {
    const { members, reports, progress } = this.#context;
    const total = members.sizes.get(this.#file) ?? 0;
    const file = this.#file;
    let done = 0;
    const counted = Iterator.from(members.chunks(file)).map((chunk) => {
      done += chunk.length;
      progress(`reading ${file}`, done, total, 'bytes');
      return chunk;
    });
    yield* decode(counted, this.#table.encoding, (what) => {
      const place = { file, line: null };
      if (what === 'mixed') reports.error('broken-encoding', place, ODD_ENCODINGS[what]);
      else reports.warn('odd-encoding', place, ODD_ENCODINGS[what]);
    });
  }

  #report(error: unknown): void {
    const { reports, maxCharacters } = this.#context;
    if (error instanceof RowTooLong) {
      const message = `A row begins here that has over ${maxCharacters.toLocaleString('en')} characters. Is linesTerminatedBy right in meta.xml, or a quote never closed?`;
      reports.error('too-large', { file: this.#file, line: error.line }, message);
    } else if (error instanceof ZipError)
      reports.error('broken-archive', { file: this.#file, line: null }, error.message);
    else throw error;
  }

  *#withoutHeader(rows: Iterable<Row>): Generator<Row> {
    const { headerLines } = this.#table;
    let number = 0;
    for (const row of rows) {
      number++;
      if (number === headerLines) this.#takeHeader(row.cells);
      if (number <= headerLines) continue;
      if (number === 1) {
        this.#width = Math.max(this.#width, row.cells.length);
        if (this.#isHeader(row.cells)) {
          const message =
            'The first row names the columns, though meta.xml announces no header. It was not read as data: set ignoreHeaderLines="1".';
          this.#context.reports.warn('broken-row', { file: this.#file, line: row.line }, message);
          continue;
        }
      }
      yield row;
    }
  }

  #takeHeader(cells: string[]): void {
    const names = cells.map(trimmed);
    if (this.#table.columns.length > 0) {
      this.#width = Math.max(this.#width, names.length);
      this.#reportUnnamed(names);
      return;
    }
    this.#width = names.length;
    const columns = names.flatMap((name, index) =>
      isBlank(name) ? [] : [{ term: readTerm(name), index, otherwise: '', delimitedBy: undefined }],
    );
    this.#columns = columnsByName(columns);
    this.#idIndex = (this.#columns.get('taxonid') ?? this.#columns.get('id'))?.index;
  }

  #reportUnnamed(names: string[]): void {
    const known = new Set([this.#idIndex, ...this.#table.columns.map(({ index }) => index)]);
    const unnamed = names.filter((name, index) => !known.has(index) && !isBlank(name));
    if (unnamed.length === 0) return;
    const message = `Columns that meta.xml gives no term are not read: ${unnamed.join(', ')}.`;
    this.#context.reports.warn('passed-over', { file: this.#file, line: 1 }, message);
  }

  /** Two columns or all that have the name of their own term make it a header. */
  #isHeader(cells: string[]): boolean {
    const mapped = this.#table.columns.filter(({ index }) => index !== undefined);
    const same = mapped.filter(
      ({ term, index }) => readTerm(cells[index as number] ?? '').name.toLowerCase() === term.name.toLowerCase(),
    );
    return same.length >= Math.min(2, mapped.length) && mapped.length > 0;
  }

  /** Joins rows that a line break without quotes tore apart. */
  *#joinedRows(rows: Iterable<Row>): Generator<Row> {
    let held: Row | undefined;
    for (const row of rows) {
      if (row.cells.length === 1 && isBlank(row.cells[0])) continue;
      const joined = held && this.#joined(held, row);
      if (held && !joined) yield held;
      held = joined ?? row;
      if (held.cells.length < this.#width) continue;
      yield held;
      held = undefined;
    }
    if (held) yield held;
  }

  /** A row that does not begin with an identifier like that of the row before is a part of it. */
  #joined(first: Row, second: Row): Row | undefined {
    const idIndex = this.#idIndex ?? 0;
    const isRest = second.cells.length === 1 || shapeOf(second.cells[idIndex]) !== shapeOf(first.cells[idIndex]);
    if (!isRest || first.cells.length + second.cells.length - 1 > this.#width) return undefined;
    const message =
      'A cell holds a line break without quotes; the row was put together again. Quote such cells, and give fieldsEnclosedBy.';
    this.#context.reports.warn('broken-row', { file: this.#file, line: first.line }, message);
    const seam = `${first.cells.at(-1)}\n${second.cells[0]}`;
    return { line: first.line, cells: [...first.cells.slice(0, -1), seam, ...second.cells.slice(1)] };
  }

  #fits({ line, cells }: Row, row: number): boolean {
    const { reports } = this.#context;
    const place = { file: this.#file, line, row };
    if (cells.length < this.#width) {
      const message = `Rows have fewer columns than the ${this.#width} of the others; what is missing at their ends is taken for blank.`;
      reports.warnOnce('broken-row', place, message);
    }
    const extra = cells.slice(this.#width).find((cell) => !isBlank(cell));
    if (extra === undefined) return true;
    const message = `The row has ${cells.length} columns, but there are ${this.#width}: from ${quote(extra)} on it cannot be read. Quote a cell that holds a separator.`;
    reports.error('broken-row', place, message);
    return false;
  }
}

/** The same for `wfo-0000586842` and `wfo-0000586843`, another for prose. */
function shapeOf(cell = ''): string {
  return trimmed(cell)
    .replace(/\p{L}+/gu, 'a')
    .replace(/\d+/g, '9');
}

/** Of two with one name, that of a known vocabulary has it; the other is known by its whole address. */
function columnsByName(columns: Column[]): Columns {
  const byName: Columns = new Map();
  for (const isKnown of [true, false]) {
    for (const column of columns.filter(({ term }) => term.isKnown === isKnown)) {
      const name = column.term.name.toLowerCase();
      byName.set(!isKnown || byName.has(name) ? column.term.written : name, column);
    }
  }
  return byName;
}
