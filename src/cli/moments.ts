// In charge of moments and durations as people write them: `2027-01-01`, `90d`, `24h`.

import { UsageError } from './command.ts';

const UNIT_MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(amount) * UNIT_MILLISECONDS[unit as keyof typeof UNIT_MILLISECONDS];
}

/** A future moment, given as a date or as a duration from now. */
export function parseExpiry(text: string, now: Date): Date {
  const duration = parseDuration(text);
  const moment = duration === undefined ? parseDate(text) : new Date(now.getTime() + duration);
  if (!moment)
    throw new UsageError(`--expires is “${text}”, but must be a date such as 2027-01-01 or a time such as 90d.`);
  if (moment <= now) throw new UsageError(`--expires is “${text}”, which is not in the future.`);
  return moment;
}

/** A day that the calendar does not have, such as 30 February, is none. */
function parseDate(text: string): Date | undefined {
  const moment = new Date(text);
  const day = new Date(text.slice(0, 10));
  const exists = DATE.test(text) && !Number.isNaN(moment.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return exists ? moment : undefined;
}
