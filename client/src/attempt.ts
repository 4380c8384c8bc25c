// In charge of one attempt at a request: sent once, and given up when the time is over or the caller wants no more.

import { NetworkError, TimeoutError } from './errors.ts';

interface Head {
  status: number;
  headers: Headers;
}

export interface Answer extends Head {
  text: string;
}

/** An answer whose body comes piece by piece. */
export interface OpenAnswer extends Head {
  pieces: AsyncGenerator<Uint8Array, void, undefined>;
  /** Lets the connection go, for who does not want to read it. */
  close(): void;
}

export interface Attempt {
  fetch: typeof fetch;
  address: string;
  headers: Record<string, string>;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** The whole answer, within the time. */
export function send(attempt: Attempt): Promise<Answer> {
  return inTime(attempt, new AbortController(), async (signal) => {
    const response = await request(attempt, signal);
    return { status: response.status, headers: response.headers, text: await response.text() };
  });
}

/** The answer's head within the time, and then each piece of its body. */
export async function open(attempt: Attempt): Promise<OpenAnswer> {
  const controller = new AbortController();
  const response = await inTime(attempt, controller, (signal) => request(attempt, signal));
  const pieces = piecesOf(response, attempt, controller);
  return { status: response.status, headers: response.headers, pieces, close: () => controller.abort() };
}

const MOVED = new Set([301, 302, 307, 308]);
const MOST_REDIRECTS = 3;

/** A redirect is followed to the same service only: the key would go with it. */
async function request({ fetch, address, headers }: Attempt, signal: AbortSignal): Promise<Response> {
  let asked = address;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(asked, { headers, redirect: 'manual', signal });
    const target = new URL(response.headers.get('location') ?? asked, asked);
    const isOurs = MOVED.has(response.status) && target.origin === new URL(asked).origin;
    if (!isOurs || redirects === MOST_REDIRECTS) return response;
    await response.body?.cancel();
    asked = target.href;
  }
}

async function* piecesOf({ body }: Response, attempt: Attempt, controller: AbortController): OpenAnswer['pieces'] {
  const reader = body?.getReader();
  try {
    while (reader) {
      const { done, value } = await inTime(attempt, controller, () => reader.read());
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody reads on: the connection is let go.
    controller.abort();
  }
}

/** Where the caller gives up, the signal's own reason is thrown. */
async function inTime<T>(
  { address, timeoutMs, signal }: Attempt,
  controller: AbortController,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const onAbort = () => controller.abort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(onAbort, timeoutMs);
  try {
    return await step(controller.signal);
  } catch (cause) {
    signal?.throwIfAborted();
    if (controller.signal.aborted)
      throw new TimeoutError(`No whole answer within ${timeoutMs} ms.`, { address, cause });
    throw new NetworkError(`The request failed: ${reasonOf(cause)}.`, { address, cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** What the innermost cause says: of what `fetch` throws, it alone tells what happened. */
function reasonOf(error: unknown): string {
  const { cause, errors, message, code } = Object(error);
  const inner = cause ?? errors?.[0];
  if (inner !== undefined) return reasonOf(inner);
  return String(message || code || error).replace(/\.$/, '');
}
