// In charge of warnings while the service runs: looked for now and then, told to those who serve, and logged once when
// each begins and once when it is over.

import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { Disk, ServiceState } from './state.ts';
import { isExpiring, type Warning, type WarningCode, warningsOf } from './warnings.ts';

const INTERVAL_MILLISECONDS = 5_000;

interface Options {
  state: ServiceState;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Whether the log may name keys. */
  namesKeys: boolean;
  disk(): Promise<Disk | undefined>;
  now(): number;
  tell(warnings: Warning[]): void;
}

export class Watch {
  readonly #options: Options;
  #known = new Set<WarningCode>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => void this.look(), INTERVAL_MILLISECONDS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    const { state, now, disk, tell } = this.#options;
    state.disk = await disk();
    const warnings = warningsOf(state, now());
    this.#log(warnings);
    tell(warnings);
  }

  #log(warnings: Warning[]): void {
    const { log } = this.#options;
    const codes = new Set(warnings.map(({ code }) => code));
    for (const { code, detail } of warnings) {
      if (!this.#known.has(code)) log.warn({ warning: code, ...this.#particulars(code) }, detail);
    }
    for (const code of this.#known) if (!codes.has(code)) log.info({ warning: code }, 'this warning is over');
    this.#known = codes;
  }

  #particulars(code: WarningCode): object {
    if (code !== 'keys-expiring') return {};
    const { state, now, namesKeys } = this.#options;
    const keys = state.keys
      .filter((key) => isExpiring(key, now()))
      .map(({ id, name, expiresAt }) => ({
        id,
        ...(namesKeys && { name }),
        expiresAt: new Date(expiresAt as number).toISOString(),
      }));
    return { keys };
  }
}

/** What an ordinary user may still write, as opposed to what is kept for the administrator. */
export async function diskOf(folder: string): Promise<Disk | undefined> {
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }));
  return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
