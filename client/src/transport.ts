// In charge of a request's whole way: under the limit, from the cache where nothing changed, again where it may help.

import { type Answer, type Attempt, type OpenAnswer, open, send } from './attempt.ts';
import type { Cache, CachedAnswer } from './cache.ts';
import { errorOf, type SylvaError, UnexpectedAnswerError } from './errors.ts';
import { Limiter } from './limiter.ts';
import { Retries, type RetryOptions } from './retries.ts';

export interface TransportOptions extends RetryOptions {
  /** With the version's prefix. */
  baseUrl: string;
  /** Of each request. */
  headers: Record<string, string>;
  timeoutMs: number;
  waitForLimit: boolean;
  cache: Cache | undefined;
  fetch: typeof fetch;
}

export class Transport {
  readonly limiter: Limiter;
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.limiter = new Limiter(options);
  }

  retries(signal: AbortSignal | undefined, maxAttempts?: number): Retries {
    return new Retries(this.#options, signal, maxAttempts);
  }

  /** The parsed body at a path under /api/v1. */
  async get(path: string, signal: AbortSignal | undefined): Promise<unknown> {
    const address = this.#addressOf(path);
    const known = await this.#recall(address);
    return await this.retries(signal).run(async () => {
      const attempt = this.#attemptAt(address, known && { 'If-None-Match': known.etag }, signal);
      return await this.#judge(address, await this.#underLimit(signal, () => send(attempt)), known);
    });
  }

  /** A success at a path under /api/v1, its body still to be read. */
  async open(
    path: string,
    headers: Record<string, string>,
    signal: AbortSignal | undefined,
    retries: Retries,
  ): Promise<OpenAnswer> {
    const attempt = this.#attemptAt(this.#addressOf(path), { Accept: '*/*', ...headers }, signal);
    return await retries.run(async () => {
      const answer = await this.#underLimit(signal, () => open(attempt));
      if (answer.status === 200 || answer.status === 206) return answer;
      throw failure(attempt.address, answer, await textOf(answer));
    });
  }

  #addressOf(path: string): string {
    return `${this.#options.baseUrl}${path}`;
  }

  #attemptAt(address: string, more: Record<string, string> | undefined, signal: AbortSignal | undefined): Attempt {
    const { fetch, headers, timeoutMs } = this.#options;
    return { fetch, address, headers: { Accept: 'application/json', ...headers, ...more }, timeoutMs, signal };
  }

  async #underLimit<A extends { headers: Headers }>(
    signal: AbortSignal | undefined,
    work: () => Promise<A>,
  ): Promise<A> {
    await this.limiter.begin(this.#options.waitForLimit, signal);
    let answer: A | undefined;
    try {
      answer = await work();
      return answer;
    } finally {
      this.limiter.end(answer?.headers);
    }
  }

  async #judge(address: string, answer: Answer, known: CachedAnswer | undefined): Promise<unknown> {
    const { status, headers, text } = answer;
    if (status === 304 && known) return JSON.parse(known.body);
    if (status !== 200) throw failure(address, answer, text);
    const value = parse(address, text);
    await this.#remember(address, { etag: headers.get('etag') ?? '', body: text });
    return value;
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

function failure(address: string, { status, headers }: Pick<Answer, 'status' | 'headers'>, text: string): SylvaError {
  return errorOf(status, text, { address, retryAfterSeconds: retryAfter(headers) });
}

async function textOf({ pieces }: OpenAnswer): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) text += decoder.decode(piece, { stream: true });
  return text;
}

/** In seconds; what stands between may give a date instead. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function parse(address: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UnexpectedAnswerError('What arrived is not JSON.', { status: 200, address, cause });
  }
}
