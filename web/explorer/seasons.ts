// In charge of months: their names in a language, and a season said in words.

import type { Locale, Month } from '../../client/src/index.ts';
import { MONTHS } from '../../src/domain/vocabulary.ts';

const YEAR = MONTHS.length;

export function monthName(month: Month, locale: Locale, style: 'long' | 'short' | 'narrow' = 'long'): string {
  const moment = new Date(Date.UTC(2024, MONTHS.indexOf(month), 15));
  return new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' }).format(moment).replace('.', '');
}

/** Runs of months, each from its first to its last; one may go over the turn of the year. */
export function runsOf(months: readonly Month[]): [Month, Month][] {
  const has = (index: number) => months.includes(MONTHS[(index + YEAR) % YEAR] as Month);
  const starts = MONTHS.map((_, index) => index).filter((index) => has(index) && !has(index - 1));
  if (starts.length === 0) return months.length === 0 ? [] : [['january', 'december']];
  return starts.map((start) => {
    let end = start;
    while (has(end + 1)) end++;
    return [MONTHS[start] as Month, MONTHS[end % YEAR] as Month];
  });
}

/** Such as “December–February, June”. */
export function seasonText(months: readonly Month[], locale: Locale, wholeYear: string): string {
  if (months.length === YEAR) return wholeYear;
  return runsOf(months)
    .map(([first, last]) => [...new Set([first, last])].map((month) => monthName(month, locale)).join('–'))
    .join(', ');
}
