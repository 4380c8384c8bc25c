// In charge of health and readiness, which supervisors and load balancers ask for.

import { staleStore, type Warning } from '../../observe/warnings.ts';
import type { Exchange } from '../pipeline/exchange.ts';
import type { Service } from '../pipeline/service.ts';
import { OF_STATE, retryAfter } from '../response/headers.ts';

const RETRY_AFTER_SECONDS = 5;

export function showHealth(exchange: Exchange): void {
  exchange.send(200, OF_STATE, Buffer.from(JSON.stringify({ status: 'alive' })));
}

export function showReadiness(exchange: Exchange, service: Service): void {
  const published = service.published();
  const warnings = warningsOf(service);
  if (!published || service.isDraining()) {
    const reason = published ? 'the service is about to stop' : 'nothing has been published yet';
    const body = Buffer.from(JSON.stringify({ status: 'unready', reason, warnings }));
    exchange.send(503, [...OF_STATE, ...retryAfter(RETRY_AFTER_SECONDS)], body);
    return;
  }
  const { revision, publishedAt } = published;
  const ageSeconds = secondsSince(Date.parse(publishedAt));
  const storeReadAt = service.storeReadAt();
  const storeReadSecondsAgo = storeReadAt === 0 ? null : secondsSince(storeReadAt);
  const state = { status: 'ready', revision, publishedAt, ageSeconds, storeReadSecondsAgo, warnings };
  exchange.send(200, OF_STATE, Buffer.from(JSON.stringify(state)));
}

/** The main thread tells of all, unless it hangs itself. */
function warningsOf(service: Service): Warning[] {
  const told = service.warnings().filter(({ code }) => code !== 'store-stale');
  const stale = staleStore(service.storeReadAt(), Date.now());
  return stale ? [...told, stale] : told;
}

function secondsSince(moment: number): number {
  return Math.max(0, Math.floor((Date.now() - moment) / 1000));
}
