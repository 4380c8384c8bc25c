// Watches for conditions that will need a person soon, tells the serving threads, and logs each when it begins and ends.

import { statfs } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { KnownKey } from '../access/callers.ts';
import { Histogram, SWAP_SECONDS } from './counters.ts';

export interface ServedRevision {
  number: number;
  /** Unix time in milliseconds. */
  publishedAt: number;
  trees: number;
  families: number;
  bytes: number;
}

export interface Disk {
  freeBytes: number;
  totalBytes: number;
}

export class ServiceState {
  keys: readonly KnownKey[] = [];
  allowedRanges = 0;
  revision: ServedRevision | undefined;
  /** The active revision if it could not be loaded; an older one is served. */
  unloadable: string | undefined;
  isStoreUp = false;
  /** Whether the database holds no store, or another one than was served. */
  isStoreReplaced = false;
  storeFailures = 0;
  /** Unix time in milliseconds; 0 if it never was. */
  storeReadAt = 0;
  readonly startedAt = Date.now();
  threadsReplaced = 0;
  unwrittenUses = 0;
  droppedLogLines = 0;
  /** Of the data folder; undefined if the system doesn't say. */
  disk: Disk | undefined;
  readonly loads = new Histogram(SWAP_SECONDS);
}

export interface Warning {
  code: WarningCode;
  /** One sentence that everyone may read: it names no partner. */
  detail: string;
}

export const WARNING_CODES = [
  'keys-expiring',
  'store-stale',
  'store-replaced',
  'revision-not-loaded',
  'disk-nearly-full',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

type Expiry = Pick<KnownKey, 'expiresAt' | 'isReplaced'>;

const DAY_MILLISECONDS = 86_400_000;
export const EXPIRING_DAYS = 14;
const STALE_SECONDS = 60;
const MIN_FREE_SHARE = 0.05;

/** Whether a key ends soon and has no successor. */
export function isExpiring({ expiresAt, isReplaced }: Expiry, now: number): boolean {
  return !isReplaced && endsSoon(expiresAt, now);
}

export function endsSoon(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt > now && expiresAt <= now + EXPIRING_DAYS * DAY_MILLISECONDS;
}

export function warningsOf(state: ServiceState, now: number): Warning[] {
  const { keys, disk } = state;
  const expiring = keys.filter((key) => isExpiring(key, now)).length;
  const freeShare = disk ? disk.freeBytes / disk.totalBytes : 1;
  const sentences: Record<WarningCode, string | false> = {
    'keys-expiring':
      expiring > 0 && `${expiring === 1 ? '1 key expires' : `${expiring} keys expire`} within ${EXPIRING_DAYS} days.`,
    'store-stale': staleStore(state.storeReadAt, now)?.detail ?? false,
    'store-replaced':
      state.isStoreReplaced && 'The database holds no store, or another one than was served: what was known stays.',
    'revision-not-loaded':
      state.unloadable !== undefined && 'The active revision cannot be loaded: an older one is served.',
    'disk-nearly-full':
      freeShare < MIN_FREE_SHARE && `The disk of the data folder has ${Math.floor(freeShare * 100)} % left.`,
  };
  return WARNING_CODES.flatMap((code) => (sentences[code] ? { code, detail: sentences[code] } : []));
}

/** Serving threads call it, too, because the main thread may hang. `storeReadAt` is 0 if it never was read. */
export function staleStore(storeReadAt: number, now: number): Warning | undefined {
  if (storeReadAt === 0) return { code: 'store-stale', detail: 'The store was not read since this server started.' };
  if (now - storeReadAt < STALE_SECONDS * 1000) return undefined;
  return { code: 'store-stale', detail: `The store could not be read for more than ${STALE_SECONDS} s.` };
}

const INTERVAL_MILLISECONDS = 5_000;

interface Options {
  state: ServiceState;
  log: Pick<Logger, 'info' | 'warn'>;
  namesKeys: boolean;
  disk(): Promise<Disk | undefined>;
  now(): number;
  tell(warnings: Warning[]): void;
}

export class Watch {
  readonly #options: Options;
  #known = new Set<WarningCode>();
  #isChecking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  async start(): Promise<void> {
    await this.check();
    this.#timer = setInterval(() => void this.check(), INTERVAL_MILLISECONDS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Checks at once after a change, if it is started. */
  checkAgain(): void {
    if (this.#timer) void this.check();
  }

  /** Skips a check while a hanging disk holds up the previous one. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    const { state, now, disk, tell } = this.#options;
    this.#isChecking = true;
    state.disk = await disk();
    this.#isChecking = false;
    const warnings = warningsOf(state, now());
    this.#log(warnings);
    tell(warnings);
  }

  #log(warnings: Warning[]): void {
    const { log } = this.#options;
    const codes = new Set(warnings.map(({ code }) => code));
    for (const { code, detail } of warnings) {
      if (!this.#known.has(code)) log.warn({ warning: code, ...this.#details(code) }, detail);
    }
    for (const code of this.#known) if (!codes.has(code)) log.info({ warning: code }, 'this warning is over');
    this.#known = codes;
  }

  #details(code: WarningCode): object {
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

/** The space that an ordinary user may fill. */
export async function diskOf(folder: string): Promise<Disk | undefined> {
  const { bavail, blocks, bsize } = await statfs(folder).catch(() => ({ bavail: 0, blocks: 0, bsize: 0 }));
  return blocks === 0 ? undefined : { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
