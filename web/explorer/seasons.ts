// In charge of months: their names in a language, and a season said in words.

import type { Locale, Month } from '../../client/src/index.ts';
import { MONTHS } from '../../src/domain/vocabulary.ts';

const YEAR = MONTHS.length;

type Style = 'long' | 'short' | 'narrow';

/** By language and style: to make what writes dates takes longer than to write hundreds of them. */
const names = new Map<string, string[]>();

export function monthName(month: Month, locale: Locale, style: Style = 'long'): string {
  const known = names.get(locale + style) ?? namesIn(locale, style);
  names.set(locale + style, known);
  return known[MONTHS.indexOf(month)] as string;
}

function namesIn(locale: Locale, style: Style): string[] {
  const { format } = new Intl.DateTimeFormat(locale, { month: style, timeZone: 'UTC' });
  return MONTHS.map((_, index) => format(Date.UTC(2024, index, 15)).replace('.', ''));
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
