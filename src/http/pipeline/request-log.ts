// Writes the log line of each request without a serialiser, which would take longer than the response.

import type { KnownKey } from '../../access/callers.ts';
import { shownJson } from '../../domain/shown.ts';
import type { Exchange } from './exchange.ts';
import type { Service } from './service.ts';

export type RequestLog = (exchange: Exchange, revision: string | undefined, milliseconds: number) => void;

/** Ids, methods, routes and addresses need no JSON escaping; the names of keys do. */
export function requestLog({ log, writeLogLine, settings }: Service): RequestLog {
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
      `{"level":30,"time":${Date.now()},"id":"${id}","client":"${client.text}"${caller},"method":"${method}",` +
        `"route":"${route}","status":${status}${published},"bytes":${bytes},"durationMs":${durationMs},"msg":"request"}\n`,
    );
  };
}
