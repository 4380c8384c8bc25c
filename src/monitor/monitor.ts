// In charge of watching over a running service: takes in what happens to it, and shows it as metrics and warnings.

import type { Logger } from 'pino';
import { isValidAt, type KnownKey } from '../access/callers.ts';
import type { Settings } from '../config.ts';
import { exposition } from './exposition.ts';
import type { ThreadNumbers } from './numbers.ts';
import { Openness } from './openness.ts';
import { processFamilies } from './process-report.ts';
import { serviceFamilies } from './report.ts';
import { type MetricsServer, serveMetrics } from './server.ts';
import { ServiceState } from './state.ts';
import type { Warning } from './warnings.ts';
import { diskOf, Watch } from './watch.ts';

/** Those who serve: they count, and show warnings. */
interface Threads {
  readonly numbers: readonly ThreadNumbers[];
  tellWarnings(warnings: Warning[]): void;
}

/** What others count. */
interface Counts {
  unwrittenUses(): number;
  droppedLogLines(): number;
}

interface LoadedRevision {
  number: number;
  createdAt: string;
  trees: number;
  families: number;
}

export class Monitor {
  readonly #settings: Settings;
  readonly #log: Logger;
  readonly #threads: Threads;
  readonly #counts: Counts;
  readonly #state = new ServiceState();
  readonly #watch: Watch;
  readonly #openness: Openness;
  #warnings: Warning[] = [];
  #server: MetricsServer | undefined;

  constructor(settings: Settings, log: Logger, threads: Threads, counts: Counts) {
    this.#settings = settings;
    this.#log = log;
    this.#threads = threads;
    this.#counts = counts;
    this.#openness = new Openness(settings.trustProxy, log);
    this.#watch = new Watch({
      state: this.#state,
      log,
      namesKeys: settings.logKeyNames === 'on',
      disk: () => diskOf(settings.data),
      now: Date.now,
      tell: (warnings) => this.#tell(warnings),
    });
  }

  /** What a person should know who starts the service. */
  get cautions(): string[] {
    return this.#openness.cautions;
  }

  /** What a new service has not yet; of a store that cannot be read nobody knows. */
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
    this.#server = await serveMetrics(metricsHost, metricsPort, () => this.#report()).catch((error) => {
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
    this.#openness.allowlistChanged(allowlist);
  }

  published({ number, createdAt, trees, families }: LoadedRevision, bytes: Uint8Array, seconds: number): void {
    this.#state.revision = { number, publishedAt: Date.parse(createdAt), trees, families, bytes: bytes.length };
    this.#state.unloadable = undefined;
    this.#state.loads.observe(seconds);
  }

  unloadable(revision: string | undefined): void {
    this.#state.unloadable = revision;
  }

  storeWasRead(at: number): void {
    this.#state.isStoreUp = true;
    this.#setReplaced(false);
    this.#state.storeReadAt = at;
  }

  /** The store cannot be used; `isReplaced` where there is none, or another one. */
  storeFailed(isReplaced: boolean): void {
    this.#state.isStoreUp = false;
    this.#setReplaced(isReplaced);
    this.#state.storeFailures++;
  }

  /** Told at once: a lost store is no matter for the next look. */
  #setReplaced(isReplaced: boolean): void {
    if (isReplaced === this.#state.isStoreReplaced) return;
    this.#state.isStoreReplaced = isReplaced;
    void this.#watch.look();
  }

  threadReplaced(): void {
    this.#state.threadsReplaced++;
  }

  #tell(warnings: Warning[]): void {
    this.#warnings = warnings;
    this.#threads.tellWarnings(warnings);
  }

  #report(): string {
    const now = Date.now();
    this.#state.unwrittenUses = this.#counts.unwrittenUses();
    this.#state.droppedLogLines = this.#counts.droppedLogLines();
    const { numbers: threads } = this.#threads;
    const usesRedis = this.#settings.redis !== null;
    const families = serviceFamilies({ threads, state: this.#state, warnings: this.#warnings, usesRedis, now });
    return exposition([...families, ...processFamilies(now)]);
  }
}
