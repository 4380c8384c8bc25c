// In charge of questions that may cost much: random ones within the limits of the API, and descendants of two of them.

import { VIEWS } from '../src/domain/fields/fields.ts';
import { FILTERS, type Filter, ORDERS, SEARCH_PLACES, SORTS } from '../src/domain/questions.ts';
import { LOCALES } from '../src/domain/vocabulary.ts';
import { PARAMETERS, type Parameter } from '../src/http/query/parameters.ts';
import type { Snapshot } from '../src/snapshot/open.ts';
import type { Strings } from '../src/snapshot/sections/strings.ts';

const LONGEST_QUERY = 8 * 1024 - '/api/v1/trees?'.length - 1;
const LONGEST_SEARCH = 200;
const LONGEST_RUN = 400;
const MOST_PARTS = 2_000;
const ENCODINGS = ['identity', 'zstd', 'br', 'gzip'] as const;

/** A name and a value each; words of a search are values of their own until they are sent. */
export interface Question {
  parts: [name: string, value: string][];
  encoding: (typeof ENCODINGS)[number];
}

type Next = () => number;
type ValueMaker = (next: Next) => string;
/** By parameter. */
type ValueMakers = Record<string, ValueMaker>;

/** The query string of a question: as much of it as an address may hold, and what may be given once given once. */
export function toQueryString({ parts }: Question): string {
  const words = new Set<string>();
  const single = new Map<string, string>();
  const many: string[] = [];
  const counts = new Map<string, number>();
  for (const [name, value] of parts) {
    const parameter = (PARAMETERS as Record<string, Parameter<unknown>>)[name];
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    if (name === 'search') words.add(value);
    else if (parameter?.many === false) single.set(name, value);
    else if (count < (parameter?.most ?? Number.POSITIVE_INFINITY)) many.push(pair(name, value));
  }
  if (words.size > 0) single.set('search', [...[...words].join(' ')].slice(0, LONGEST_SEARCH).join('').trim());
  const pairs = [...Array.from(single, ([name, value]) => pair(name, value)), ...many].join('&');
  return pairs.length <= LONGEST_QUERY ? pairs : pairs.slice(0, pairs.lastIndexOf('&', LONGEST_QUERY));
}

function pair(name: string, value: string): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%20', '+')}`;
}

export class Breeder {
  readonly #values: ValueMakers;
  readonly #names: string[];

  constructor(values: ValueMakers) {
    this.#values = values;
    this.#names = Object.keys(values);
  }

  random(next: Next): Question {
    const parts = Array.from({ length: 1 + Math.floor(next() * 8) }, () => this.#run(next)).flat();
    return { parts, encoding: pick(ENCODINGS, next) };
  }

  /** The beginning of one and the end of the other, and a change or two. */
  child(one: Question, other: Question, next: Next): Question {
    const crossed = next() < 0.3 ? [...half(one.parts, next), ...half(other.parts, next)] : one.parts;
    const encoding = next() < 0.1 ? pick(ENCODINGS, next) : one.encoding;
    let parts = this.#change(crossed, next);
    while (next() < 0.5) parts = this.#change(parts, next);
    return { parts: parts.slice(0, MOST_PARTS), encoding };
  }

  #change(parts: Question['parts'], next: Next): Question['parts'] {
    const at = Math.floor(next() * (parts.length + 1));
    const length = runLength(next);
    switch (Math.floor(next() * 4)) {
      case 0:
        return parts.toSpliced(at, length);
      case 1:
        return parts.toSpliced(at, length, ...this.#run(next));
      case 2:
        return parts.toSpliced(at, 0, ...parts.slice(at, at + length));
      default:
        return parts.toSpliced(at, 0, ...this.#run(next));
    }
  }

  /** Some values of one parameter. */
  #run(next: Next): Question['parts'] {
    const name = pick(this.#names, next);
    return Array.from({ length: runLength(next) }, () => [nameOf(name, next), this.#values[name](next)]);
  }
}

function half<T>(parts: T[], next: Next): T[] {
  const at = Math.floor(next() * (parts.length + 1));
  return next() < 0.5 ? parts.slice(0, at) : parts.slice(at);
}

/** Mostly few, now and then hundreds. */
function runLength(next: Next): number {
  return Math.floor(LONGEST_RUN ** next());
}

export function validValues(snapshot: Snapshot): ValueMakers {
  const filters = FILTERS.map((filter) => [filter, filterValue(snapshot, filter)] as const);
  return {
    ...Object.fromEntries(filters),
    search: (next) => searchWord(snapshot, next),
    searchIn: (next) => pick(SEARCH_PLACES, next),
    slug: (next) => anyOf(snapshot.slugs, next),
    view: (next) => pick(VIEWS, next),
    facets: (next) => pick(FILTERS, next),
    locale: (next) => pick(LOCALES, next),
    sort: (next) => pick(SORTS, next),
    order: (next) => pick(ORDERS, next),
    page: (next) => String(Math.ceil(1_000_000 ** next())),
    pageSize: (next) => pick(['1', '20', '100'], next),
  };
}

/** One that trees have, sometimes with an accent, which takes longer to read; or one that none has. */
function filterValue(snapshot: Snapshot, filter: Filter): ValueMaker {
  const { keys } = snapshot.facets[filter];
  const isOpen = !filter.endsWith('Season') && filter !== 'conservationStatus';
  return (next) => {
    if (isOpen && next() < 0.1) return Math.floor(next() * 36 ** 3).toString(36);
    const value = anyOf(keys, next);
    return next() < 0.1 ? value.normalize('NFD').replace(/[aeiou]/, '$&\u0301') : value;
  };
}

/** The start of a word, of whatever length. */
function searchWord({ terms }: Snapshot, next: Next): string {
  const word = anyOf(terms[pick(LOCALES, next)].keys, next);
  return word.slice(0, 1 + Math.floor(next() ** 2 * word.length));
}

/** With parameters that are there, misspelt, and values that are none, among the others. */
export function strangeValues(snapshot: Snapshot): ValueMakers {
  return {
    ...validValues(snapshot),
    stranger: () => '',
    floweringSeason: (next) => Math.floor(next() * 36 ** 4).toString(36),
    page: () => 'x',
  };
}

/** Two words of the catalogue, with some letters exchanged. */
export function nameValues(snapshot: Snapshot): ValueMakers {
  const word = (next: Next) => {
    let letters = anyOf(snapshot.terms[pick(LOCALES, next)].keys, next);
    while (next() < 0.5) {
      const at = Math.floor(next() * letters.length);
      letters = letters.slice(0, at) + pick([...'aeiourstln'], next) + letters.slice(at + Math.floor(next() * 2));
    }
    return letters;
  };
  return { name: (next) => `${word(next)} ${word(next)}` };
}

function nameOf(name: string, next: Next): string {
  if (name !== 'stranger') return name;
  const known = pick(Object.keys(PARAMETERS), next);
  const at = Math.floor(next() * known.length);
  return known.slice(0, at) + Math.floor(next() * 36 ** 2).toString(36) + known.slice(at + 1 + Math.floor(next() * 2));
}

function anyOf(strings: Strings, next: Next): string {
  return strings.get(Math.floor(next() * strings.length));
}

function pick<T>(values: readonly T[], next: Next): T {
  return values[Math.floor(next() * values.length)];
}
