// In charge of telling that nearly everybody is let in: at every start, and when it begins while the service runs.

import type { Logger } from 'pino';
import { parseRange, type Range } from '../access/address.ts';
import { everybodyIn } from '../access/coverage.ts';

export class Openness {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #trust: string | undefined;
  #allowlist: string | undefined;

  constructor(trusted: readonly Range[], log: Pick<Logger, 'warn'>) {
    this.#log = log;
    this.#trust = trustIn(trusted);
    if (this.#trust) log.warn(this.#trust);
  }

  allowlistChanged(cidrs: readonly string[]): void {
    const before = this.#allowlist;
    this.#allowlist = openTo(cidrs.map((cidr) => parseRange(cidr) as Range));
    if (this.#allowlist && this.#allowlist !== before) this.#log.warn(this.#allowlist);
  }

  /** What a person should know who starts the service. */
  get cautions(): string[] {
    return [this.#trust, this.#allowlist].filter((caution) => caution !== undefined);
  }
}

/** What an allowlist means, where it lets nearly everybody in. */
export function openTo(allowlist: readonly Range[]): string | undefined {
  const everybody = everybodyIn(allowlist);
  return everybody && `The allowlist lets ${everybody} call without a key.`;
}

function trustIn(trusted: readonly Range[]): string | undefined {
  const everybody = everybodyIn(trusted);
  return everybody && `X-Forwarded-For is believed from ${everybody}: they can choose the address that is seen.`;
}
