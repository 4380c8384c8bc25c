// In charge of how late a thread's work begins because it was busy with other work.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ThreadNumbers } from './numbers.ts';

/** Long enough that a scrape in the usual rhythm misses no peak. */
const PERIOD_MILLISECONDS = 15_000;
const SAMPLE_MILLISECONDS = 1_000;
const RESOLUTION_MILLISECONDS = 20;

/** Notes the delay of the thread that it is called in, every second; a peak stays for a period after its own. */
export function watchEventLoop(numbers: ThreadNumbers): () => void {
  const current = monitorEventLoopDelay({ resolution: RESOLUTION_MILLISECONDS });
  current.enable();
  let began = performance.now();
  let lastMax = 0;
  const timer = setInterval(() => {
    const max = excess(current.max);
    numbers.setGauge('delayMean', excess(current.mean));
    numbers.setGauge('delayP99', excess(current.percentile(99)));
    numbers.setGauge('delayMax', Math.max(max, lastMax));
    if (performance.now() - began < PERIOD_MILLISECONDS) return;
    current.reset();
    lastMax = max;
    began = performance.now();
  }, SAMPLE_MILLISECONDS).unref();
  return () => {
    clearInterval(timer);
    current.disable();
  };
}

/** Seconds beyond what was to be waited; an empty period has no number. */
function excess(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - RESOLUTION_MILLISECONDS / 1000) : 0;
}
