// Reads CSV files (RFC 4180) as spreadsheets save them: a header and a row for each tree; commas, semicolons or tabs; line
// breaks inside quotes. A broken row does not hide those after it.

import { nearest } from '../../domain/names/suggest.ts';
import { isBlank, trimmed } from '../../domain/text.ts';
import type { LanguageVersion } from '../model/language-version.ts';
import { type ReadUnit, readUnit } from '../model/read-unit.ts';
import type { SourceContext } from '../source/context.ts';
import { keyOf } from '../source/import-cache.ts';
import { placeIn, type Unit } from '../source/units.ts';
import { readCell } from './csv-cell.ts';
import { readRow } from './row.ts';

interface Header {
  /** As many as each row must have. */
  names: string[];
  /** The place of each named column, the first where one stands twice. */
  columns: Map<string, number>;
}

export function* readCsv(file: string, bytes: Buffer, context: SourceContext): Generator<ReadUnit> {
  const text = bytes.toString();
  const rows = csvRows(text, (done) => context.progress('reading', done, text.length, 'characters'));
  const first = rows.next();
  const header = first.done ? undefined : readHeader(file, first.value, context);
  if (!header) return;
  // One word about a missing column is enough for all rows.
  const hasSlug = header.columns.has('slug');
  for (const row of rows) {
    if (!row.problem && row.cells.every(isBlank)) continue;
    if (context.findings.isFull({ file, line: row.line })) return;
    const unit: Unit = { file, row: null, lineOf: () => row.line };
    if (hasSlug) context.accounting.open(unit);
    const key = () => keyOf('csv', JSON.stringify([header.names, row.cells]));
    const read = readUnit(unit, row.problem ? undefined : key, context, (how) => versionsIn(unit, row, header, how));
    if (read) yield read;
  }
}

function versionsIn(unit: Unit, row: CsvRow, header: Header, context: SourceContext): LanguageVersion[] {
  if (!isWhole(unit, row, header, context)) return [];
  const cells = Object.fromEntries(Array.from(header.columns, ([name, index]) => [name, readCell(row.cells[index])]));
  return readRow(unit, cells, context, header.columns.has('slug'));
}

function readHeader(
  file: string,
  { cells, problem }: CsvRow,
  { findings, accounting }: SourceContext,
): Header | undefined {
  const names = cells.map(trimmed);
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (isBlank(name)) continue;
    const message = `The column ${name} stands twice in the header.`;
    if (columns.has(name)) findings.error('broken-csv', { file, line: 1, field: name }, message);
    else columns.set(name, index);
  }
  if (problem || !columns.has('slug')) {
    const unit = accounting.open({ file, row: null, lineOf: () => 1 });
    if (problem) findings.error('broken-csv', placeIn(unit), problem);
    else {
      const near = nearest('slug', columns.keys());
      const message = `The header has no column slug, so no row has a name in URLs.${near ? ` Is it ${near}?` : ''}`;
      findings.error('missing-field', placeIn(unit, 'slug'), message);
    }
  }
  return problem ? undefined : { names, columns };
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

export interface CsvRow {
  /** The line that it begins on. */
  line: number;
  cells: string[];
  /** Why it cannot be read. */
  problem?: string;
}

const AFTER_QUOTE = 'After a closing quote there is more text. A quote inside a quoted cell is written twice.';
const INSIDE = 'A quote stands inside a cell that does not begin with one. Quote the cell, and write the quote twice.';
const UNCLOSED = 'A quote is opened and never closed.';

/** `passed` is told how many characters are read. */
export function* csvRows(text: string, passed: (characters: number) => void = () => {}): Generator<CsvRow> {
  const reader = new CsvReader(text, separatorOf(text));
  while (!reader.isAtEnd) {
    yield reader.row();
    passed(reader.at);
  }
}

/** The separator that the first row uses most, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map([',', ';', '\t'].map((separator) => [separator, 0]));
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break;
    else if (!isQuoted && counts.has(letter)) counts.set(letter, (counts.get(letter) as number) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

/** A cell without quotes, by the separator that ends it. */
const UNQUOTED: Record<string, RegExp> = { ',': /[^,\r\n]*/y, ';': /[^;\r\n]*/y, '\t': /[^\t\r\n]*/y };

class CsvReader {
  readonly #text: string;
  readonly #separator: string;
  readonly #plain: RegExp;
  #at = 0;
  #line = 1;

  constructor(text: string, separator: string) {
    this.#text = text;
    this.#separator = separator;
    this.#plain = UNQUOTED[separator];
  }

  get at(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  row(): CsvRow {
    const [start, line] = [this.#at, this.#line];
    const cells: string[] = [];
    do {
      const { cell, problem } = this.#text[this.#at] === '"' ? this.#quoted() : this.#unquoted();
      if (problem) {
        this.#resumeAfter(start, line);
        return { line, cells: [], problem };
      }
      cells.push(cell);
    } while (this.#skip(this.#separator));
    this.#lineBreak();
    return { line, cells };
  }

  #unquoted(): { cell: string; problem?: string } {
    this.#plain.lastIndex = this.#at;
    this.#plain.test(this.#text);
    const cell = this.#text.slice(this.#at, this.#plain.lastIndex);
    this.#at = this.#plain.lastIndex;
    return cell.includes('"') ? { cell, problem: INSIDE } : { cell };
  }

  #quoted(): { cell: string; problem?: string } {
    let cell = '';
    for (let from = this.#at + 1; ; ) {
      const quote = this.#text.indexOf('"', from);
      if (quote === -1) return { cell, problem: UNCLOSED };
      cell += this.#text.slice(from, quote);
      this.#at = quote + 1;
      if (this.#text[this.#at] !== '"') break;
      cell += '"';
      from = quote + 2;
    }
    this.#line += cell.match(/\r\n?|\n/g)?.length ?? 0;
    const isAtCellEnd = this.isAtEnd || [this.#separator, '\r', '\n'].includes(this.#text[this.#at]);
    return isAtCellEnd ? { cell } : { cell, problem: AFTER_QUOTE };
  }

  #skip(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false;
    this.#at++;
    return true;
  }

  #lineBreak(): void {
    const isReturn = this.#skip('\r');
    if (this.#skip('\n') || isReturn) this.#line++;
  }

  #resumeAfter(start: number, line: number): void {
    [this.#at, this.#line] = [start, line];
    const rest = /[\r\n]/g;
    rest.lastIndex = start;
    this.#at = rest.test(this.#text) ? rest.lastIndex - 1 : this.#text.length;
    this.#lineBreak();
  }
}
