import type { Exchange } from '../pipeline/exchange.ts';
import { STATE_HEADERS } from '../response/headers.ts';
import type { Problem } from '../response/problems.ts';
import type { Checks } from './preview-checks.ts';

export const PREVIEW_PATH = '/preview';

/** Sends the check after the one that the client names. */
export async function sendCheck(exchange: Exchange, checks: Checks): Promise<void> {
  const check = await checks.after(new URLSearchParams(exchange.queryString).get('after'));
  exchange.send(200, STATE_HEADERS, Buffer.from(JSON.stringify(check ?? null)));
}

const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** Prevents DNS rebinding: any web page may make its own host name lead to this machine. */
export function refuseForeignHost(exchange: Exchange): Problem | undefined {
  const host = exchange.header('host') ?? '';
  if (OWN_HOST.test(host) && OWN_HOST.test(exchange.authority ?? host)) return undefined;
  return { code: 'malformed-request', detail: 'A preview is asked under the name localhost or 127.0.0.1 only.' };
}
