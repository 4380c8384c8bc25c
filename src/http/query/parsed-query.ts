// In charge of the parameters that a request gives: read by the table, with every fault at once, and written again in one
// canonical form.

import { withoutKeys } from '../../access/api-key.ts';
import type { ListQuery, TreesQuery } from '../../catalogue/query.ts';
import { FILTERS, LOOK_UPS } from '../../domain/questions.ts';
import { fold, type Locale } from '../../domain/vocabulary.ts';
import type { Fault } from '../response/problems.ts';
import {
  ALL_PARAMETERS,
  DEFAULT_PAGE_SIZE,
  expectation,
  hintForName,
  PARAMETERS,
  type Parameter,
  type ParameterName,
  type ParameterValue,
  type Variants,
  wrongText,
} from './parameters.ts';

export const BROKEN_ENCODING = 'is not valid percent-encoded UTF-8';
const BROKEN_NAME = `has a name that ${BROKEN_ENCODING}`;
const NO_NAME = 'must have a name before the equals sign';
const LONGEST_ECHO = 100;
/** Who mistypes more than this is not typing: what was meant is told of the first faults alone. */
const MOST_HINTS = 10;

const PAGE_AT = ALL_PARAMETERS.indexOf('page');

/** What stays as it is in an address. */
const PLAIN = /^[\w.~-]*$/;

/** The parameters of a request that were given a value, in the order of the table; what is given twice counts once. */
export class ParsedQuery {
  readonly faults: Fault[] = [];
  /** Of the query string as it was given. */
  readonly length: number;
  readonly #variants: Variants;
  /** Values as `name=value`, wrong ones as `name!value`; unknown names as `=name`, broken as `!name`, values without one as `?value`. */
  readonly #met = new Set<string>();
  readonly #given = new Map<ParameterName, { texts: string[]; values: unknown[] }>();
  #beforePage: string | undefined;
  #afterPage = '';

  constructor(queryString: string, allowed: readonly ParameterName[], variants: Variants = {}) {
    this.#variants = variants;
    this.length = queryString.length;
    for (let start = 0; start < queryString.length; ) {
      const and = queryString.indexOf('&', start);
      const end = and === -1 ? queryString.length : and;
      if (end > start) this.#take(queryString.slice(start, end), allowed);
      start = end + 1;
    }
    for (const [name, { values }] of this.#given) {
      const { many, most = Number.POSITIVE_INFINITY } = this.#parameter(name);
      if (values.length > 1 && !many) this.faults.push({ parameter: name, message: 'must be given only once' });
      if (values.length > most) this.faults.push({ parameter: name, message: `must be given at most ${most} times` });
    }
    for (const name of allowed) if (this.#parameter(name).isRequired) this.#require(name);
  }

  #parameter(name: ParameterName): Parameter<unknown> {
    return this.#variants[name] ?? PARAMETERS[name];
  }

  #require(name: ParameterName): void {
    const isFaulty = this.faults.some(({ parameter }) => parameter === name);
    if (!this.#given.has(name) && !isFaulty) this.faults.push({ parameter: name, message: 'must be given' });
  }

  one<P extends ParameterName>(name: P): ParameterValue<P> | undefined {
    return this.#given.get(name)?.values[0] as ParameterValue<P> | undefined;
  }

  all<P extends ParameterName>(name: P): ParameterValue<P>[] | undefined {
    return this.#given.get(name)?.values as ParameterValue<P>[] | undefined;
  }

  /** The query string that means the same, in one canonical form. */
  toQueryString(): string {
    const page = this.#given.get('page')?.texts[0];
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
    this.#afterPage = this.#join(PAGE_AT + 1, ALL_PARAMETERS.length);
  }

  /** Each as a further one of a query string. */
  #join(from: number, to: number): string {
    let joined = '';
    for (let at = from; at < to; at++) {
      const name = ALL_PARAMETERS[at];
      const given = this.#given.get(name);
      if (!given) continue;
      for (const text of given.texts) joined += `&${name}=${PLAIN.test(text) ? text : encodeURIComponent(text)}`;
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
    else if (name === undefined) {
      if (this.#isNew(`!${rawName}`)) this.faults.push({ parameter: echo(rawName), message: BROKEN_NAME });
    } else if (name === '') {
      if (this.#isNew(`?${text}`))
        this.faults.push({ parameter: '', ...(text && { value: echo(text) }), message: NO_NAME });
    } else if (this.#isNew(`=${name}`)) this.#refuseName(name, allowed);
  }

  #refuseName(name: string, allowed: readonly ParameterName[]): void {
    const hint = this.#mayHint() ? hintForName(name, allowed) : undefined;
    this.faults.push({ parameter: echo(name), message: hint ? `unknown parameter; ${hint}` : 'unknown parameter' });
  }

  #refuseValue(name: ParameterName, text: string, unfit: string | undefined): void {
    const message =
      unfit ?? (this.#mayHint() ? expectation(this.#parameter(name), text) : this.#parameter(name).expects);
    this.faults.push({ parameter: name, value: echo(text), message });
  }

  #mayHint(): boolean {
    return this.faults.length < MOST_HINTS;
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
    const parameter = this.#parameter(name);
    const unfit = wrongText(text);
    const value = unfit ? undefined : parameter.read(text);
    if (value === undefined && this.#isNew(`${name}!${text}`)) this.#refuseValue(name, text, unfit);
    const given = this.#given.get(name);
    if (!given) this.#given.set(name, { texts: [text], values: [value] });
    else if (
      value === undefined ||
      !parameter.many ||
      parameter.keepsRepeats ||
      this.#isFurther(name, given.values, value)
    ) {
      given.texts.push(text);
      given.values.push(value);
    }
  }

  /** The first one is folded when a second comes, which is seldom. */
  #isFurther(name: ParameterName, values: unknown[], value: unknown): boolean {
    if (values.length === 1) this.#isNew(`${name}=${fold(String(values[0]))}`);
    return this.#isNew(`${name}=${fold(String(value))}`);
  }
}

export function toTreesQuery(given: ParsedQuery, defaultLocale: Locale): TreesQuery {
  return {
    locale: given.one('locale') ?? defaultLocale,
    filters: valuesOf(given, FILTERS),
    lookUps: valuesOf(given, LOOK_UPS),
    search: given.one('search'),
    searchIn: given.one('searchIn'),
  };
}

export function toListQuery(given: ParsedQuery, defaultLocale: Locale): ListQuery {
  return {
    ...toTreesQuery(given, defaultLocale),
    sort: given.one('sort'),
    order: given.one('order'),
    facets: given.all('facets'),
    page: given.one('page') ?? 1,
    pageSize: given.one('pageSize') ?? DEFAULT_PAGE_SIZE,
  };
}

/** Those of some parameters that were given. */
function valuesOf<P extends ParameterName>(given: ParsedQuery, names: readonly P[]): Partial<Record<P, string[]>> {
  const found: Partial<Record<P, string[]>> = {};
  for (const name of names) {
    const values = given.all(name);
    if (values) found[name] = values as string[];
  }
  return found;
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

/** A text as an error shows it: without keys, visible and not too long. */
export function echo(text: string): string {
  const visible = withoutKeys(text).replace(/\p{Cc}/gu, '\ufffd');
  const characters = visible.length > LONGEST_ECHO ? [...visible] : [];
  return characters.length > LONGEST_ECHO ? `${characters.slice(0, LONGEST_ECHO).join('')}…` : visible;
}
