// In charge of the kinds of fields that have words of their own: months, IUCN categories, and dates.

import {
  ALL_YEAR_WORDS,
  isAllYear,
  MONTH_WORDS,
  MONTHS,
  type Month,
  parseMonth,
  parseStatus,
  STATUS_WORDS,
  STATUSES,
  type Status,
} from '../vocabulary.ts';
import { quote } from './findings.ts';
import { anyOf, itemsOf, type Kind, oneOrMany } from './kinds.ts';
import { isBlank, trimmed } from './text.ts';

const ACCENTED: Record<string, string> = { a: 'áÁ', e: 'éÉ', i: 'íÍ', n: 'ñÑ', o: 'óÓ', u: 'úÚ' };

/** A pattern of folded words as people write them: in any case, with or without accents. */
function patternOf(words: readonly string[]): string {
  const letter = (each: string) => `[${each}${each.toUpperCase()}${ACCENTED[each] ?? ''}]`;
  const spellings = words.map((word) => word.replace(/[a-z]/g, letter).replaceAll(' ', '[-_ ]+'));
  return `(?:${spellings.join('|')})`;
}

const MONTH_PATTERN = patternOf([...MONTH_WORDS, ...ALL_YEAR_WORDS]);

export const months: Kind<Month[]> = {
  schema: oneOrMany(
    { enum: MONTHS },
    { type: 'string', pattern: `^ *0?${MONTH_PATTERN} *(?:\\| *0?${MONTH_PATTERN} *)*$` },
    { type: 'integer', minimum: 1, maximum: 12 },
  ),
  keepsDigits: true,
  example: '[march, april]',
  read(value, reading) {
    const found = new Set<Month>();
    for (const item of itemsOf(value, { ...reading, doubt: () => {} })) {
      if (isBlank(item)) continue;
      const word = typeof item === 'number' || typeof item === 'string' ? String(item) : '';
      const month = parseMonth(word.replace(/^0(?=\d$)/, ''));
      if (month) found.add(month);
      else if (isAllYear(word)) for (const each of MONTHS) found.add(each);
      else
        reading.complain(
          'bad-month',
          `${quote(item)} is not a month. Use a name such as march or marzo, 1 to 12, or all-year; separate several with |.`,
        );
    }
    return MONTHS.filter((month) => found.has(month));
  },
};

export const status: Kind<Status> = {
  schema: anyOf({ enum: STATUSES }, { type: 'string', pattern: `^ *${patternOf(STATUS_WORDS)} *$` }),
  example: 'LC',
  read(value, { complain }) {
    const read = typeof value === 'string' ? parseStatus(value) : undefined;
    if (!read)
      complain(
        'bad-status',
        `${quote(value)} is not an IUCN category. Use ${STATUSES.join(', ')}, or the category’s name.`,
      );
    return read;
  },
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** A date or a timestamp, brought to UTC and whole seconds; a time without a zone is taken as UTC. */
export const date: Kind<string> = {
  schema: anyOf({ type: 'string', pattern: DATE.source }),
  keepsDigits: true,
  example: '2026-01-31',
  read(value, { complain }) {
    const written = typeof value === 'string' ? trimmed(value) : '';
    const [, year, month, day, time = '00:00', seconds = '00', zone = 'Z'] = DATE.exec(written) ?? [];
    const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
    const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
    const moment = new Date(`${year}-${month}-${day}T${time}:${seconds}${offset}`);
    if (midnight.getUTCDate() === Number(day) && !Number.isNaN(moment.getTime()))
      return `${moment.toISOString().slice(0, 19)}Z`;
    complain('bad-date', `${quote(value)} is not a date. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`);
    return undefined;
  },
};
