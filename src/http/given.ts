// In charge of the parameters that a request gives: read by the table, with every fault at once, and written again in one
// canonical form.

import type { ListQuery } from '../catalogue/query.ts';
import type { Fault } from '../problems.ts';
import { FILTERS } from '../snapshot/layout.ts';
import { nearest } from '../suggest.ts';
import type { Locale } from '../vocabulary.ts';
import {
  DEFAULT_PAGE_SIZE,
  LIST_PARAMETERS,
  PARAMETERS,
  type ParameterName,
  type Value,
  wrongText,
} from './parameters.ts';

export const BROKEN_ENCODING = 'is not valid percent-encoded UTF-8';
const LONGEST_ECHO = 100;

const BEFORE_PAGE = LIST_PARAMETERS.slice(0, LIST_PARAMETERS.indexOf('page'));
const AFTER_PAGE = LIST_PARAMETERS.slice(LIST_PARAMETERS.indexOf('page') + 1);

/** The parameters of a request that were given a value, in the order of the table. */
export class Given {
  readonly faults: Fault[] = [];
  readonly #texts: Partial<Record<ParameterName, string[]>> = {};
  readonly #values: Partial<Record<ParameterName, unknown[]>> = {};

  constructor(queryString: string, allowed: readonly ParameterName[]) {
    if (queryString === '') return;
    for (const part of queryString.split('&')) if (part !== '') this.#take(part, allowed);
    for (const name in this.#values) this.#checkNumber(name as ParameterName);
  }

  one<P extends ParameterName>(name: P): Value<P> | undefined {
    return this.#values[name]?.[0] as Value<P> | undefined;
  }

  all<P extends ParameterName>(name: P): Value<P>[] | undefined {
    return this.#values[name] as Value<P>[] | undefined;
  }

  /** The query string that means the same, in one canonical form. */
  toQueryString(): string {
    const page = this.#texts.page?.[0];
    return page === undefined ? asQueryString(this.#join(LIST_PARAMETERS)) : this.pageLinks()(page);
  }

  /** For any page the canonical query string that differs in it alone. */
  pageLinks(): (page: number | string) => string {
    const before = this.#join(BEFORE_PAGE);
    const after = this.#join(AFTER_PAGE);
    const start = before === '' ? '?page=' : `?${before}&page=`;
    const end = after === '' ? '' : `&${after}`;
    return (page) => `${start}${page}${end}`;
  }

  #join(names: readonly ParameterName[]): string {
    let joined = '';
    for (const name of names) {
      const texts = this.#texts[name];
      if (!texts) continue;
      for (const text of texts) joined += `${joined === '' ? '' : '&'}${name}=${encodeURIComponent(text)}`;
    }
    return joined;
  }

  #take(part: string, allowed: readonly ParameterName[]): void {
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decodeText(rawName);
    const text = equals === -1 ? '' : decodeText(part.slice(equals + 1));
    const known = allowed.find((each) => each === name);
    if (known) this.#takeValue(known, text);
    else this.faults.push(unknownParameter(name ?? rawName, allowed));
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
    this.#texts[name] ??= [];
    this.#texts[name].push(text);
    this.#values[name] ??= [];
    this.#values[name].push(value);
  }

  #checkNumber(name: ParameterName): void {
    const isTooMany = (this.#values[name]?.length ?? 0) > 1 && !PARAMETERS[name].many;
    if (isTooMany) this.faults.push({ parameter: name, message: 'must be given only once' });
  }
}

function asQueryString(joined: string): string {
  return joined === '' ? '' : `?${joined}`;
}

export function toListQuery(given: Given, defaultLocale: Locale): ListQuery {
  const filters: ListQuery['filters'] = {};
  for (const filter of FILTERS) {
    const values = given.all(filter);
    if (values) filters[filter] = values;
  }
  return {
    locale: given.one('locale') ?? defaultLocale,
    filters,
    search: given.one('search'),
    sort: given.one('sort'),
    order: given.one('order'),
    facets: given.all('facets'),
    page: given.one('page') ?? 1,
    pageSize: given.one('pageSize') ?? DEFAULT_PAGE_SIZE,
  };
}

/** The text behind a part of a query string, or undefined where it is broken. */
function decodeText(text: string): string | undefined {
  return decodePart(text.includes('+') ? text.replaceAll('+', ' ') : text);
}

/** The text behind a percent-encoded one, or undefined where it is broken. */
export function decodePart(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
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
