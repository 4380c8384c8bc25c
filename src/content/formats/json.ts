// Reads JSON: a list of trees, or an object with such a list under `trees`. Also reads single lines of NDJSON.

import { isObject, typeName } from '../../domain/fields/field-types.ts';
import type { LanguageVersion } from '../model/language-version.ts';
import { type ReadUnit, readUnit } from '../model/read-unit.ts';
import type { Progress, SourceContext } from '../source/context.ts';
import { keyOf } from '../source/import-cache.ts';
import { placeIn, type Unit } from '../source/units.ts';
import { type JsonProblem, JsonReader, type Path } from './json-reader.ts';
import { readRow } from './row.ts';

export function* readJson(file: string, bytes: Buffer, context: SourceContext): Generator<ReadUnit> {
  const text = bytes.toString();
  const { value, problems } = parse(text, 1, context.progress);
  const isUnder = isObject(value) && Array.isArray(value.trees);
  const rows = isUnder ? (value.trees as unknown[]) : value;
  if (!Array.isArray(rows)) {
    const unit = context.accounting.open({ file, row: null, lineOf: () => 1 });
    const message = 'The file must hold a list of trees: [ { "slug": … }, … ].';
    if (value !== undefined) context.findings.error('wrong-type', placeIn(unit), message);
    for (const problem of problems) report(problem, unit, [], context);
    return;
  }
  const hasOthers = isUnder && Object.keys(value).length > 1;
  for (const [field, line] of hasOthers ? linesOfKeys(text) : []) {
    if (field !== 'trees') context.findings.passOver({ file, line, field }, 'It stands beside the list of trees.');
  }
  const base = isUnder ? ['trees'] : [];
  const rowAt = rowLocator(text, base);
  const units = rows.map((_, index) =>
    context.accounting.open({
      file,
      row: index + 1,
      lineOf: (key) => rowAt(index).keys.get(key) ?? rowAt(index).line,
      layout: () => [...rowAt(index).keys.values()],
    }),
  );
  const broken = new Set(problems.map(({ path }) => pathInRows(path, base)?.[0]));
  // All are read before what is broken is told of them, and that is told before trees are made.
  const read = rowsIn(rows, units, broken, context);
  const all = problems.length > 0 ? [...read] : read;
  for (const problem of problems) {
    const [index, ...path] = pathInRows(problem.path, base) ?? [];
    const unit = units[index as number] ?? { file, row: null, lineOf: () => problem.line };
    report(problem, unit, path, context);
  }
  yield* all;
}

/** A broken row always has to be read: its value does not tell what is broken. */
function* rowsIn(rows: unknown[], units: Unit[], broken: Set<unknown>, context: SourceContext): Generator<ReadUnit> {
  for (const [index, row] of rows.entries()) {
    const unit = units[index];
    if (context.findings.isFull({ file: unit.file, line: null, row: unit.row })) {
      for (const unread of units.slice(index)) context.accounting.drop(unread);
      return;
    }
    context.progress('reading', index + 1, rows.length, 'rows');
    const key = broken.has(index) ? undefined : () => keyOf('json', JSON.stringify(row));
    const read = readUnit(unit, key, context, (how) => readObject(unit, row, how));
    if (read) yield read;
  }
}

/** What follows the way to the list of trees: the index of a row, then its keys. */
function pathInRows(path: Path, base: Path): Path | undefined {
  return base.every((key, index) => path[index] === key) ? path.slice(base.length) : undefined;
}

/** Of the keys of the whole text. */
function linesOfKeys(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const reader = new JsonReader(text, 1, (path, line) => {
    if (path.length === 1) lines.set(String(path[0]), line);
  });
  reader.read();
  return lines;
}

interface LocatedRow {
  line: number;
  keys: Map<string, number>;
}

/** Finding lines means walking the text: that is done only if there is something to report. */
function rowLocator(text: string, base: Path): (row: number) => LocatedRow {
  const locate = () => {
    const located: LocatedRow[] = [];
    const reader = new JsonReader(text, 1, (path, line) => {
      const [index, key, ...deeper] = pathInRows(path, base) ?? [];
      if (index === undefined || deeper.length > 0) return;
      if (key === undefined) located[index as number] = { line, keys: new Map() };
      else located[index as number].keys.set(String(key), line);
    });
    reader.read();
    return located;
  };
  let rows: LocatedRow[] | undefined;
  return (row) => {
    rows ??= locate();
    return rows[row] ?? { line: 1, keys: new Map() };
  };
}

/** What a line of its own says. */
export function readLine(unit: Unit, text: string, line: number, context: SourceContext): LanguageVersion[] {
  const { value, problems } = parse(text, line);
  const versions = value === undefined ? [] : readObject(unit, value, context);
  for (const problem of problems) report(problem, unit, problem.path, context);
  return versions;
}

function readObject(unit: Unit, value: unknown, context: SourceContext): LanguageVersion[] {
  if (isObject(value)) return readRow(unit, value, context);
  const what = value === null ? 'nothing' : typeName(value);
  context.findings.error('wrong-type', placeIn(unit), `This is ${what}: each tree must be an object with its fields.`);
  return [];
}

function report({ code, line, message }: JsonProblem, unit: Unit, path: Path, { findings }: SourceContext): void {
  if (unit.outcome === 'draft') return;
  const place = { file: unit.file, row: unit.row, unit, line, field: path.length > 0 ? String(path[0]) : null };
  if (code === 'kept-as-text') findings.warn(code, place, message);
  else findings.error(code, place, message);
}

function parse(
  text: string,
  firstLine: number,
  progress: Progress = () => {},
): { value: unknown; problems: JsonProblem[] } {
  progress('parsing');
  const value = parsedWithoutLoss(text);
  if (value !== undefined) return { value, problems: [] };
  const reader: JsonReader = new JsonReader(text, firstLine, (path) => {
    if (path.length <= 2 && typeof path.at(-1) === 'number') progress('parsing', reader.at, text.length, 'characters');
  });
  return { value: reader.read(), problems: reader.problems };
}

const INDENT = /^[[{]\r?\n([ \t]{1,10})\S/;

/** What JSON.parse makes of the text, if the text is what would be made of that: then no key and no digit was lost. */
function parsedWithoutLoss(text: string): unknown {
  const [, indent] = INDENT.exec(text) ?? [];
  // A text that is spaced otherwise would be made anew in vain.
  const isSpaced = text[text.indexOf('":') + 2] === ' ';
  if (isSpaced !== (indent !== undefined)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // There is a faster way for a text without indents, which asks for no argument about them.
    const written = indent === undefined ? JSON.stringify(value) : JSON.stringify(value, null, indent);
    return written === text.trimEnd() ? value : undefined;
  } catch {
    return undefined;
  }
}
