import { setTimeout as pause } from 'node:timers/promises';
import type { Exchange } from '../pipeline/exchange.ts';
import type { CheckSource } from '../pipeline/service.ts';
import { STATE_HEADERS } from '../response/headers.ts';
import type { Problem } from '../response/problems.ts';

/** A client asks again after this time: less than any time-out. */
const MAX_WAIT_MILLISECONDS = 5_000;

export interface Check {
  /** Unique over all previews. */
  id: string;
  /** As the author named it. */
  source: string;
  /** The one shown; null until the content had no errors once. */
  revision: string | null;
  trees: number;
  errors: number;
  warnings: number;
  /** Errors first, up to a limit; see `Finding` in content. */
  findings: object[];
}

/** Holds the last check of previewed content. */
export class Checks implements CheckSource {
  #check: Check | undefined;
  #changed = new AbortController();

  tell(check: Check): void {
    this.#check = check;
    this.#changed.abort();
    this.#changed = new AbortController();
  }

  /** Ends all waiting. */
  close(): void {
    this.#changed.abort();
  }

  async after(id: string | null): Promise<Check | undefined> {
    const { signal } = this.#changed;
    if (this.#check?.id === id) await pause(MAX_WAIT_MILLISECONDS, undefined, { signal }).catch(() => {});
    return this.#check;
  }
}

export const PREVIEW_PATH = '/preview';

/** Sends the check after the one that the client names. */
export async function sendCheck(exchange: Exchange, checks: CheckSource): Promise<void> {
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
