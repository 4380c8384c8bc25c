// Lays out tables in the width of the terminal, without cutting text off. Wide columns wrap; the first one, which names a thing,
// never does. If the terminal is too narrow for that, each row becomes a block.

import { shown } from '../../domain/shown.ts';
import { heading, terminalWidth, widthOf, wrap } from './terminal.ts';

const GAP = '  ';
const MIN_WIDTH = 10;
/** Sentences in a narrower column would be hard to read. */
const MIN_TEXT_WIDTH = 30;

interface TableOptions {
  width?: number;
  /** Replaces a table without rows. */
  none?: string;
  paint?: Paint;
}

/** Colours a cell without making it wider. */
type Paint = (cell: string, column: string) => string;

export function table(columns: string[], entries: string[][], options: TableOptions = {}): string {
  const rows = entries.map((row) => row.map(shown));
  const { width = terminalWidth(), paint = (cell) => cell, none } = options;
  if (rows.length === 0 && none !== undefined) return none;
  const widths = fit(naturalWidths([columns, ...rows]), width);
  if (!widths) return blocks(columns, rows, width, paint);
  const head = line(columns, widths, heading);
  return [head, ...rows.map((row) => line(row, widths, (cell, index) => paint(cell, columns[index])))].join('\n');
}

/** Names with descriptions, without a head. */
export function glossary(rows: [string, string][], width = terminalWidth()): string {
  const widths = fit(naturalWidths(rows), width - GAP.length, MIN_TEXT_WIDTH);
  const entries = widths
    ? rows.map((row) => line(row, widths, (cell) => cell))
    : rows.map(([name, text]) =>
        [name, ...wrap(text, width - 3 * GAP.length).map((each) => GAP + GAP + each)].join('\n'),
      );
  return entries.join('\n').replace(/^/gm, GAP);
}

function naturalWidths(rows: string[][]): number[] {
  return rows.reduce(
    (widths, row) => row.map((cell, index) => Math.max(widths[index] ?? 0, widthOf(cell))),
    [] as number[],
  );
}

/** Undefined if even the narrowest columns are too wide. */
function fit(natural: number[], width: number, min = MIN_WIDTH): number[] | undefined {
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each, GAP.length * (widths.length - 1)) - width;
  for (; excess > 0; excess--) {
    const widest = Math.max(...widths.slice(1));
    if (widest <= min) return undefined;
    widths[widths.indexOf(widest, 1)]--;
  }
  return widths;
}

function line(cells: string[], widths: number[], paint: (cell: string, index: number) => string): string {
  const columns = cells.map((cell, index) => wrap(cell, widths[index]));
  const height = Math.max(...columns.map(({ length }) => length));
  const pad = (text: string, index: number) =>
    paint(text, index) + ' '.repeat(Math.max(widths[index] - widthOf(text), 0));
  const lines = Array.from({ length: height }, (_, number) => {
    const last = columns.findLastIndex((column) => column[number]);
    const shown = columns.slice(0, last + 1).map((column) => column[number] ?? '');
    return shown.map((text, index) => (index === last ? paint(text, index) : pad(text, index))).join(GAP);
  });
  return lines.join('\n');
}

function blocks(columns: string[], rows: string[][], width: number, paint: Paint): string {
  const label = Math.max(...columns.map(widthOf));
  const room = Math.max(width - label - GAP.length, MIN_WIDTH);
  const entry = (column: string, cell: string) =>
    line([column, cell], [label, room], (text, index) => (index === 0 ? heading(text) : paint(text, column)));
  return rows.map((row) => row.map((cell, index) => entry(columns[index], cell)).join('\n')).join('\n\n');
}
