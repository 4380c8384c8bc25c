// In charge of waiting: for a time or for an event, and no longer than the caller cares.

/** Rejects with the signal's reason as soon as it is aborted; leaves no listener and no timer behind. */
export function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return interruptible(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });
}

/** Settles with whichever comes first: what `begin` starts, or the signal. `begin` returns how to stop it. */
export function interruptible<T>(
  signal: AbortSignal | undefined,
  begin: (resolve: (value: T) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = begin((value) => {
      signal?.removeEventListener('abort', onAbort);
      resolve(value);
    });
    const onAbort = () => {
      stop();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const LONGEST_BACK_OFF_MS = 30_000;
const FIRST_BACK_OFF_MS = 300;

/** Doubles with each failure; spread at random, so that many clients do not come back at once. */
export function backOffMs(failures: number): number {
  const most = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** failures);
  return most / 2 + (Math.random() * most) / 2;
}
