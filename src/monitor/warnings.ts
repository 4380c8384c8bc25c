// In charge of what will need a person soon, while everything is still answered.

import type { KnownKey } from '../access/callers.ts';
import type { ServiceState } from './state.ts';

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
const LEAST_FREE_SHARE = 0.05;

/** Whether a key ends soon and somebody should make another; where that was done, its end is no news. */
export function isExpiring({ expiresAt, isReplaced }: Expiry, now: number): boolean {
  return !isReplaced && endsSoon(expiresAt, now);
}

export function endsSoon(expiresAt: number | null, now: number): boolean {
  return expiresAt !== null && expiresAt > now && expiresAt <= now + EXPIRING_DAYS * DAY_MILLISECONDS;
}

export function warningsOf(state: ServiceState, now: number): Warning[] {
  const all = [
    expiring(state, now),
    staleStore(state.storeReadAt, now),
    replacedStore(state),
    unloadable(state),
    fullDisk(state),
  ];
  return all.filter((warning) => warning !== undefined);
}

function expiring({ keys }: ServiceState, now: number): Warning | undefined {
  const count = keys.filter((key) => isExpiring(key, now)).length;
  if (count === 0) return undefined;
  const detail = `${count === 1 ? '1 key expires' : `${count} keys expire`} within ${EXPIRING_DAYS} days.`;
  return { code: 'keys-expiring', detail };
}

/** Also asked by serving threads: the main thread may be the one that hangs. One that was never read was read at 0. */
export function staleStore(storeReadAt: number, now: number): Warning | undefined {
  if (storeReadAt === 0) return { code: 'store-stale', detail: 'The store was not read since this server started.' };
  if (now - storeReadAt < STALE_SECONDS * 1000) return undefined;
  return { code: 'store-stale', detail: `The store could not be read for more than ${STALE_SECONDS} s.` };
}

function replacedStore({ isStoreReplaced }: ServiceState): Warning | undefined {
  if (!isStoreReplaced) return undefined;
  const detail = 'The database holds no store, or another one than was served: what was known stays.';
  return { code: 'store-replaced', detail };
}

function unloadable(state: ServiceState): Warning | undefined {
  if (state.unloadable === undefined) return undefined;
  return { code: 'revision-not-loaded', detail: 'The active revision cannot be loaded: an older one is served.' };
}

function fullDisk({ disk }: ServiceState): Warning | undefined {
  if (!disk || disk.freeBytes >= disk.totalBytes * LEAST_FREE_SHARE) return undefined;
  const percent = Math.floor((disk.freeBytes / disk.totalBytes) * 100);
  return { code: 'disk-nearly-full', detail: `The disk of the data folder has ${percent} % left.` };
}
