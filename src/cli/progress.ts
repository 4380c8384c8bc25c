// In charge of the progress bar of long work, on a terminal only.

const WIDTH = 30;
const REDRAW_MILLISECONDS = 100;

export interface ProgressBar {
  show(step: string, done: number, total: number): void;
  clear(): void;
}

export function progressBar(stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => {}, clear: () => {} };
  let drawnAt = 0;
  let drawnStep = '';
  return {
    show(step, done, total) {
      const now = performance.now();
      if (step === drawnStep && now - drawnAt < REDRAW_MILLISECONDS) return;
      [drawnAt, drawnStep] = [now, step];
      const filled = Math.round((done / total) * WIDTH);
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
      stream.write(`\r\x1b[K${bar} ${step} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`);
    },
    clear: () => stream.write('\r\x1b[K'),
  };
}
