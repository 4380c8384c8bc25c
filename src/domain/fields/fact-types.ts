// Defines the field types that have a vocabulary of their own: months, IUCN categories and dates.

import { isBlank, quote, trimmed } from '../text.ts';
import {
  ALL_YEAR_SPELLINGS,
  CONSERVATION_STATUS_SPELLINGS,
  CONSERVATION_STATUSES,
  type ConservationStatus,
  isAllYear,
  MONTH_SPELLINGS,
  MONTHS,
  type Month,
  parseConservationStatus,
  parseMonth,
} from '../vocabulary.ts';
import { anyOf, type FieldType, itemsWithoutDoubt, oneOrMany, type Reading } from './field-types.ts';
import { array, nullable, oneOf, openEnum, string } from './schema.ts';

export const MonthName = oneOf(MONTHS, { description: 'An English month name, whatever the locale.' });
export const StatusCode = openEnum(CONSERVATION_STATUSES, {
  description: 'A category of the IUCN Red List.',
  pattern: '^[A-Za-z/]+$',
  maxLength: 35,
});

const ACCENTED: Record<string, string> = { a: 'áÁ', e: 'éÉ', i: 'íÍ', n: 'ñÑ', o: 'óÓ', u: 'úÚ' };

/** A pattern that matches folded spellings in any case, with or without accents. */
export function patternOf(spellings: readonly string[]): string {
  const letter = (each: string) => `[${each}${each.toUpperCase()}${ACCENTED[each] ?? ''}]`;
  const patterns = spellings.map((each) => each.replace(/[a-z]/g, letter).replaceAll(' ', '[-_ ]+'));
  return `(?:${patterns.join('|')})`;
}

const MONTH_PATTERN = patternOf([...MONTH_SPELLINGS, ...ALL_YEAR_SPELLINGS]);

export function months(description: string): FieldType<Month[]> {
  return {
    schema: array(MonthName, { description, maxItems: MONTHS.length }),
    none: [],
    authored: oneOrMany(
      { enum: MONTHS },
      { type: 'string', pattern: `^ *0?${MONTH_PATTERN} *(?:\\| *0?${MONTH_PATTERN} *)*$` },
      { type: 'integer', minimum: 1, maximum: 12 },
    ),
    keepsDigits: true,
    template: '[march, april]',
    read: readMonths,
  };
}

function readMonths(value: unknown, reading: Reading): Month[] {
  const found: Month[] = [];
  for (const item of itemsWithoutDoubt(value, reading)) {
    if (isBlank(item)) continue;
    const name = typeof item === 'number' || typeof item === 'string' ? String(item) : '';
    const month = parseMonth(name.startsWith('0') ? name.replace(/^0(?=\d$)/, '') : name);
    if (month) found.push(month);
    else if (isAllYear(name)) found.push(...MONTHS);
    else
      reading.complain(
        'bad-month',
        `${quote(item)} is not a month. Use a name such as march or marzo, 1 to 12, or all-year; separate several with |.`,
      );
  }
  return MONTHS.filter((month) => found.includes(month));
}

export const status: FieldType<ConservationStatus | null> = {
  schema: nullable(StatusCode),
  none: null,
  authored: anyOf(
    { enum: CONSERVATION_STATUSES },
    { type: 'string', pattern: `^ *${patternOf(CONSERVATION_STATUS_SPELLINGS)} *$` },
  ),
  template: 'LC',
  read(value, { complain }) {
    const read = typeof value === 'string' ? parseConservationStatus(value) : undefined;
    if (!read)
      complain(
        'bad-status',
        `${quote(value)} is not an IUCN category. Use ${CONSERVATION_STATUSES.join(', ')}, or the category’s name.`,
      );
    return read;
  },
};

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([Zz]|[+-]\d{2}:?\d{2})?)?$/;

/** A date or a timestamp, converted to UTC and whole seconds; a time without a zone is UTC. */
export function date(description: string): FieldType<string | null> {
  const schema = string({
    format: 'date-time',
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$',
    maxLength: 20,
  });
  return {
    schema: nullable(schema, { description: `${description} In UTC, to the second (RFC 3339).` }),
    none: null,
    authored: anyOf({ type: 'string', pattern: DATE.source }),
    keepsDigits: true,
    template: '2026-01-31',
    read: readDate,
  };
}

function readDate(value: unknown, { complain }: Reading): string | undefined {
  const written = typeof value === 'string' ? trimmed(value) : '';
  const [, year, month, day, time = '00:00', seconds = '00', zone = 'Z'] = DATE.exec(written) ?? [];
  // A year with the same calendar: Date.UTC takes years before 100 for 1900 to 1999.
  const daysOfMonth = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const moment = new Date(`${year}-${month}-${day}T${time}:${seconds}${offset}`);
  const isDate = Number(day) <= daysOfMonth && !Number.isNaN(moment.getTime());
  // RFC 3339 has four-digit years and no year 0.
  const isWritable = moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999;
  if (isDate && isWritable) return `${moment.toISOString().slice(0, 19)}Z`;
  const why = isDate ? 'is not within the years 0001 to 9999 in UTC' : 'is not a date';
  complain('bad-date', `${quote(value)} ${why}. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return undefined;
}
