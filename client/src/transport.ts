// In charge of a request's whole way: under the limit, from the cache where nothing changed, again where it may help.

import { type Answer, send } from './attempt.ts';
import type { Cache, CachedAnswer } from './cache.ts';
import { errorOf, NetworkError, type SylvaError, TimeoutError, UnexpectedAnswerError } from './errors.ts';
import { Limiter } from './limiter.ts';
import { backOffMs, sleep } from './wait.ts';

export interface TransportOptions {
  baseUrl: string;
  apiKey: string | undefined;
  timeoutMs: number;
  maxRetries: number;
  maxWaitMs: number;
  waitForLimit: boolean;
  cache: Cache | undefined;
  fetch: typeof fetch;
}

/** What a later attempt may find otherwise. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

export class Transport {
  readonly limiter: Limiter;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.limiter = new Limiter(options.maxWaitMs);
  }

  /** The parsed body at a path under /api/v1. */
  async get(path: string, signal: AbortSignal | undefined): Promise<unknown> {
    const address = `${this.#options.baseUrl}/api/v1${path}`;
    const known = await this.#recall(address);
    for (let failures = 0; ; failures++) {
      const outcome = await this.#attempt(address, known, signal);
      if ('value' in outcome) return outcome.value;
      if (!outcome.isPassing || failures >= this.#options.maxRetries) throw outcome.error;
      const { retryAfterSeconds } = outcome.error;
      const waitMs = retryAfterSeconds === undefined ? backOffMs(failures) : retryAfterSeconds * 1000;
      if (waitMs > this.#options.maxWaitMs) throw outcome.error;
      await sleep(waitMs, signal);
    }
  }

  async #attempt(address: string, known: CachedAnswer | undefined, signal: AbortSignal | undefined): Promise<Outcome> {
    try {
      const answer = await this.#underLimit(signal, () => this.#send(address, known, signal));
      return await this.#judge(address, answer, known);
    } catch (error) {
      if (error instanceof NetworkError || error instanceof TimeoutError) return { error, isPassing: true };
      throw error;
    }
  }

  async #underLimit(signal: AbortSignal | undefined, work: () => Promise<Answer>): Promise<Answer> {
    await this.limiter.begin(this.#options.waitForLimit, signal);
    let answer: Answer | undefined;
    try {
      answer = await work();
      return answer;
    } finally {
      this.limiter.end(answer?.headers);
    }
  }

  #send(address: string, known: CachedAnswer | undefined, signal: AbortSignal | undefined): Promise<Answer> {
    const { fetch, apiKey, timeoutMs } = this.#options;
    const headers = {
      Accept: 'application/json',
      ...(apiKey !== undefined && { 'X-API-Key': apiKey }),
      ...(known && { 'If-None-Match': known.etag }),
    };
    return send({ fetch, address, headers, timeoutMs, signal });
  }

  async #judge(address: string, answer: Answer, known: CachedAnswer | undefined): Promise<Outcome> {
    const { status, headers, text } = answer;
    if (status === 304 && known) return { value: JSON.parse(known.body) };
    if (status !== 200) return { error: errorOf(status, text, retryAfter(headers)), isPassing: PASSING.has(status) };
    const value = parse(text);
    await this.#remember(address, { etag: headers.get('etag') ?? '', body: text });
    return { value };
  }

  async #recall(address: string): Promise<CachedAnswer | undefined> {
    try {
      return await this.#options.cache?.get(address);
    } catch {
      return undefined;
    }
  }

  async #remember(address: string, answer: CachedAnswer): Promise<void> {
    try {
      if (answer.etag !== '') await this.#options.cache?.set(address, answer);
    } catch {
      // The answer is there all the same.
    }
  }
}

type Outcome = { value: unknown } | { error: SylvaError; isPassing: boolean };

/** In seconds; what stands between may give a date instead. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedAnswerError('What arrived is not JSON.', { status: 200, cause });
  }
}
