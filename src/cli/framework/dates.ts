// Parses and shows moments and durations: `2027-01-01`, `90d`, `3 h ago`.

import { UsageError } from './errors.ts';

const UNIT_MILLISECONDS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;
const LONG_MILLISECONDS = 30 * UNIT_MILLISECONDS.d;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** To the minute, in UTC: `2027-01-01 00:00Z`; `never` for null. */
export function shortMoment(moment: string | null): string {
  return moment === null ? 'never' : `${moment.slice(0, 10)} ${moment.slice(11, 16)}Z`;
}

/** In milliseconds. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  return unit === undefined ? undefined : Number(amount) * UNIT_MILLISECONDS[unit as keyof typeof UNIT_MILLISECONDS];
}

/** A future moment, given as a date or as a duration from now. */
export function parseExpiry(text: string, now: Date): Date {
  const moment = parseMoment(text, now, 1);
  if (!moment)
    throw new UsageError(`--expires is “${text}”, but must be a date such as 2027-01-01 or a time such as 90d.`);
  if (moment <= now) throw new UsageError(`--expires is “${text}”, which is not in the future.`);
  return moment;
}

/** A past moment, given as a date or as a duration before now. */
export function parsePast(text: string, now: Date): Date {
  const moment = parseMoment(text, now, -1);
  if (moment) return moment;
  throw new UsageError(`--since is “${text}”, but must be a date such as 2027-01-01 or a time such as 7d.`);
}

function parseMoment(text: string, now: Date, sign: 1 | -1): Date | undefined {
  const duration = parseDuration(text);
  return duration === undefined ? parseDate(text) : new Date(now.getTime() + sign * duration);
}

/** Undefined for a day that does not exist, such as 30 February. */
function parseDate(text: string): Date | undefined {
  const moment = new Date(text);
  const day = new Date(text.slice(0, 10));
  const exists = DATE.test(text) && !Number.isNaN(moment.getTime()) && day.toISOString().startsWith(text.slice(0, 10));
  return exists ? moment : undefined;
}

/** Such as `3 h ago`; a date after 30 days. */
export function ago(moment: string, now: Date): string {
  const milliseconds = now.getTime() - Date.parse(moment);
  return milliseconds > LONG_MILLISECONDS ? moment.slice(0, 10) : `${lengthText(milliseconds)} ago`;
}

export function inFuture(moment: string, now: Date): string {
  return `in ${lengthText(Date.parse(moment) - now.getTime())}`;
}

function lengthText(milliseconds: number): string {
  const unit = (['d', 'h', 'm'] as const).find((each) => milliseconds >= UNIT_MILLISECONDS[each]);
  if (!unit) return 'under 1 min';
  const name = { d: 'd', h: 'h', m: 'min' }[unit];
  return `${Math.floor(milliseconds / UNIT_MILLISECONDS[unit])} ${name}`;
}
