// Defines the query parameters: requests and the OpenAPI document share each entry.

import { EXPORT_FORMATS, type ExportFormatName } from '../../catalogue/export/export.ts';
import { VIEWS } from '../../domain/fields/fields.ts';
import { integer, oneOf, type Schema, string } from '../../domain/fields/schema.ts';
import {
  FACETS,
  FILTERS,
  ID_FILTERS,
  isTooLong,
  MAX_VALUE_LENGTH,
  ORDERS,
  SEARCH_PLACES,
  SORTS,
} from '../../domain/questions.ts';
import { meantRevision, revisionName } from '../../domain/revision-id.ts';
import { CONSERVATION_STATUSES, LOCALES, parseConservationStatus, parseMonth } from '../../domain/vocabulary.ts';
import { guessMonth, withoutZeros } from './hints.ts';

/** What `findTextFault` accepts, in a form that every dialect of regular expressions understands. */
export const NO_CONTROLS = '^[^\\x00-\\x1F\\x7F-\\x9F]*$';

export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;
export const MAX_PAGE = 1_000_000;
/** How many trees or names one request may give. */
export const MAX_LOOKUPS = 100;

export interface Parameter<T> {
  /** Whether it may be given several times. */
  many: boolean;
  /** Whether a repeated value is answered twice. */
  keepsRepeats?: boolean;
  /** How often it may be given, if the length of the address is not the limit. */
  most?: number;
  isRequired?: boolean;
  /** Returns undefined for an invalid value. */
  read(text: string): T | undefined;
  expects: string;
  /** Guesses what was meant by an invalid value. */
  meant?(text: string): string | undefined;
  description: string;
  /** Of one value. */
  schema: Schema<unknown>;
}

const locale = choice(
  LOCALES,
  'The language of titles, descriptions and other text. Without it the service’s default applies.',
);
const month = (does: string): Parameter<string> => ({
  many: true,
  read: parseMonth,
  expects: 'must be a month: an English or Spanish name, its first three letters, or 1 to 12',
  meant: (text) => withoutZeros(text) ?? guessMonth(text),
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
    read: parseConservationStatus,
    expects: `must be an IUCN category: ${CONSERVATION_STATUSES.join(', ')}, or its name in English or Spanish`,
    description: `Trees of this category of the IUCN Red List: ${CONSERVATION_STATUSES.join(', ')}, or its name in English or Spanish, in whatever case. Of several, any.`,
    schema: text({ examples: [...CONSERVATION_STATUSES, 'Vulnerable', 'En peligro crítico'] }),
  } satisfies Parameter<string>,
  tag: open('Trees with this tag in either language. Of several, any.', ['evergreen', 'frutal']),
  distribution: open(
    'Trees that grow in this region. Case, accents, and the difference between -, _ and space do not matter. The regions of the second level of WGSRPD go by their names in either language and by their codes; a continent of its first level that no tree names finds those of its regions. Of several, any.',
    ['central-america', 'América Central', '80', 'Africa'],
  ),
  floweringSeason: month('flower'),
  fruitingSeason: month('bear fruit'),
  slug: { ...open('Trees with this slug. Of several, any.', ['ceiba-pentandra']), most: MAX_LOOKUPS },
  identifier: {
    ...open(
      'The tree with this identifier in another catalogue, with or without the catalogue’s name. Of several, any.',
      ['wfo:wfo-0000586842', '5406697'],
    ),
    most: MAX_LOOKUPS,
  },
  search: {
    ...open('Trees in which every word of this starts a word of the title, the scientific name or the description.', [
      'quercus robur',
      'oak',
    ]),
    many: false,
  },
  searchIn: choice(
    SEARCH_PLACES,
    'Where the search looks: in title, scientific name and description (text, the default), in titles, scientific names, common names and synonyms of either language (names), or in both (all).',
    'text',
  ),
  since: {
    many: false,
    isRequired: true,
    read: revisionName,
    expects: 'must be a revision, such as r12',
    meant: meantRevision,
    description: 'The revision that your copy is of: `meta.revision` of the answers that it was made from.',
    schema: string({ pattern: '^r(0|[1-9][0-9]*)$', maxLength: MAX_VALUE_LENGTH, examples: ['r12'] }),
  } satisfies Parameter<string>,
  page: wholeNumber(MAX_PAGE, 1, 'The page, from 1. One beyond the last is empty.'),
  pageSize: wholeNumber(MAX_PAGE_SIZE, DEFAULT_PAGE_SIZE, 'How many trees a page has.'),
  sort: choice(SORTS, 'What to order by. Without it by title, and a search by relevance.'),
  order: choice(ORDERS, 'Ascending or descending; given alone, by title.'),
  view: choice(VIEWS, 'How much of each tree: enough to name it, the record, or everything.', 'record'),
  format: choice<ExportFormatName>(
    Object.keys(EXPORT_FORMATS) as ExportFormatName[],
    'The form of an export: a JSON object a line (ndjson, the default), a table (csv), a table with the mark that Excel needs to read it as UTF-8 (csv-excel), or a Darwin Core Archive, zipped (dwca).',
    'ndjson',
  ),
  facets: {
    ...choice(
      FACETS,
      'Also count, for each value of this field, the trees that choosing it instead would find; for initial, the trees under each letter of the order asked for, in that order.',
    ),
    many: true,
  },
  name: {
    ...open(
      'A name as people write it: scientific, with or without authors, or common. Each is answered, in the same order.',
      ['Bombax pentandrum L.', 'Silk-cotton tree'],
    ),
    most: MAX_LOOKUPS,
    isRequired: true,
    keepsRepeats: true,
  },
};

