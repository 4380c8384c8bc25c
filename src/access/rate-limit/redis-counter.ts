// Counts requests in Redis with one script and one round trip each. A Redis that fails, or is silent for a second, is
// abandoned, retried in the background, and used again when it counts.

import { createHash } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Counted } from './contract.ts';
import type { RedisReport } from './redis-report.ts';

const SILENCE_MILLISECONDS = 1_000;
const CONNECT_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 250;

/** No setting allows a longer window, on any instance. */
const MAX_WINDOW_MILLISECONDS = 86_400_000;

/** A counter gets its expiry when it is created, or when it has none. */
const SCRIPT = `local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;
const SCRIPT_HASH = createHash('sha1').update(SCRIPT).digest('hex');
const PROBE_KEY = 'sylva:rate:probe';

interface Options {
  url: string;
  windowSeconds: number;
  report: RedisReport;
  /** How long Redis may be silent while requests wait for it. */
  silenceMilliseconds?: number;
}

export class RedisCounter {
  readonly #options: Required<Options>;
  #heardAt = 0;
  #client: RedisClientType | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: Options) {
    this.#options = { silenceMilliseconds: SILENCE_MILLISECONDS, ...options };
  }

  get isUp(): boolean {
    return this.#client !== undefined;
  }

  /** When it returns, Redis counts or is known not to. */
  async start(): Promise<void> {
    if (this.#isClosed) return;
    const client = await this.#newClient();
    try {
      await within(CONNECT_MILLISECONDS, client.connect());
      await within(this.#options.silenceMilliseconds, this.#countIn(client, PROBE_KEY));
      if (this.#isClosed) return discard(client);
      this.#client = client;
      this.#options.report.logState();
    } catch (error) {
      discard(client);
      this.#giveUp(error);
    }
  }

  /** Takes as long as Redis does; if it fails, `isUp` is false afterwards. */
  async count(key: string): Promise<Counted> {
    const client = this.#client as RedisClientType;
    try {
      return await this.#countIn(client, key);
    } catch (error) {
      this.#lose(client, error);
      throw error;
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    if (this.#client) discard(this.#client);
    this.#client = undefined;
  }

  async #newClient(): Promise<RedisClientType> {
    // Imported on demand, because most services have no Redis; a CommonJS package is a default export in the bundle.
    const { default: redis } = await import('@redis/client');
    const client = redis.createClient({
      url: this.#options.url,
      disableOfflineQueue: true,
      disableClientInfo: true,
      maintNotifications: 'disabled',
      socket: { connectTimeout: CONNECT_MILLISECONDS, reconnectStrategy: false },
    }) as RedisClientType;
    client.on('error', (error) => this.#lose(client, error));
    return client;
  }

  async #countIn(client: RedisClientType, key: string): Promise<Counted> {
    const { silenceMilliseconds } = this.#options;
    const askedAt = performance.now();
    const watch = afterReading(silenceMilliseconds, () => {
      if (this.#heardAt < askedAt) this.#lose(client, new Error(`no answer for ${silenceMilliseconds} ms`));
    });
    const reply = await this.#ask(client, key).finally(() => clearTimeout(watch));
    this.#heardAt = performance.now();
    return { ...countedIn(reply), delayMilliseconds: this.#heardAt - askedAt };
  }

  async #ask(client: RedisClientType, key: string): Promise<unknown> {
    const args = ['1', key, String(this.#options.windowSeconds * 1000)];
    return await client.sendCommand(['EVALSHA', SCRIPT_HASH, ...args]).catch((error: Error) => {
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return client.sendCommand(['EVAL', SCRIPT, ...args]);
    });
  }

  #lose(client: RedisClientType, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    discard(client);
    this.#giveUp(error);
  }

  #giveUp(error: unknown): void {
    this.#options.report.logState(error as Error);
    if (!this.#isClosed) this.#retry = setTimeout(() => this.start(), RETRY_MILLISECONDS).unref();
  }
}

/** Anything may answer on a port or write to a Redis: an absurd count would refuse everybody. */
function countedIn(reply: unknown): Omit<Counted, 'delayMilliseconds'> {
  const [count, leftMilliseconds, ...others] = Array.isArray(reply) ? reply : [];
  const isSane =
    Number.isSafeInteger(count) && count >= 1 && Number.isSafeInteger(leftMilliseconds) && others.length === 0;
  if (!isSane || leftMilliseconds < 0 || leftMilliseconds > MAX_WINDOW_MILLISECONDS)
    throw new Error(`it answered ${JSON.stringify(reply)?.slice(0, 100)} instead of a count and a time`);
  return { count, leftMilliseconds };
}

export function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = afterReading(milliseconds, () => reject(new Error(`no answer within ${milliseconds} ms`)));
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** Reads what arrived while this thread was busy before doing the work. */
function afterReading(milliseconds: number, work: () => void): NodeJS.Timeout {
  return setTimeout(() => setImmediate(work), milliseconds);
}

function discard(client: RedisClientType): void {
  try {
    client.destroy();
  } catch {
    // It is already closed.
  }
}
