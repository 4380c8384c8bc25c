// Parses the parameters of a request, finds every fault at once, and writes them in a canonical form.

import { withoutKeys } from '../../access/api-key.ts';
import type { ListQuery, TreesQuery } from '../../catalogue/query.ts';
import { FILTERS, ID_FILTERS } from '../../domain/questions.ts';
import { fold, type Locale } from '../../domain/vocabulary.ts';
import type { Fault } from '../response/problems.ts';
import { hintForName } from './hints.ts';
import {
  ALL_PARAMETERS,
  DEFAULT_PAGE_SIZE,
  findTextFault,
  PARAMETERS,
  type Parameter,
  type ParameterName,
  type ParameterValue,
  type Variants,
} from './parameters.ts';

export const BROKEN_ENCODING = 'is not valid percent-encoded UTF-8';
const MAX_ECHO = 100;
/** Later faults get no hint: a request with so many is no typo. */
const MAX_HINTS = 10;

const PAGE_AT = ALL_PARAMETERS.indexOf('page');
const BEFORE_PAGE = ALL_PARAMETERS.slice(0, PAGE_AT);
const AFTER_PAGE = ALL_PARAMETERS.slice(PAGE_AT + 1);

const UNRESERVED = /^[\w.~-]*$/;

/** Repeated values count once. */
export class ParsedQuery {
  readonly faults: Fault[] = [];
  /** Of the original query string. */
  readonly length: number;
  readonly #variants: Variants;
  /** Values as `name=value`, wrong ones as `name!value`; unknown names as `=name`, broken as `!name`, values without a name as `?value`. */
  readonly #seen = new Set<string>();
  readonly #given = new Map<ParameterName, { texts: string[]; values: unknown[] }>();
  #joined: [string, string] | undefined;

  constructor(queryString: string, allowed: readonly ParameterName[], variants: Variants = {}) {
    this.#variants = variants;
    this.length = queryString.length;
    for (const part of queryString.split('&')) if (part !== '') this.#take(part, allowed);
    for (const [name, { values }] of this.#given) {
      const { many, most = Number.POSITIVE_INFINITY } = this.#parameter(name);
      if (values.length > 1 && !many) this.faults.push({ parameter: name, message: 'must be given only once' });
      if (values.length > most) this.faults.push({ parameter: name, message: `must be given at most ${most} times` });
    }
    for (const name of allowed) {
      const isRequired = this.#parameter(name).isRequired && !this.#given.has(name);
      if (isRequired && !this.faults.some(({ parameter }) => parameter === name))
        this.faults.push({ parameter: name, message: 'must be given' });
    }
  }

  #parameter(name: ParameterName): Parameter<unknown> {
    return this.#variants[name] ?? PARAMETERS[name];
  }

  one<P extends ParameterName>(name: P): ParameterValue<P> | undefined {
    return this.#given.get(name)?.values[0] as ParameterValue<P> | undefined;
  }

  all<P extends ParameterName>(name: P): ParameterValue<P>[] | undefined {
    return this.#given.get(name)?.values as ParameterValue<P>[] | undefined;
  }

  /** In the canonical form that equivalent queries share; with another page if given. */
  toQueryString(page: number | string | undefined = this.#given.get('page')?.texts[0]): string {
    this.#joined ??= [this.#join(BEFORE_PAGE), this.#join(AFTER_PAGE)];
    const [before, after] = this.#joined;
    const all = page === undefined ? before + after : `${before}&page=${page}${after}`;
    return all === '' ? '' : `?${all.slice(1)}`;
  }

  #join(names: readonly ParameterName[]): string {
    let joined = '';
    for (const name of names) {
      for (const text of this.#given.get(name)?.texts ?? [])
        joined += `&${name}=${UNRESERVED.test(text) ? text : encodeURIComponent(text)}`;
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
      const message = `has a name that ${BROKEN_ENCODING}`;
      if (this.#isNew(`!${rawName}`)) this.faults.push({ parameter: echo(rawName), message });
    } else if (name === '') {
      const message = 'must have a name before the equals sign';
      if (this.#isNew(`?${text}`)) this.faults.push({ parameter: '', ...(text && { value: echo(text) }), message });
    } else if (this.#isNew(`=${name}`)) {
      const hint = this.#mayHint() ? hintForName(name, allowed) : undefined;
      this.faults.push({ parameter: echo(name), message: hint ? `unknown parameter; ${hint}` : 'unknown parameter' });
    }
  }

  #mayHint(): boolean {
    return this.faults.length < MAX_HINTS;
  }

  #isNew(entry: string): boolean {
    const { size } = this.#seen;
    return this.#seen.add(entry).size > size;
  }

  #takeValue(name: ParameterName, text: string | undefined): void {
    if (text === '') return;
    if (text === undefined) {
      if (this.#isNew(`${name}!`)) this.faults.push({ parameter: name, message: BROKEN_ENCODING });
      return;
    }
    const parameter = this.#parameter(name);
    const fault = findTextFault(text);
    const value = fault ? undefined : parameter.read(text);
    if (value === undefined && this.#isNew(`${name}!${text}`)) {
      const message = fault ?? (this.#mayHint() ? expectation(parameter, text) : parameter.expects);
      this.faults.push({ parameter: name, value: echo(text), message });
    }
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

  /** Folds the first value only if a second one comes. */
  #isFurther(name: ParameterName, values: unknown[], value: unknown): boolean {
    if (values.length === 1) this.#isNew(`${name}=${fold(String(values[0]))}`);
    return this.#isNew(`${name}=${fold(String(value))}`);
  }
}

export function toTreesQuery(given: ParsedQuery, defaultLocale: Locale): TreesQuery {
  return {
    locale: given.one('locale') ?? defaultLocale,
    filters: valuesOf(given, FILTERS),
    lookUps: valuesOf(given, ID_FILTERS),
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

function valuesOf<P extends ParameterName>(given: ParsedQuery, names: readonly P[]): Partial<Record<P, string[]>> {
  const found: Partial<Record<P, string[]>> = {};
  for (const name of names) {
    const values = given.all(name);
    if (values) found[name] = values as string[];
  }
  return found;
}

/** What an invalid value should be, and what was probably meant. */
function expectation({ read, expects, meant }: Parameter<unknown>, text: string): string {
  const guess = meant?.(text);
  return guess !== undefined && read(guess) !== undefined ? `${expects}; did you mean ${guess}?` : expects;
}

function decodeText(text: string): string | undefined {
  return decodePart(text.replaceAll('+', ' '));
}

/** Returns undefined for invalid percent-encoding. */
export function decodePart(text: string): string | undefined {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A text as an error repeats it: without keys and control characters, and shortened. */
export function echo(text: string): string {
  const visible = withoutKeys(text).replace(/\p{Cc}/gu, '\ufffd');
  const characters = visible.length > MAX_ECHO ? [...visible] : [];
  return characters.length > MAX_ECHO ? `${characters.slice(0, MAX_ECHO).join('')}…` : visible;
}
