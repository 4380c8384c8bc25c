// In charge of the query's parameters: which there are, what each may be, and every fault of a request at once.

import type { ListQuery } from '../catalogue/query.ts';
import type { Fault } from '../problems.ts';
import { FILTERS, type Filter, ORDERS, type Order, SORTS, type Sort } from '../snapshot/layout.ts';
import { nearest } from '../suggest.ts';
import { LOCALES, type Locale, parseMonth, parseStatus, STATUSES } from '../vocabulary.ts';

export const BROKEN_ENCODING = 'is not valid percent-encoded UTF-8';
const LONGEST_VALUE = 200;
const LONGEST_ECHO = 100;

interface Parameter<T> {
  /** Whether it may be given several times. */
  many: boolean;
  /** The value of a text, or undefined where it is none. */
  read(text: string): T | undefined;
  expects: string;
}

const locale = choice<Locale>(LOCALES);
const month: Parameter<string> = {
  many: true,
  read: parseMonth,
  expects: 'must be a month: an English or Spanish name, its first three letters, or 1 to 12',
};

export const PARAMETERS = {
  locale,
  family: open(),
  conservationStatus: {
    many: true,
    read: parseStatus,
    expects: `must be an IUCN category: ${STATUSES.join(', ')}, or its name in English or Spanish`,
  } satisfies Parameter<string>,
  tag: open(),
  distribution: open(),
  floweringSeason: month,
  fruitingSeason: month,
  search: { ...open(), many: false },
  page: wholeNumber(1, 1_000_000),
  pageSize: wholeNumber(1, 100),
  sort: choice<Sort>(SORTS),
  order: choice<Order>(ORDERS),
  facets: { ...choice<Filter>(FILTERS), many: true },
};

export type ParameterName = keyof typeof PARAMETERS;
type Value<P extends ParameterName> = Exclude<ReturnType<(typeof PARAMETERS)[P]['read']>, undefined>;

export const LIST_PARAMETERS = Object.keys(PARAMETERS) as ParameterName[];
export const DETAIL_PARAMETERS: ParameterName[] = ['locale'];

function open(): Parameter<string> {
  return { many: true, read: (text) => text, expects: '' };
}

function choice<T extends string>(allowed: readonly T[]): Parameter<T> {
  return {
    many: false,
    read: (text) => allowed.find((each) => each === text),
    expects: `must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
  };
}

function wholeNumber(least: number, most: number): Parameter<number> {
  return {
    many: false,
    read: (text) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
    expects: `must be a whole number from ${least} to ${most}`,
  };
}

/** The parameters of a request that were given a value, in the order of the table. */
export class Given {
  readonly faults: Fault[] = [];
  readonly #texts = new Map<ParameterName, string[]>();
  readonly #values = new Map<ParameterName, unknown[]>();

  constructor(queryString: string, allowed: readonly ParameterName[]) {
    for (const part of queryString === '' ? [] : queryString.split('&')) this.#take(part, allowed);
    for (const [name, values] of this.#values) {
      if (values.length > 1 && !PARAMETERS[name].many) {
        this.faults.push({ parameter: name, message: 'must be given only once' });
      }
    }
  }

  one<P extends ParameterName>(name: P): Value<P> | undefined {
    return this.#values.get(name)?.[0] as Value<P> | undefined;
  }

  all<P extends ParameterName>(name: P): Value<P>[] | undefined {
    return this.#values.get(name) as Value<P>[] | undefined;
  }

  /** The query string that means the same, in one canonical form; `page` is replaced where given. */
  toQueryString(page?: number): string {
    const parts: string[] = [];
    for (const name of LIST_PARAMETERS) {
      if (name === 'page' && page !== undefined) parts.push(`page=${page}`);
      else for (const text of this.#texts.get(name) ?? []) parts.push(`${name}=${encodeURIComponent(text)}`);
    }
    return parts.length === 0 ? '' : `?${parts.join('&')}`;
  }

  #take(part: string, allowed: readonly ParameterName[]): void {
    if (part === '') return;
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decodeText(rawName.replaceAll('+', ' '));
    const text = equals === -1 ? '' : decodeText(part.slice(equals + 1).replaceAll('+', ' '));
    if (name === undefined || !allowed.includes(name as ParameterName)) {
      this.faults.push(unknownParameter(name ?? rawName, allowed));
    } else this.#takeValue(name as ParameterName, text);
  }

  #takeValue(name: ParameterName, text: string | undefined): void {
    if (text === '') return;
    if (text === undefined) {
      this.faults.push({ parameter: name, message: BROKEN_ENCODING });
      return;
    }
    const unfit = wrongText(text);
    const value = unfit ? undefined : PARAMETERS[name].read(text);
    if (value === undefined) {
      this.faults.push({ parameter: name, value: echo(text), message: unfit ?? PARAMETERS[name].expects });
    }
    this.#texts.getOrInsertComputed(name, () => []).push(text);
    this.#values.getOrInsertComputed(name, () => []).push(value);
  }
}

/** The text behind a percent-encoded one, or undefined where it is broken. */
export function decodeText(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** What makes a text unfit to be any value, or undefined. */
export function wrongText(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  return [...text].length > LONGEST_VALUE ? `must be at most ${LONGEST_VALUE} characters long` : undefined;
}

function unknownParameter(name: string, allowed: readonly ParameterName[]): Fault {
  const near = nearest(name, allowed);
  return { parameter: echo(name), message: `unknown parameter${near ? `; did you mean ${near}?` : ''}` };
}

/** A text as an error shows it: visible and not too long. */
export function echo(text: string): string {
  const visible = text.replace(/\p{Cc}/gu, '\ufffd');
  return visible.length > LONGEST_ECHO ? `${visible.slice(0, LONGEST_ECHO)}…` : visible;
}

export function toListQuery(given: Given, defaultLocale: Locale): ListQuery {
  const filters: ListQuery['filters'] = {};
  for (const filter of FILTERS) {
    const values = given.all(filter);
    if (values) filters[filter] = values;
  }
  const optional = {
    search: given.one('search'),
    sort: given.one('sort'),
    order: given.one('order'),
    facets: given.all('facets'),
  };
  const present = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  return {
    locale: given.one('locale') ?? defaultLocale,
    filters,
    page: given.one('page') ?? 1,
    pageSize: given.one('pageSize') ?? 20,
    ...present,
  };
}
