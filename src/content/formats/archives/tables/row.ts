// Gives the values of one row of a table by term, and where it stands.

import { isBlank, trimmed } from '../../../../domain/text.ts';
import type { Progress } from '../../../source/context.ts';
import type { Place } from '../../../source/units.ts';
import type { Members } from '../container/members.ts';
import type { Term } from '../meta/terms.ts';
import type { Reports } from '../reports.ts';
import type { Row } from './delimited.ts';

export interface Column {
  term: Term;
  /** Undefined where all rows have the default. */
  index: number | undefined;
  otherwise: string;
  /** What several values in one cell are separated by. */
  delimitedBy: string | undefined;
  /** What its author calls it, where that is not its term. */
  called?: string;
}

/** What tables are read with. */
export interface TableContext {
  members: Members;
  reports: Reports;
  progress: Progress;
  /** No row is longer. */
  maxCharacters: number;
}

/** What the columns of a table mean, by the folded names of their terms. */
export type Columns = Map<string, Column>;

export class TableRow {
  readonly file: string;
  /** Counted from 1, without headers. */
  readonly row: number;
  readonly line: number;
  readonly columns: Columns;
  readonly #cells: string[];
  readonly #idIndex: number | undefined;
  /** Values by folded terms that go before those of the columns. */
  readonly #given: ReadonlyMap<string, string>;

  constructor(
    file: string,
    row: number,
    { line, cells }: Row,
    columns: Columns,
    idIndex: number | undefined,
    given: ReadonlyMap<string, string> = NOTHING_GIVEN,
  ) {
    this.file = file;
    this.row = row;
    this.line = line;
    this.columns = columns;
    this.#cells = cells;
    this.#idIndex = idIndex;
    this.#given = given;
  }

  /** The same row with other values of some terms. */
  with(values: Record<string, string>): TableRow {
    const given = new Map(this.#given);
    for (const [term, value] of Object.entries(values)) given.set(term.toLowerCase(), value);
    return new TableRow(
      this.file,
      this.row,
      { line: this.line, cells: this.#cells },
      this.columns,
      this.#idIndex,
      given,
    );
  }

  /** Its own identifier in a core, that of its taxon in an extension. */
  get id(): string {
    return this.#idIndex === undefined ? '' : cellText(this.#cells[this.#idIndex]);
  }

  /** Empty where there is none. */
  value(term: string): string {
    const key = term.toLowerCase();
    const column = this.columns.get(key);
    return this.#given.get(key) ?? (column ? this.of(column) : '');
  }

  of({ index, otherwise }: Column): string {
    const text = index === undefined ? '' : cellText(this.#cells[index]);
    return text === '' ? otherwise : text;
  }

  /** The values of a cell that may hold several. */
  values(term: string): string[] {
    const by = this.columns.get(term.toLowerCase())?.delimitedBy || '|';
    return this.value(term)
      .split(by)
      .map(trimmed)
      .filter((each) => each !== '');
  }

  place(field: string | null = null): Place {
    const called = field === null ? null : (this.columns.get(field.toLowerCase())?.called ?? field);
    return { file: this.file, line: this.line, row: this.row, field: called };
  }
}

const NOTHING_GIVEN: ReadonlyMap<string, string> = new Map();

/** Databases write \N for nothing. */
function cellText(cell: string | undefined): string {
  if (cell === undefined || cell === '\\N') return '';
  const text = trimmed(cell);
  return isBlank(text) ? '' : text;
}
