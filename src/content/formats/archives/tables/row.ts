import { isBlank, trimmed } from '../../../../domain/text.ts';
import type { Progress } from '../../../source/context.ts';
import type { Place } from '../../../source/units.ts';
import type { Members } from '../container/members.ts';
import type { Term } from '../meta/terms.ts';
import type { Reports } from '../reports.ts';
import type { Row } from './delimited.ts';

export interface Column {
  term: Term;
  /** Undefined if all rows have the default. */
  index: number | undefined;
  /** The value of a blank cell. */
  otherwise: string;
  /** The separator of several values in one cell. */
  delimitedBy: string | undefined;
  /** What its author calls it, if that is not its term. */
  called?: string;
}

export interface TableContext {
  members: Members;
  reports: Reports;
  progress: Progress;
  /** Of a row. */
  maxCharacters: number;
}

/** By the folded names of their terms. */
export type Columns = Map<string, Column>;

export class TableRow {
  readonly file: string;
  /** Counted from 1, without headers. */
  readonly row: number;
  readonly line: number;
  readonly columns: Columns;
  readonly #source: Row;
  readonly #idIndex: number | undefined;
  /** Values by folded terms that replace those of the columns. */
  readonly #given: ReadonlyMap<string, string>;

  constructor(
    file: string,
    row: number,
    source: Row,
    columns: Columns,
    idIndex: number | undefined,
    given: ReadonlyMap<string, string> = NOTHING_GIVEN,
  ) {
    this.file = file;
    this.row = row;
    this.line = source.line;
    this.columns = columns;
    this.#source = source;
    this.#idIndex = idIndex;
    this.#given = given;
  }

  /** The same row with other values of some terms. */
  with(values: Record<string, string>): TableRow {
    const given = Object.entries(values).map(([term, value]) => [term.toLowerCase(), value] as const);
    const all = new Map([...this.#given, ...given]);
    return new TableRow(this.file, this.row, this.#source, this.columns, this.#idIndex, all);
  }

  /** Its own identifier in a core, that of its taxon in an extension. */
  get id(): string {
    return this.#cell(this.#idIndex);
  }

  /** Empty if there is none. */
  value(term: string): string {
    const key = term.toLowerCase();
    const column = this.columns.get(key);
    return this.#given.get(key) ?? (column ? this.of(column) : '');
  }

  of({ index, otherwise }: Column): string {
    return this.#cell(index) || otherwise;
  }

  /** The values of a cell that may hold several. */
  values(term: string): string[] {
    const by = this.columns.get(term.toLowerCase())?.delimitedBy || '|';
    return this.value(term).split(by).map(trimmed).filter(Boolean);
  }

  place(field: string | null = null): Place {
    const called = field === null ? null : (this.columns.get(field.toLowerCase())?.called ?? field);
    return { file: this.file, line: this.line, row: this.row, field: called };
  }

  #cell(index: number | undefined): string {
    const cell = index === undefined ? undefined : this.#source.cells[index];
    // Databases write \N for nothing.
    if (cell === undefined || cell === '\\N') return '';
    const text = trimmed(cell);
    return isBlank(text) ? '' : text;
  }
}

const NOTHING_GIVEN: ReadonlyMap<string, string> = new Map();
