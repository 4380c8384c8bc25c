// In charge of how keys are shown to a person: what each is good for, and which will need somebody soon.

import { EXPIRING_DAYS, isExpiring } from '../monitor/warnings.ts';
import type { StoredKey } from '../store/access-store.ts';
import { ago, inFuture } from './moments.ts';
import { bad, doubtful, good } from './style.ts';
import { table } from './table.ts';

type ShownKey = Omit<StoredKey, 'hash'>;
type Lifetime = Pick<StoredKey, 'revokedAt' | 'expiresAt'>;

type Status = 'active' | 'expired' | 'revoked';

const STATUS_COLOURS: Record<Status, (text: string) => string> = { active: good, expired: doubtful, revoked: bad };

export function statusOf({ revokedAt, expiresAt }: Lifetime, now: Date): Status {
  if (revokedAt) return 'revoked';
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active';
}

export function expiresSoon({ revokedAt, expiresAt }: Lifetime, now: Date): boolean {
  return !revokedAt && expiresAt !== null && isExpiring(Date.parse(expiresAt), now.getTime());
}

export function keysText(keys: ShownKey[], now: Date): string {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    statusOf(key, now),
    expiryText(key, now),
    key.lastUsedAt ? ago(key.lastUsedAt, now) : 'never',
  ]);
  const paint = (cell: string, column: string) =>
    (column === 'STATUS' && STATUS_COLOURS[cell as Status]?.(cell)) || cell;
  return [table(['ID', 'NAME', 'STATUS', 'EXPIRES', 'LAST USED'], rows, { paint }), ...hints(keys, now)].join('\n\n');
}

function expiryText(key: ShownKey, now: Date): string {
  if (!key.expiresAt) return 'never';
  return expiresSoon(key, now) ? `${inFuture(key.expiresAt, now)} !` : key.expiresAt.slice(0, 10);
}

function hints(keys: ShownKey[], now: Date): string[] {
  const soon = keys.filter((key) => expiresSoon(key, now)).length;
  if (soon === 0) return [];
  const what = soon === 1 ? '1 key expires' : `${soon} keys expire`;
  return [`! ${what} within ${EXPIRING_DAYS} days.\n  sylva keys rotate ID makes a successor.`];
}
