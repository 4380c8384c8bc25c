// In charge of the log's line for each request. It is put together by hand, in the log's own form: serialising an object
// for it would cost more than the answer.

import pino, { type Logger } from 'pino';
import type { Settings } from '../config.ts';
import type { Exchange } from './exchange.ts';

const HEAD = '{"level":30,"time":';

export class RequestLog {
  readonly #log: Logger;
  readonly #stream: { write(line: string): void };
  readonly #namesKeys: boolean;

  constructor(log: Logger, { logKeyNames }: Settings) {
    this.#namesKeys = logKeyNames === 'on';
    this.#log = log;
    this.#stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym];
  }

  /** Ids, methods, routes and addresses have no character that JSON would escape; the names of keys may. */
  write(
    { id, client, key, method, route, status, bytes }: Exchange,
    revision: string | undefined,
    milliseconds: number,
  ): void {
    if (!this.#log.isLevelEnabled('info')) return;
    const durationMs = Math.round(milliseconds * 1000) / 1000;
    const name = key && this.#namesKeys ? `,"keyName":${JSON.stringify(key.name)}` : '';
    const caller = key ? `,"keyId":"${key.id}"${name}` : '';
    const published = revision === undefined ? '' : `,"revision":"${revision}"`;
    this.#stream.write(
      `${HEAD}${Date.now()},"id":"${id}","client":"${client.text}"${caller},"method":"${method}","route":"${route}",` +
        `"status":${status}${published},"bytes":${bytes},"durationMs":${durationMs},"msg":"request"}\n`,
    );
  }
}
