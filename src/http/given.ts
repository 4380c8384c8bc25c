// In charge of the parameters that a request gives: read by the table, with every fault at once, and written again in one
// canonical form.

import type { ListQuery } from '../catalogue/query.ts';
import type { Fault } from '../problems.ts';
import { FILTERS } from '../snapshot/layout.ts';
import { fold, type Locale } from '../vocabulary.ts';
import { hintForName } from './hints.ts';
import {
  DEFAULT_PAGE_SIZE,
  expectation,
  LIST_PARAMETERS,
  PARAMETERS,
  type ParameterName,
  type Value,
  wrongText,
} from './parameters.ts';

export const BROKEN_ENCODING = 'is not valid percent-encoded UTF-8';
const BROKEN_NAME = `has a name that ${BROKEN_ENCODING}`;
const NO_NAME = 'must have a name before the equals sign';
const LONGEST_ECHO = 100;
/** Who mistypes more names than this is not typing. */
const MOST_SUGGESTIONS = 10;

const PAGE_AT = LIST_PARAMETERS.indexOf('page');

/** What stays as it is in an address. */
const PLAIN = /^[\w.~-]*$/;

/** The parameters of a request that were given a value, in the order of the table; what is given twice counts once. */
export class Given {
  readonly faults: Fault[] = [];
  /** Values as `name=value`, wrong ones as `name!value`, unknown parameters as `=name`. */
  readonly #met = new Set<string>();
  readonly #texts = new Map<ParameterName, string[]>();
  readonly #values = new Map<ParameterName, unknown[]>();
  /** How many unknown parameters there are. */
  #unknown = 0;
  #beforePage: string | undefined;
  #afterPage = '';

  constructor(queryString: string, allowed: readonly ParameterName[]) {
    for (let start = 0; start < queryString.length; ) {
      const and = queryString.indexOf('&', start);
      const end = and === -1 ? queryString.length : and;
      if (end > start) this.#take(queryString.slice(start, end), allowed);
      start = end + 1;
    }
    for (const [name, values] of this.#values) {
      if (values.length > 1 && !PARAMETERS[name].many)
        this.faults.push({ parameter: name, message: 'must be given only once' });
    }
  }

  one<P extends ParameterName>(name: P): Value<P> | undefined {
    return this.#values.get(name)?.[0] as Value<P> | undefined;
  }

  all<P extends ParameterName>(name: P): Value<P>[] | undefined {
    return this.#values.get(name) as Value<P>[] | undefined;
  }

  /** The query string that means the same, in one canonical form. */
  toQueryString(): string {
    const page = this.#texts.get('page')?.[0];
    if (page !== undefined) return this.pageLink(page);
    this.#joinAll();
    const joined = `${this.#beforePage}${this.#afterPage}`;
    return joined === '' ? '' : `?${joined.slice(1)}`;
  }

  /** The canonical query string that differs in its page alone. */
  pageLink(page: number | string): string {
    this.#joinAll();
    return this.#beforePage === ''
      ? `?page=${page}${this.#afterPage}`
      : `?${this.#beforePage?.slice(1)}&page=${page}${this.#afterPage}`;
  }

  #joinAll(): void {
    if (this.#beforePage !== undefined) return;
    this.#beforePage = this.#join(0, PAGE_AT);
    this.#afterPage = this.#join(PAGE_AT + 1, LIST_PARAMETERS.length);
  }

  /** Each as a further one of a query string. */
  #join(from: number, to: number): string {
    let joined = '';
    for (let at = from; at < to; at++) {
      const name = LIST_PARAMETERS[at];
      const texts = this.#texts.get(name);
      if (!texts) continue;
      for (const text of texts) joined += `&${name}=${PLAIN.test(text) ? text : encodeURIComponent(text)}`;
    }
    return joined;
  }

  #take(part: string, allowed: readonly ParameterName[]): void {
    const equals = part.indexOf('=');
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decodeText(rawName);
    const text = equals === -1 ? '' : decodeText(part.slice(equals + 1));
    const index = allowed.indexOf(name as ParameterName);
    if (index !== -1) this.#takeValue(allowed[index], text);
    else if (name === undefined) this.faults.push({ parameter: echo(rawName), message: BROKEN_NAME });
    else if (name === '') this.faults.push({ parameter: '', ...(text && { value: echo(text) }), message: NO_NAME });
    else if (this.#isNew(`=${name}`)) this.#refuseName(name, allowed);
  }

  #refuseName(name: string, allowed: readonly ParameterName[]): void {
    const hint = this.#unknown++ < MOST_SUGGESTIONS ? hintForName(name, allowed) : undefined;
    this.faults.push({ parameter: echo(name), message: hint ? `unknown parameter; ${hint}` : 'unknown parameter' });
  }

  #isNew(what: string): boolean {
    const { size } = this.#met;
    return this.#met.add(what).size > size;
  }

  #takeValue(name: ParameterName, text: string | undefined): void {
    if (text === '') return;
    if (text === undefined) {
      if (this.#isNew(`${name}!`)) this.faults.push({ parameter: name, message: BROKEN_ENCODING });
      return;
    }
    const parameter = PARAMETERS[name];
    const unfit = wrongText(text);
    const value = unfit ? undefined : parameter.read(text);
    if (value === undefined) {
      if (this.#isNew(`${name}!${text}`))
        this.faults.push({ parameter: name, value: echo(text), message: unfit ?? expectation(name, text) });
    } else if (parameter.many && !this.#isNew(`${name}=${fold(String(value))}`)) return;
    const texts = this.#texts.get(name);
    if (texts) {
      texts.push(text);
      this.#values.get(name)?.push(value);
    } else {
      this.#texts.set(name, [text]);
      this.#values.set(name, [value]);
    }
  }
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

/** A text as an error shows it: visible and not too long. */
export function echo(text: string): string {
  const visible = text.replace(/\p{Cc}/gu, '\ufffd');
  return visible.length > LONGEST_ECHO ? `${[...visible].slice(0, LONGEST_ECHO).join('')}…` : visible;
}
