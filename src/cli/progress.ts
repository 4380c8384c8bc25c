// In charge of the progress bar of long work, on a terminal only.

import { redraw, terminalWidth, widthOf } from './terminal.ts';

const WIDEST_BAR = 30;
const REDRAW_MILLISECONDS = 100;

export interface ProgressBar {
  /** Without numbers for a step that nobody counts. */
  show(step: string, done?: number, total?: number, unit?: string): void;
  clear(): void;
}

export function progressBar(stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY || process.env.TERM === 'dumb') return { show: () => {}, clear: () => {} };
  let drawnAt = 0;
  let drawnStep = '';
  return {
    show(step, done, total, unit) {
      const now = performance.now();
      if (step === drawnStep && now - drawnAt < REDRAW_MILLISECONDS) return;
      [drawnAt, drawnStep] = [now, step];
      redraw(stream, drawn(step, done, total, terminalWidth(stream), unit));
    },
    clear: () => redraw(stream, ''),
  };
}

/** A bar for as long as the work takes. */
export async function withProgress<T>(work: (show: ProgressBar['show']) => T | Promise<T>): Promise<T> {
  const bar = progressBar(process.stderr);
  try {
    return await work(bar.show);
  } finally {
    bar.clear();
  }
}

/** A line that is too long would be broken by the terminal, and the next could not replace it. */
export function drawn(
  step: string,
  done: number | undefined,
  total: number | undefined,
  width: number,
  unit = '',
): string {
  if (done === undefined || total === undefined) return `${step} …`.slice(0, width - 1);
  const text = `${step} ${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`.trimEnd();
  const room = Math.min(WIDEST_BAR, width - widthOf(text) - 2);
  if (room < 3) return text.slice(0, width - 1);
  const filled = Math.round((done / total) * room);
  return `${'█'.repeat(filled)}${'░'.repeat(room - filled)} ${text}`;
}
