// Collects the state of a running service, and shows it as metrics and warnings.

import type { Logger } from 'pino';
import { isValidAt, type KnownKey } from '../access/callers.ts';
import type { Settings } from '../config/settings.ts';
import { parseRange, type Range } from '../net/address.ts';
import { everybodyIn, openTo } from '../net/coverage.ts';
import type { Revision } from '../store/tables/revisions.ts';
import type { ThreadCounters } from './counters.ts';
import { exposition } from './exposition.ts';
import { processFamilies, serviceFamilies } from './report.ts';
import { type MetricsServer, serveMetrics } from './server.ts';
import { diskOf, ServiceState, type Warning, Watch } from './warnings.ts';

interface Others {
  tellWarnings(warnings: Warning[]): void;
  unwrittenUses(): number;
  droppedLogLines(): number;
}

export class Monitor {
  readonly #settings: Settings;
  readonly #log: Logger;
  readonly #threads: readonly ThreadCounters[];
  readonly #others: Others;
  readonly #state = new ServiceState();
  readonly #watch: Watch;
  readonly #trust: string | undefined;
  #openTo: string | undefined;
  #warnings: Warning[] = [];
  #server: MetricsServer | undefined;

  constructor(settings: Settings, log: Logger, threads: readonly ThreadCounters[], others: Others) {
    this.#settings = settings;
    this.#log = log;
    this.#threads = threads;
    this.#others = others;
    const trusted = everybodyIn(settings.trustProxy);
    this.#trust = trusted && `X-Forwarded-For is believed from ${trusted}: they can choose the address that is seen.`;
    if (this.#trust) log.warn(this.#trust);
    this.#watch = new Watch({
      state: this.#state,
      log,
      namesKeys: settings.logKeyNames === 'on',
      disk: () => diskOf(settings.data),
      now: Date.now,
      tell: (warnings) => {
        this.#warnings = warnings;
        others.tellWarnings(warnings);
      },
    });
  }

  get cautions(): string[] {
    return [this.#trust, this.#openTo].filter((caution) => caution !== undefined);
  }

  /** What a new service still lacks; false if the store cannot be read. */
  get lacks(): { catalogue: boolean; callers: boolean } {
    const { isStoreUp, revision, unloadable, keys, allowedRanges } = this.#state;
    const mayCall = allowedRanges > 0 || keys.some((key) => isValidAt(key, Date.now()));
    return { catalogue: isStoreUp && !revision && !unloadable, callers: isStoreUp && !mayCall };
  }

  get address(): string | undefined {
    return this.#server?.address;
  }

  async start(): Promise<void> {
    await this.#watch.start();
    const { metricsPort, metricsHost } = this.#settings;
    if (metricsPort === null) return;
    const where = { host: metricsHost, port: metricsPort };
    this.#server = await serveMetrics(where, () => this.#report(), this.#log).catch((error) => {
      throw new Error(`The metrics cannot be served on ${metricsHost}, port ${metricsPort}: ${error.message}.`);
    });
    this.#log.info({ address: this.address }, 'metrics');
  }

  stop(): void {
    this.#watch.stop();
    this.#server?.close();
  }

  callersChanged(keys: readonly KnownKey[], allowlist: readonly string[]): void {
    this.#state.keys = keys;
    this.#state.allowedRanges = allowlist.length;
    const before = this.#openTo;
    this.#openTo = openTo(allowlist.map((cidr) => parseRange(cidr) as Range));
    if (this.#openTo && this.#openTo !== before) this.#log.warn(this.#openTo);
    this.#watch.checkAgain();
  }

  published({ number, createdAt, trees, families }: Revision, bytes: Uint8Array, seconds: number): void {
    this.#state.revision = { number, publishedAt: Date.parse(createdAt), trees, families, bytes: bytes.length };
    this.#state.unloadable = undefined;
    this.#state.loads.observe(seconds);
  }

  unloadable(revision: string | undefined): void {
    if (revision === this.#state.unloadable) return;
    this.#state.unloadable = revision;
    this.#watch.checkAgain();
  }

  storeWasRead(at: number): void {
    this.#state.isStoreUp = true;
    this.#setReplaced(false);
    this.#state.storeReadAt = at;
  }

  /** `isReplaced`: the database holds no store, or another one. */
  storeFailed(isReplaced: boolean): void {
    this.#state.isStoreUp = false;
    this.#setReplaced(isReplaced);
    this.#state.storeFailures++;
  }

  #setReplaced(isReplaced: boolean): void {
    if (isReplaced === this.#state.isStoreReplaced) return;
    this.#state.isStoreReplaced = isReplaced;
    this.#watch.checkAgain();
  }

  threadReplaced(): void {
    this.#state.threadsReplaced++;
  }

  #report(): string {
    const now = Date.now();
    this.#state.unwrittenUses = this.#others.unwrittenUses();
    this.#state.droppedLogLines = this.#others.droppedLogLines();
    const usesRedis = this.#settings.redis !== null;
    const [threads, state, warnings] = [this.#threads, this.#state, this.#warnings];
    const families = serviceFamilies({ threads, state, warnings, usesRedis, now });
    return exposition([...families, ...processFamilies(now)]);
  }
}
