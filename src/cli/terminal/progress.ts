// In charge of telling how far long work is: on a terminal a line that is drawn anew, with how much a second and how long still;
// elsewhere a line for each step that is over.

import { counted } from '../../domain/counted.ts';
import { redraw, terminalWidth, widthOf, writeLine } from './terminal.ts';

const WIDEST_BAR = 30;
const REDRAW_MILLISECONDS = 100;
/** What was measured over less says nothing. */
const LEAST_SECONDS = 0.2;
/** Work that is over sooner is not talked about, where no person looks on. */
const QUICK_SECONDS = 1;

export interface ProgressBar {
  /** Without numbers for a step that nobody counts. */
  show(step: string, done?: number, total?: number, unit?: string): void;
  clear(): void;
}

/** How far a step is, so many seconds after it began. */
interface Step {
  name: string;
  done?: number | undefined;
  total?: number | undefined;
  unit?: string | undefined;
  seconds: number;
}

export function progressBar(stream: NodeJS.WriteStream, now = () => performance.now()): ProgressBar {
  const isDrawn = stream.isTTY && process.env.TERM !== 'dumb';
  return isDrawn ? drawnBar(stream, now) : toldSteps((line) => writeLine(stream, line), now);
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

/** Those of quick work are kept, and told only if it takes longer after all. */
function toldSteps(tell: (line: string) => void, now: () => number): ProgressBar {
  const startedAt = now();
  const kept: string[] = [];
  let [beganAt, step] = [startedAt, undefined as Step | undefined];
  const end = () => {
    const time = now();
    if (step) kept.push(endOf({ ...step, seconds: (time - beganAt) / 1000 }));
    if (time - startedAt >= QUICK_SECONDS * 1000) for (const line of kept.splice(0)) tell(line);
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
export function drawn(step: Step, width: number): string {
  const { name, done, total, unit = '' } = step;
  if (done === undefined || total === undefined) return `${name} …`.slice(0, width - 1);
  const text = `${name} ${number(done)} of ${number(total)} ${unit}`.trimEnd();
  const whole = text + paceOf(step, done, total);
  const shown = widthOf(whole) < width ? whole : text;
  const room = Math.min(WIDEST_BAR, width - widthOf(shown) - 2);
  if (room < 3) return shown.slice(0, width - 1);
  const filled = Math.round((done / total) * room);
  return `${'█'.repeat(filled)}${'░'.repeat(room - filled)} ${shown}`;
}

function paceOf({ seconds }: Step, done: number, total: number): string {
  if (seconds < LEAST_SECONDS || done === 0) return '';
  const left = ((total - done) / done) * seconds;
  return ` · ${number(done / seconds)} a second · ${duration(left)} left`;
}

function endOf({ name, done, unit = '', seconds }: Step): string {
  const time = seconds < 10 ? `${seconds.toFixed(1)} s` : duration(seconds);
  if (done === undefined) return `${name}: ${time}`;
  const pace = seconds < LEAST_SECONDS ? '' : `, ${number(done / seconds)} a second`;
  return `${name}: ${`${number(done)} ${unit}`.trimEnd()} in ${time}${pace}`;
}

function number(value: number): string {
  return counted(Math.round(value));
}

/** Never less than it is, but for what calculating adds. */
function duration(exact: number): string {
  const seconds = Math.ceil(exact - 1e-6);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
