import { setTimeout as pause } from 'node:timers/promises';

/** Returns when the work ends, or after so many milliseconds. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeout = pause(milliseconds, undefined, { signal: timer.signal }).catch(() => {});
  try {
    await Promise.race([work, timeout]);
  } finally {
    timer.abort();
  }
}
