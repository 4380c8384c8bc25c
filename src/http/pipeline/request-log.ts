// In charge of the log's line for each request. It is put together by hand, in the log's own form: serialising an object
// for it would cost more than the answer.

import type { KnownKey } from '../../access/callers.ts';
import { shownJson } from '../../domain/shown.ts';
import type { Exchange } from './exchange.ts';
import type { Service } from './service.ts';

const HEAD = '{"level":30,"time":';

export type RequestLog = (exchange: Exchange, revision: string | undefined, milliseconds: number) => void;

/** Ids, methods, routes and addresses have no character that JSON would escape; the names of keys may. */
export function requestLog({ log, writeLogLine, settings }: Service): RequestLog {
  /** What is said of each key; keys are made anew when they change. */
  const callers = new WeakMap<KnownKey, string>();
  const callerOf = (key: KnownKey) => {
    const name = settings.logKeyNames === 'on' ? `,"keyName":${shownJson(JSON.stringify(key.name))}` : '';
    return `,"keyId":"${key.id}"${name}`;
  };
  return ({ id, client, key, method, route, status, bytes }, revision, milliseconds) => {
    if (!log.isLevelEnabled('info')) return;
    const durationMs = Math.round(milliseconds * 1000) / 1000;
    const caller = key ? callers.getOrInsertComputed(key, callerOf) : '';
    const published = revision === undefined ? '' : `,"revision":"${revision}"`;
    writeLogLine(
      `${HEAD}${Date.now()},"id":"${id}","client":"${client.text}"${caller},"method":"${method}","route":"${route}",` +
        `"status":${status}${published},"bytes":${bytes},"durationMs":${durationMs},"msg":"request"}\n`,
    );
  };
}
