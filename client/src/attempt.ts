// In charge of one attempt at a request: sent once, and given up when the time is over or the caller wants no more.

import { NetworkError, TimeoutError } from './errors.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
}

export interface Attempt {
  fetch: typeof fetch;
  address: string;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Where the caller gives up, the signal's own reason is thrown. */
export async function send({ fetch, address, headers, timeoutMs, signal }: Attempt): Promise<Answer> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(onAbort, timeoutMs);
  try {
    // A redirect would carry the key to wherever it leads.
    const response = await fetch(address, { headers, redirect: 'error', signal: controller.signal });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    if (controller.signal.aborted) throw new TimeoutError(`No whole answer within ${timeoutMs} ms.`, { cause });
    throw new NetworkError('The service could not be reached.', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}
