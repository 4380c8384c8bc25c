// In charge of tables in Markdown: a row of heads, a row of dashes, and rows of cells between bars.

import type { Block, Inline } from './markdown-kinds.ts';
import type { Lines } from './markdown-lines.ts';
import { parseInline } from './markdown-text.ts';

const DASHES = /^[\s:|-]+$/;

export function isTableStart(line: string, next: string): boolean {
  return line.includes('|') && next.includes('|') && next.includes('-') && DASHES.test(next);
}

export function readTable(lines: Lines): Block {
  const head = cellsOf(lines.take());
  lines.take();
  const rows = lines.takeUntil((line) => !line.includes('|')).map(cellsOf);
  return { kind: 'table', head, rows };
}

/** A bar behind a backslash is a sign like others. */
function cellsOf(line: string): Inline[][] {
  const cells = line.trim().split('|');
  const whole: string[] = [];
  for (const cell of cells) {
    const last = whole.at(-1);
    if (last?.endsWith('\\')) whole[whole.length - 1] = `${last.slice(0, -1)}|${cell}`;
    else whole.push(cell);
  }
  const first = whole[0]?.trim() === '' ? 1 : 0;
  const end = whole.length > 1 && whole.at(-1)?.trim() === '' ? -1 : undefined;
  return whole.slice(first, end).map((cell) => parseInline(cell.trim()));
}
