import { EXPIRING_DAYS, endsSoon } from '../../observe/warnings.ts';
import { type KeyStatus, replacedIn, type StoredKey, statusOf } from '../../store/tables/access.ts';
import { ago, inFuture } from '../framework/dates.ts';
import { table } from '../terminal/table.ts';
import { bad, doubtful, good } from '../terminal/terminal.ts';

const STATUS_COLOURS: Record<KeyStatus, (text: string) => string> = { active: good, expired: doubtful, revoked: bad };

interface ListedKey extends Omit<StoredKey, 'hash'> {
  status: KeyStatus;
  /** Whether it needs a successor. */
  expiresSoon: boolean;
}

export function listed(keys: StoredKey[], now: Date): ListedKey[] {
  const replaced = replacedIn(keys);
  return keys.map(({ hash: _, ...key }) => ({
    ...key,
    status: statusOf(key, now),
    expiresSoon: isEnding(key, now) && !replaced.has(key.id),
  }));
}

export function keysText(keys: ListedKey[], now: Date): string {
  const rows = keys.map((key) => [
    key.id,
    key.name,
    key.status,
    expiryText(key, now),
    key.lastUsedAt ? ago(key.lastUsedAt, now) : 'never',
  ]);
  const paint = (cell: string, column: string) =>
    (column === 'STATUS' && STATUS_COLOURS[cell as KeyStatus]?.(cell)) || cell;
  const none = 'There are no keys. sylva keys create --name NAME makes one.';
  return [table(['ID', 'NAME', 'STATUS', 'EXPIRES', 'LAST USED'], rows, { paint, none }), ...hints(keys)].join('\n\n');
}

function expiryText(key: ListedKey, now: Date): string {
  if (!key.expiresAt) return 'never';
  if (!isEnding(key, now)) return key.expiresAt.slice(0, 10);
  return `${inFuture(key.expiresAt, now)}${key.expiresSoon ? ' !' : ''}`;
}

function isEnding({ revokedAt, expiresAt }: Omit<StoredKey, 'hash'>, now: Date): boolean {
  return !revokedAt && expiresAt !== null && endsSoon(Date.parse(expiresAt), now.getTime());
}

function hints(keys: ListedKey[]): string[] {
  const soon = keys.filter(({ expiresSoon }) => expiresSoon).length;
  if (soon === 0) return [];
  const what = soon === 1 ? '1 key expires' : `${soon} keys expire`;
  return [`! ${what} within ${EXPIRING_DAYS} days.\n  sylva keys rotate ID makes a successor.`];
}
