// In charge of the query's parameters: which there are, what each means and may be.

import { integer, oneOf, type Schema, string } from '../schema.ts';
import { FILTERS, type Filter, ORDERS, type Order, SORTS, type Sort } from '../snapshot/layout.ts';
import { LOCALES, type Locale, parseMonth, parseStatus, STATUSES } from '../vocabulary.ts';
import { meantMonth, withoutZeros } from './hints.ts';

const LONGEST_VALUE = 200;

/** What `wrongText` lets through, in what every dialect of regular expressions understands. */
export const NO_CONTROLS = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';

export const DEFAULT_PAGE_SIZE = 20;

/** One entry says what a parameter means, what it may be, and how it is read: requests and documentation share it. */
interface Parameter<T> {
  /** Whether it may be given several times. */
  many: boolean;
  /** The value of a text, or undefined where it is none. */
  read(text: string): T | undefined;
  expects: string;
  /** What was probably meant by a text that is no value. */
  meant?(text: string): string | undefined;
  /** For the documentation: what it means. */
  description: string;
  /** For the documentation: what one value may be. */
  schema: Schema<unknown>;
}

const locale = choice<Locale>(LOCALES, {
  description: 'The language of titles, descriptions and other text. Without it the service’s default applies.',
});
const month = (does: string): Parameter<string> => ({
  many: true,
  read: parseMonth,
  expects: 'must be a month: an English or Spanish name, its first three letters, or 1 to 12',
  meant: (text) => withoutZeros(text) ?? meantMonth(text),
  description: `Trees that ${does} in this month: an English or Spanish name, its first three letters, or 1 to 12, in whatever case. Of several, any.`,
  schema: text({ examples: ['april', 'abril', 'Apr', '4'] }),
});

export const PARAMETERS = {
  locale,
  family: open('Trees of this botanical family. Of several, any. A value that no tree has finds nothing.', [
    'Fabaceae',
  ]),
  conservationStatus: {
    many: true,
    read: parseStatus,
    expects: `must be an IUCN category: ${STATUSES.join(', ')}, or its name in English or Spanish`,
    description: `Trees of this category of the IUCN Red List: ${STATUSES.join(', ')}, or its name in English or Spanish, in whatever case. Of several, any.`,
    schema: text({ examples: ['VU', 'Vulnerable', 'En peligro crítico'] }),
  } satisfies Parameter<string>,
  tag: open('Trees with this tag in either language. Of several, any.', ['evergreen', 'frutal']),
  distribution: open(
    'Trees that grow in this region. Case, accents, and the difference between -, _ and space do not matter. Of several, any.',
    ['central-america', 'Central America'],
  ),
  floweringSeason: month('flower'),
  fruitingSeason: month('bear fruit'),
  search: {
    ...open('Trees in which every word of this starts a word of the title, the scientific name or the description.', [
      'quercus robur',
      'oak',
    ]),
    many: false,
  },
  page: wholeNumber(1, 1_000_000, { description: 'The page, from 1. One beyond the last is empty.', default: 1 }),
  pageSize: wholeNumber(1, 100, { description: 'How many trees a page has.', default: DEFAULT_PAGE_SIZE }),
  sort: choice<Sort>(SORTS, {
    description: 'What to order by. Without it by title, and a search by relevance.',
  }),
  order: choice<Order>(ORDERS, { description: 'Ascending or descending; given alone, by title.' }),
  facets: {
    ...choice<Filter>(FILTERS, {
      description: 'Also count, for each value of this field, the trees that choosing it instead would find.',
    }),
    many: true,
  },
};

export type ParameterName = keyof typeof PARAMETERS;
export type Value<P extends ParameterName> = Exclude<ReturnType<(typeof PARAMETERS)[P]['read']>, undefined>;

export const LIST_PARAMETERS = Object.keys(PARAMETERS) as ParameterName[];
export const DETAIL_PARAMETERS: ParameterName[] = ['locale'];

/** Any text that `wrongText` finds nothing wrong with. */
function text(keywords: object = {}): Schema<string> {
  return string({ maxLength: LONGEST_VALUE, pattern: NO_CONTROLS, ...keywords });
}

function open(description: string, examples: string[]): Parameter<string> {
  return { many: true, read: (given) => given, expects: '', description, schema: text({ examples }) };
}

function choice<T extends string>(allowed: readonly T[], { description }: { description: string }): Parameter<T> {
  return {
    many: false,
    read: (given) => allowed.find((each) => each === given),
    expects: `must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
    description,
    schema: oneOf(allowed, { examples: [allowed[0]] }),
  };
}

function wholeNumber(
  least: number,
  most: number,
  { description, default: initial }: { description: string; default: number },
): Parameter<number> {
  return {
    many: false,
    read: (given) => {
      const value = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : Number.NaN;
      return value >= least && value <= most ? value : undefined;
    },
    expects: `must be a whole number from ${least} to ${most}`,
    meant: withoutZeros,
    description,
    schema: integer({ minimum: least, maximum: most, default: initial, examples: [initial] }),
  };
}

/** What makes a text unfit to be any value, or undefined. */
export function wrongText(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  return text.length > LONGEST_VALUE && lengthOf(text) > LONGEST_VALUE
    ? `must be at most ${LONGEST_VALUE} characters long`
    : undefined;
}

/** In characters, the same for every way to spell them. */
function lengthOf(text: string): number {
  return [...text.normalize('NFC')].length;
}

/** What a value that is none should be, with what was probably meant. */
export function expectation(name: ParameterName, text: string): string {
  const { read, expects, meant }: Parameter<unknown> = PARAMETERS[name];
  const guess = meant?.(text);
  return guess !== undefined && read(guess) !== undefined ? `${expects}; did you mean ${guess}?` : expects;
}
