// In charge of what a cell of a CSV file means: text as it stands, any other JSON behind `json:`, and text that a
// spreadsheet would run behind an apostrophe. What is written here is read here, to the letter.

import { type Json, joinAtBars } from '../../domain/field-types.ts';

const JSON_MARK = 'json:';
const FORMULA = /^'*[=+\-@\t\r]/;
const GUARDED_FORMULA = /^'+[=+\-@\t\r]/;
const NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

/** The cell of a value. In a column of lists, plain texts are written as people write them, with bars. */
export function cellOf(value: Json, isOfLists: boolean): string {
  const text = isOfLists && Array.isArray(value) ? joinAtBars(value) : value;
  if (typeof text !== 'string' || text.startsWith(JSON_MARK)) return JSON_MARK + JSON.stringify(value);
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The value of a cell. JSON in any but its shortest form is text: nothing is lost by reading it. */
export function readCell(cell: string): unknown {
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
