// Writes and reads the cells of CSV files: text as it stands, any other JSON behind `json:`, a formula behind an apostrophe,
// and text with formulas inside behind `text:`. What is written here is read here, to the letter.

import { type Json, joinAtBars } from '../../domain/fields/field-types.ts';

const JSON_MARK = 'json:';
const GUARD_MARK = 'text:';
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED_FORMULA = /^'+[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** The cell of a value. In a column of lists, plain texts are written as people write them, with bars. */
export function cellOf(value: Json, isOfLists: boolean): string {
  const text = isOfLists && Array.isArray(value) ? joinAtBars(value) : value;
  const isText = typeof text === 'string' && !text.startsWith(JSON_MARK) && !text.startsWith(GUARD_MARK);
  if (!isText) return JSON_MARK + JSON.stringify(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** A spreadsheet that splits at semicolons begins a cell after each of them, and after every line break. */
const INNER_FORMULA = /([;\t\r\n])(["']*[=+\-@])/g;
const GUARDED_INNER = /([;\t\r\n])'(["']*[=+\-@])/g;

/** A cell with an apostrophe before each formula inside it, behind a mark that says so. */
export function excelCell(cell: string): string {
  const guarded = cell.replace(INNER_FORMULA, "$1'$2");
  return guarded === cell ? cell : GUARD_MARK + guarded;
}

/** The value of a cell. JSON in any but its shortest form is text: nothing is lost by reading it. */
export function readCell(cell: string): unknown {
  if (cell.startsWith(GUARD_MARK)) {
    const inner = cell.slice(GUARD_MARK.length).replace(GUARDED_INNER, '$1$2');
    const isWritten = excelCell(inner) === cell && !inner.startsWith(GUARD_MARK);
    return isWritten ? readCell(inner) : cell;
  }
  if (cell.startsWith(JSON_MARK)) {
    const value = parsed(cell.slice(JSON_MARK.length));
    return value === undefined ? cell : value;
  }
  return GUARDED_FORMULA.test(cell) ? cell.slice(1) : cell;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
