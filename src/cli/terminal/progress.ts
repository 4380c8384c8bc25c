// Shows progress: on a terminal as a bar with pace and remaining time, elsewhere as a line for each finished step.

import { counted } from '../../domain/counted.ts';
import { redraw, terminalWidth, widthOf, writeLine } from './terminal.ts';

const MAX_BAR_WIDTH = 30;
const REDRAW_MILLISECONDS = 100;
/** A shorter measurement is too inexact. */
const MIN_SECONDS = 0.2;
/** Shorter work is not reported, except on a terminal. */
const QUICK_SECONDS = 1;

export interface ProgressBar {
  show(step: string, done?: number, total?: number, unit?: string): void;
  clear(): void;
}

interface Step {
  name: string;
  done?: number | undefined;
  total?: number | undefined;
  unit?: string | undefined;
  seconds: number;
}

export function progressBar(stream: NodeJS.WriteStream, now = () => performance.now()): ProgressBar {
  const isDrawn = stream.isTTY && process.env.TERM !== 'dumb';
  return isDrawn ? drawnBar(stream, now) : stepLines((line) => writeLine(stream, line), now);
}

function drawnBar(stream: NodeJS.WriteStream, now: () => number): ProgressBar {
  let [drawnAt, beganAt, current] = [0, 0, ''];
  return {
    show(name, done, total, unit) {
      const time = now();
      if (name === current && time - drawnAt < REDRAW_MILLISECONDS) return;
      if (name !== current) beganAt = time;
      [drawnAt, current] = [time, name];
      const step = { name, done, total, unit, seconds: (time - beganAt) / 1000 };
      redraw(stream, drawn(step, terminalWidth(stream)));
    },
    clear() {
      current = '';
      redraw(stream, '');
    },
  };
}

/** Lines wait until the work takes longer than QUICK_SECONDS. */
function stepLines(tell: (line: string) => void, now: () => number): ProgressBar {
  const startedAt = now();
  const pending: string[] = [];
  let [beganAt, step] = [startedAt, undefined as Step | undefined];
  const end = () => {
    const time = now();
    if (step) pending.push(endOf({ ...step, seconds: (time - beganAt) / 1000 }));
    if (time - startedAt >= QUICK_SECONDS * 1000) for (const line of pending.splice(0)) tell(line);
    [beganAt, step] = [time, undefined];
  };
  return {
    show(name, done, total, unit) {
      if (step && step.name !== name) end();
      step = { name, done, total, unit, seconds: 0 };
    },
    clear: end,
  };
}

export async function withProgress<T>(work: (show: ProgressBar['show']) => T | Promise<T>): Promise<T> {
  const bar = progressBar(process.stderr);
  try {
    return await work(bar.show);
  } finally {
    bar.clear();
  }
}

/** Shorter than `width`: the terminal would wrap a longer line, and the next one could not replace it. */
export function drawn(step: Step, width: number): string {
  const { name, done, total, unit = '' } = step;
  if (done === undefined || total === undefined) return `${name} …`.slice(0, width - 1);
  const text = `${name} ${number(done)} of ${number(total)} ${unit}`.trimEnd();
  const whole = text + paceOf(step, done, total);
  const shown = widthOf(whole) < width ? whole : text;
  const room = Math.min(MAX_BAR_WIDTH, width - widthOf(shown) - 2);
  if (room < 3) return shown.slice(0, width - 1);
  const filled = Math.round((done / total) * room);
  return `${'█'.repeat(filled)}${'░'.repeat(room - filled)} ${shown}`;
}

function paceOf({ seconds }: Step, done: number, total: number): string {
  if (seconds < MIN_SECONDS || done === 0) return '';
  const left = ((total - done) / done) * seconds;
  return ` · ${number(done / seconds)} a second · ${duration(left)} left`;
}

function endOf({ name, done, unit = '', seconds }: Step): string {
  const time = seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds);
  if (done === undefined) return `${name}: ${time}`;
  const pace = seconds < MIN_SECONDS ? '' : `, ${number(done / seconds)} a second`;
  return `${name}: ${`${number(done)} ${unit}`.trimEnd()} in ${time}${pace}`;
}

function number(value: number): string {
  return counted(Math.round(value));
}

/** Rounded up, except for the error of the calculation. */
function duration(exact: number): string {
  const seconds = Math.ceil(exact - 1e-6);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
