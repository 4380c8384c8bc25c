// What a rate limiter should do, told as plainly as can be: a map of windows, and no table, lock or script.

import assert from 'node:assert/strict';
import type { Decision } from '../../src/access/rate-limit/contract.ts';

export interface Window {
  end: number;
  count: number;
}

/** Of a name for each client. */
export type Windows = Map<string, Window>;

export function liveWindow(windows: Windows, client: string, now: number): Window | undefined {
  const window = windows.get(client);
  return window && window.end > now ? window : undefined;
}

/** The client's window, begun where it has none. */
export function windowOf(windows: Windows, client: string, now: number, length: number): Window {
  const window = liveWindow(windows, client, now) ?? { end: now + length, count: 0 };
  windows.set(client, window);
  return window;
}

/** Counts a request; whether it is within the limit. What is refused is not counted. */
export function admit(window: Window, limit: number): boolean {
  const isAllowed = window.count < limit;
  if (isAllowed) window.count++;
  return isAllowed;
}

export interface Expected {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** In milliseconds. */
  end: number;
  now: number;
  /** What Unix time is ahead of the monotonic clock. */
  wallOffset: number;
  windowMilliseconds: number;
}

export function assertDecision(decision: Decision, expected: Expected): void {
  const { isAllowed, limit, remaining, end, now, wallOffset, windowMilliseconds } = expected;
  assert.deepEqual(decision, {
    isAllowed,
    limit,
    remaining,
    resetAt: Math.ceil((end + wallOffset) / 1000),
    retryAfterSeconds: Math.ceil(Math.min(end - now, windowMilliseconds) / 1000),
  });
}
