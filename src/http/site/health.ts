import { staleStore } from '../../observe/warnings.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Service } from '../pipeline/service.ts';
import { retryAfter, STATE_HEADERS } from '../response/headers.ts';

const RETRY_AFTER_SECONDS = 5;

export function sendHealth(exchange: Exchange): void {
  exchange.send(200, STATE_HEADERS, Buffer.from(JSON.stringify({ status: 'alive' })));
}

export function sendReadiness(exchange: Exchange, service: Service): void {
  const published = service.published();
  const storeReadAt = service.storeReadAt();
  // The main thread may hang, so this thread checks the age of the store itself.
  const stale = staleStore(storeReadAt, Date.now());
  const others = service.warnings().filter(({ code }) => code !== 'store-stale');
  const warnings = stale ? [...others, stale] : others;
  if (!published || service.isDraining()) {
    const reason = published ? 'the service is about to stop' : 'nothing has been published yet';
    const body = Buffer.from(JSON.stringify({ status: 'unready', reason, warnings }));
    exchange.send(503, [...STATE_HEADERS, ...retryAfter(RETRY_AFTER_SECONDS)], body);
    return;
  }
  const { revision, publishedAt } = published;
  const ageSeconds = secondsSince(Date.parse(publishedAt));
  const storeReadSecondsAgo = storeReadAt === 0 ? null : secondsSince(storeReadAt);
  const state = { status: 'ready', revision, publishedAt, ageSeconds, storeReadSecondsAgo, warnings };
  exchange.send(200, STATE_HEADERS, Buffer.from(JSON.stringify(state)));
}

function secondsSince(moment: number): number {
  return Math.max(0, Math.floor((Date.now() - moment) / 1000));
}
