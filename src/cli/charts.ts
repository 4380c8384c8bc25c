// In charge of figures to look at on a terminal: bars and sparklines.

import type { Count } from '../content/overview.ts';
import { shown } from '../shown.ts';

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
const LONGEST_BAR = 40;

/** One line a count: its value, its number, and a bar as long as the room allows. */
export function bars(counts: readonly Count[], width: number): string[] {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const labels = Math.min(Math.max(...counts.map(({ value }) => value.length)), Math.floor(width / 2));
  const numbers = Math.max(...counts.map(({ count }) => grouped(count).length));
  const room = Math.max(1, Math.min(LONGEST_BAR, width - labels - numbers - 6));
  return counts.map(({ value, count }) => {
    const label = shortened(shown(value), labels).padEnd(labels);
    return `  ${label}  ${grouped(count).padStart(numbers)}  ${bar(count / most, room)}`.trimEnd();
  });
}

/** Of a share of the room; what is not nothing is seen. */
function bar(share: number, room: number): string {
  const eighths = share === 0 ? 0 : Math.max(1, Math.round(share * room * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** One character a number; nothing is a dot, so that a quiet day is told from a slow one. */
export function sparkline(numbers: readonly number[]): string {
  const most = Math.max(1, ...numbers);
  return numbers.map((number) => (number === 0 ? '·' : HEIGHTS[Math.min(7, Math.floor((number / most) * 8))])).join('');
}

export function grouped(count: number): string {
  return count.toLocaleString('en');
}

export function shortened(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, Math.max(0, width - 1))}…`;
}
