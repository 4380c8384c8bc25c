// In charge of counting requests in Redis: one script and one round trip for each. A Redis that fails or does not answer
// is left alone at once, tried again in the background, and used again when it counts.

import { createHash } from 'node:crypto';
import type { RedisClientType } from '@redis/client';
import type { Logger } from 'pino';

/** Beyond this, a request would notice that it waits. */
const ANSWER_MILLISECONDS = 50;
const CONNECT_MILLISECONDS = 1_000;
const RETRY_MILLISECONDS = 250;

/** No setting allows a longer one, of whatever instance. */
const LONGEST_WINDOW_MILLISECONDS = 86_400_000;

/** A counter is made together with its end, and one without an end, whoever made it, is given one. */
const SCRIPT = `local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;
const SCRIPT_HASH = createHash('sha1').update(SCRIPT).digest('hex');
const PROBE_KEY = 'sylva:rate:probe';

export interface Counted {
  /** Requests in the window, this one included. */
  count: number;
  /** Until the window ends: a length of time, so that no two clocks need agree. */
  leftMilliseconds: number;
}

interface Options {
  url: string;
  windowSeconds: number;
  log: Pick<Logger, 'info' | 'warn'>;
  /** How long a request waits for Redis before it is counted here. */
  answerMilliseconds?: number;
}

export class RedisCounter {
  readonly #options: Options;
  readonly #window: string;
  readonly #answerMilliseconds: number;
  #client: RedisClientType | undefined;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isComplaining = false;

  constructor(options: Options) {
    this.#options = options;
    this.#window = String(options.windowSeconds * 1000);
    this.#answerMilliseconds = options.answerMilliseconds ?? ANSWER_MILLISECONDS;
  }

  get isUp(): boolean {
    return this.#client !== undefined;
  }

  /** Ready, or known not to be, when this returns. */
  async start(): Promise<void> {
    if (this.#isClosed) return;
    const client = await this.#newClient();
    try {
      await within(CONNECT_MILLISECONDS, client.connect());
      await this.#countIn(client, PROBE_KEY);
      this.#use(client);
    } catch (error) {
      discard(client);
      this.#giveUp(error);
    }
  }

  /** Fails where Redis does, or takes too long; it is not up any more then. */
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
    // Loaded only where it is used: most services have no Redis.
    // A package of the older kind: the bundle has it whole, as its default.
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
    return countedIn(await within(this.#answerMilliseconds, this.#ask(client, key)));
  }

  /** A Redis that was restarted does not know the script. */
  async #ask(client: RedisClientType, key: string): Promise<unknown> {
    try {
      return await client.sendCommand(['EVALSHA', SCRIPT_HASH, '1', key, this.#window]);
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return await client.sendCommand(['EVAL', SCRIPT, '1', key, this.#window]);
    }
  }

  #use(client: RedisClientType): void {
    if (this.#isClosed) {
      discard(client);
      return;
    }
    this.#client = client;
    if (this.#isComplaining) this.#options.log.info('Redis counts again: the rate limit holds over all instances');
    this.#isComplaining = false;
  }

  #lose(client: RedisClientType, error: unknown): void {
    if (client !== this.#client) return;
    this.#client = undefined;
    discard(client);
    this.#giveUp(error);
  }

  /** One line for each failure, however long it lasts. */
  #giveUp(error: unknown): void {
    const reason = (error as Error).message;
    if (!this.#isComplaining)
      this.#options.log.warn({ reason }, 'Redis does not count: each instance limits by itself meanwhile');
    this.#isComplaining = true;
    if (!this.#isClosed) this.#retry = setTimeout(() => this.start(), RETRY_MILLISECONDS).unref();
  }
}

/** Anything may answer on a port, and anybody may write to a Redis: a count that makes no sense would refuse everybody. */
function countedIn(reply: unknown): Counted {
  const [count, leftMilliseconds, ...others] = Array.isArray(reply) ? reply : [];
  const isSane =
    Number.isSafeInteger(count) && count >= 1 && Number.isSafeInteger(leftMilliseconds) && others.length === 0;
  if (!isSane || leftMilliseconds < 0 || leftMilliseconds > LONGEST_WINDOW_MILLISECONDS)
    throw new Error(`it answered ${JSON.stringify(reply)?.slice(0, 100)} instead of a count and a time`);
  return { count, leftMilliseconds };
}

/** What arrived while this thread was busy counts as in time: it is looked at once more before it is given up. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => setImmediate(() => reject(new Error(`no answer within ${milliseconds} ms`)));
    const timer = setTimeout(late, milliseconds);
    promise.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function discard(client: RedisClientType): void {
  try {
    client.destroy();
  } catch {
    // It was closed already.
  }
}