export type ParameterName = keyof typeof PARAMETERS;
export type ParameterValue<P extends ParameterName> = Exclude<ReturnType<(typeof PARAMETERS)[P]['read']>, undefined>;

export type Variants = Partial<Record<ParameterName, Parameter<unknown>>>;

/** In the order of a canonical query string. */
export const ALL_PARAMETERS = Object.keys(PARAMETERS) as ParameterName[];
export const LIST_PARAMETERS = ALL_PARAMETERS.filter((name) => !['name', 'format', 'since'].includes(name));

/** What selects trees. */
export const NARROWING_PARAMETERS: ParameterName[] = [...FILTERS, ...ID_FILTERS, 'search', 'searchIn'];

export const VIEW_OR_NONE = choice(
  [...VIEWS, 'none'],
  'How much of each tree: as on lists, or nothing but what was changed (none).',
  'record',
);

export const FAMILY_VIEW = choice(
  ['summary', 'detail'],
  'How much of each family: its species alone (the default), or also how many of them are assessed and threatened, and the genera of families that are named.',
  'summary',
);

function text(keywords: object = {}): Schema<string> {
  return string({ maxLength: MAX_VALUE_LENGTH, pattern: NO_CONTROLS, ...keywords });
}

function open(description: string, examples: string[]): Parameter<string> {
  return { many: true, read: (given) => given, expects: '', description, schema: text({ examples }) };
}

function choice<const T extends string>(allowed: readonly T[], description: string, initial?: T): Parameter<T> {
  return {
    many: false,
    read: (given) => allowed.find((each) => each === given),
    expects: `must be ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)}`,
    description,
    schema: oneOf(allowed, { ...(initial && { default: initial }), examples: [allowed[0]] }),
  };
}

function wholeNumber(maximum: number, initial: number, description: string): Parameter<number> {
  return {
    many: false,
    read: (given) => {
      const value = /^[1-9]\d{0,8}$/.test(given) ? Number(given) : Number.NaN;
      return value <= maximum ? value : undefined;
    },
    expects: `must be a whole number from 1 to ${maximum}`,
    meant: withoutZeros,
    description,
    schema: integer({ minimum: 1, maximum, default: initial, examples: [initial] }),
  };
}

/** Says why a text can't be a value of any parameter. */
export function findTextFault(text: string): string | undefined {
  if (/\p{Cc}/u.test(text)) return 'must not contain control characters';
  return isTooLong(text) ? `must be at most ${MAX_VALUE_LENGTH} characters long` : undefined;
}
