// In charge of what a preview has that a service has not: the last check of the content, told as soon as there is another; and the
// names that it is asked under, since a page of anybody's may have a name of its own lead to this machine.

import type { Exchange } from '../pipeline/exchange.ts';
import { OF_STATE } from '../response/headers.ts';
import type { Problem } from '../response/problems.ts';
import type { Checks } from './preview-checks.ts';

export const PREVIEW_PATH = '/preview';

/** The check after the one that is known. */
export async function showCheck(exchange: Exchange, checks: Checks): Promise<void> {
  const check = await checks.after(new URLSearchParams(exchange.queryString).get('after'));
  exchange.send(200, OF_STATE, Buffer.from(JSON.stringify(check ?? null)));
}

const OWN_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/** A request under another name, be it in its address alone, comes from a page that has no business here. */
export function strangeHost(exchange: Exchange): Problem | undefined {
  const host = exchange.header('host') ?? '';
  if (OWN_HOST.test(host) && OWN_HOST.test(exchange.authority ?? host)) return undefined;
  return { code: 'malformed-request', detail: 'A preview is asked under the name localhost or 127.0.0.1 only.' };
}
