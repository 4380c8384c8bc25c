// Interleaves two clients in a fixed order: a gate pauses one of them at a step until the test opens it.

import type { TestContext } from 'node:test';

export interface Gate {
  /** Resolves when the step has arrived. */
  reached: Promise<void>;
  /** To be awaited by the step. Returns at once after `open`. */
  pass(): Promise<void>;
  open(): void;
}

export function newGate(): Gate {
  const arrival = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<void>();
  const pass = () => {
    arrival.resolve();
    return opening.promise;
  };
  return { reached: arrival.promise, pass, open: opening.resolve };
}

/** Pauses the next call of an asynchronous method before it begins; later calls pass. The test's end opens the gate. */
export function gateBefore<T extends object, K extends keyof T & string>(t: TestContext, owner: T, method: K): Gate {
  const gate = newGate();
  const original = owner[method] as (...args: unknown[]) => unknown;
  async function paused(this: T, ...args: unknown[]): Promise<unknown> {
    await gate.pass();
    return original.apply(this, args);
  }
  t.mock.method(owner as Record<string, typeof original>, method, paused, { times: 1 });
  t.after(gate.open);
  return gate;
}
