// Writes exports as CSV (RFC 4180): a row per tree, a column per field and language.

import { cellOf } from '../../content/formats/csv-cell.ts';
import { FAMILY_NAME } from '../../content/model/family-names.ts';
import { isObject, type Json } from '../../domain/fields/field-types.ts';
import { FACT_NAMES, type FactName, FIELDS, type FieldName, TEXT_NAMES } from '../../domain/fields/fields.ts';
import { LOCALES } from '../../domain/vocabulary.ts';
import type { Row } from './row.ts';

/** Excel reads a file as UTF-8 if it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff';

const SPECIAL = /[",;\t\r\n]|^\s|\s$/;

/** Facts whose parts have columns of their own, by name. */
const GROUPS = new Map<string, readonly string[]>(
  FACT_NAMES.flatMap((name) => {
    const { parts } = FIELDS[name].type;
    return parts && !isList(name) ? [[name, parts.columns]] : [];
  }),
);

const byLanguage = (name: string) => LOCALES.map((locale) => `${name}.${locale}`);

/** By name: whether the column holds lists. */
const COLUMNS = new Map<string, boolean>([
  ['slug', false],
  ...TEXT_NAMES.flatMap((name) => byLanguage(name).map((column): [string, boolean] => [column, isList(name)])),
  ...FACT_NAMES.flatMap((name) => columnsOf(name).map((column): [string, boolean] => [column, isList(name)])),
  ...[FAMILY_NAME, 'attributes'].flatMap(byLanguage).map((column): [string, boolean] => [column, false]),
]);

export const CSV_HEADER = lineOf([...COLUMNS.keys()]);

function columnsOf(fact: FactName): string[] {
  const parts = GROUPS.get(fact)?.map((part) => `${fact}.${part}`) ?? [];
  // Identifiers of other registers stay together.
  return parts.length === 0 || fact === 'identifiers' ? [...parts, fact] : parts;
}

function isList(name: FieldName): boolean {
  return Array.isArray(FIELDS[name].type.none);
}

/** `guard` changes each cell. */
export function csvLine(row: Row, guard = (cell: string) => cell): string {
  const cells = new Map<string, Json>(Object.entries(row).flatMap(([name, value]) => partsOf(name, value)));
  return lineOf(
    Array.from(COLUMNS, ([name, isOfLists]) =>
      cells.has(name) ? guard(cellOf(cells.get(name) as Json, isOfLists)) : '',
    ),
  );
}

function partsOf(name: string, value: Json): [string, Json][] {
  const columns = GROUPS.get(name);
  if (!columns || !isObject(value)) return [[name, value]];
  const own: [string, Json][] = [];
  const others: [string, Json][] = [];
  for (const [part, each] of Object.entries(value)) {
    if (columns.includes(part)) own.push([`${name}.${part}`, String(each)]);
    else others.push([part, each]);
  }
  return others.length === 0 ? own : [...own, [name, Object.fromEntries(others)]];
}

export function lineOf(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

function quoted(cell: string): string {
  return SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
