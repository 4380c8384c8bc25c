// In charge of what a tree is: the record as it is served (schema first, type derived) and the checked tree it is made of.

import {
  anyText,
  anything,
  array,
  type Described,
  known,
  nullable,
  object,
  oneOf,
  record,
  standingFor,
  string,
} from './schema.ts';
import { LOCALES, type Locale, MONTHS, type Month, STATUSES, type Status } from './vocabulary.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** No text and no list of a record is longer; publishing refuses content beyond. */
export const MOST_CHARACTERS = 1_000_000;
export const MOST_ITEMS = 10_000;
export const LONGEST_SLUG = 200;
/** How large a tree may be as it is served, unless a setting says otherwise. */
export const MOST_TREE_BYTES = 1_000_000;

/** Every dialect of regular expressions reads it alike, as it does not `\S`. */
export const NOT_BLANK = '[^ \\t\\r\\n]';

const text = (description: string) =>
  string({ description, minLength: 1, maxLength: MOST_CHARACTERS, pattern: NOT_BLANK });
const texts = (description: string) => array(text('One of them.'), { description, maxItems: MOST_ITEMS });

export const JsonValue = anything<Json>('Any JSON, as authors wrote it.');
const authored = (description: string) => standingFor(JsonValue, `${description}, as authored; null if unknown.`);
const authoredList = (description: string) => array(JsonValue, { description, maxItems: MOST_ITEMS });
const timestamp = (description: string) =>
  nullable(string({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$', maxLength: 20 }), {
    description: `${description} In UTC, to the second (RFC 3339).`,
  });

export const LocaleCode = known(LOCALES, {
  description: 'A language of the catalogue (BCP 47).',
  pattern: '^[A-Za-z0-9-]+$',
  maxLength: 35,
});
export const MonthName = oneOf(MONTHS, { description: 'An English month name, whatever the locale.' });
export const StatusCode = known(STATUSES, {
  description: 'A category of the IUCN Red List.',
  pattern: '^[A-Za-z/]+$',
  maxLength: 35,
});
export const BodyFormat = known(['markdown', 'mdx'], {
  description: 'How a long text is written.',
  pattern: '^[a-z0-9-]+$',
  maxLength: 35,
});
export const Link = string({
  description: 'A path, or a whole address where the service knows its public one.',
  pattern: '^(https?://[!-~]+)?/api/v1/',
  maxLength: 65_536,
});

const months = (description: string) => array(MonthName, { description, maxItems: MONTHS.length });

/** Three schemas, each the beginning of the next: so is their JSON, and a tree's bytes are kept once for all three. */
const summaryFields = {
  slug: string({
    description: 'Names the tree in addresses; unique.',
    pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
    maxLength: LONGEST_SLUG,
  }),
  title: text('The name that the tree is commonly known by.'),
  scientificName: text('The accepted scientific name.'),
  _links: object({ self: Link }, { description: 'The address of the whole tree.' }),
};

const recordFields = {
  locale: LocaleCode,
  availableLocales: array(LocaleCode, {
    description: 'The languages that the tree has text in.',
    maxItems: LOCALES.length,
  }),
  family: text('The botanical family.'),
  description: text('A short description.'),
  conservationStatus: nullable(StatusCode),
  tags: texts('Keywords, as authored.'),
  distribution: texts('Where the tree grows, as authored.'),
  floweringSeason: months('When it flowers, January first.'),
  fruitingSeason: months('When it bears fruit, January first.'),
  updatedAt: timestamp('When the content was last changed.'),
};

const identifier = nullable(anyText({ description: 'An identifier.' }));

const detailFields = {
  body: nullable(text('The long text.'), { description: 'The long text as authored.' }),
  bodyFormat: nullable(BodyFormat),
  synonyms: texts('Other scientific names.'),
  commonNames: array(
    object({
      name: anyText({ description: 'The name.' }),
      language: anyText({ description: 'Its language.' }),
    }),
    { description: 'Other names, each with its language.', maxItems: LOCALES.length * MOST_ITEMS },
  ),
  nativeRegion: authored('Where it is native'),
  maxHeight: authored('How high it grows'),
  elevation: authored('At what elevation it grows'),
  uses: authoredList('What it is used for, as authored.'),
  toxicityLevel: authored('How toxic it is'),
  toxicParts: authoredList('Which parts are toxic, as authored.'),
  skinContactRisk: authored('What touching it does'),
  allergenRisk: authored('How likely it causes allergies'),
  featuredImage: authored('The image to show first'),
  images: authoredList('Further images, as authored.'),
  publishedAt: timestamp('When the content was first published.'),
  identifiers: object(
    { wfo: identifier, ipni: identifier, gbif: identifier, iucn: identifier },
    { description: 'The tree in other catalogues; null where unknown.', additionalProperties: identifier },
  ),
  attributes: record(JsonValue, { description: 'Every other authored field, untouched.' }),
};

export const TreeSummary = object(summaryFields, { description: 'Enough to name a tree and to find it.' });
export const TreeRecord = object(
  { ...summaryFields, ...recordFields },
  { description: 'A tree as lists show it. Every field is always there: an unknown fact is null.' },
);
export const TreeDetail = object(
  { ...summaryFields, ...recordFields, ...detailFields },
  { description: 'A tree whole. Every field is always there: an unknown fact is null, an empty collection [].' },
);

export type TreeSummary = Described<typeof TreeSummary>;
export type TreeRecord = Described<typeof TreeRecord>;
export type TreeDetail = Described<typeof TreeDetail>;

/** What belongs to the tree, whatever the language. */
export interface TreeFacts
  extends Pick<
    TreeDetail,
    | 'scientificName'
    | 'family'
    | 'distribution'
    | 'synonyms'
    | 'commonNames'
    | 'featuredImage'
    | 'images'
    | 'publishedAt'
    | 'updatedAt'
    | 'identifiers'
  > {
  conservationStatus: Status | null;
  floweringSeason: Month[];
  fruitingSeason: Month[];
}

/** What a tree's text in one language says. */
export type TreeText = Pick<
  TreeDetail,
  | 'title'
  | 'description'
  | 'body'
  | 'bodyFormat'
  | 'tags'
  | 'uses'
  | 'nativeRegion'
  | 'maxHeight'
  | 'elevation'
  | 'toxicityLevel'
  | 'toxicParts'
  | 'skinContactRisk'
  | 'allergenRisk'
  | 'attributes'
>;

/** A checked tree, with text in at least one language. */
export interface Tree extends TreeFacts {
  slug: string;
  texts: Partial<Record<Locale, TreeText>>;
}

export function availableLocales(tree: Tree): Locale[] {
  return LOCALES.filter((locale) => tree.texts[locale]);
}

/** The language of the text that a reader of `locale` gets: their own or, where the tree has none, the other one. */
export function servedLocale(tree: Tree, locale: Locale): Locale {
  return tree.texts[locale] ? locale : availableLocales(tree)[0];
}

export function servedText(tree: Tree, locale: Locale): TreeText {
  return tree.texts[servedLocale(tree, locale)] as TreeText;
}

/** The record that a reader of `locale` is served. */
export function toDetail(tree: Tree, locale: Locale): TreeDetail {
  const { texts: _, ...facts } = tree;
  const served = { ...facts, ...servedText(tree, locale) };
  const record: TreeDetail = {
    ...served,
    locale: servedLocale(tree, locale),
    availableLocales: availableLocales(tree),
    _links: { self: treePath(tree.slug, locale) },
  };
  return inSchemaOrder(record);
}

export function treePath(slug: string, locale: Locale): string {
  return `/api/v1/trees/${slug}?locale=${locale}`;
}

const SUMMARY_KEYS = Object.keys(summaryFields);
const RECORD_KEYS = Object.keys(recordFields);
const DETAIL_KEYS = Object.keys(detailFields);

function inSchemaOrder(record: TreeDetail): TreeDetail {
  return pick(record, [...SUMMARY_KEYS, ...RECORD_KEYS, ...DETAIL_KEYS]) as unknown as TreeDetail;
}

/** A tree's JSON in the three pieces that the summary, the record and the detail end with; the closing brace is left off. */
export function toJsonPieces(detail: TreeDetail): { summary: string; record: string; detail: string } {
  const inside = (keys: string[]) => JSON.stringify(pick(detail, keys)).slice(1, -1);
  return { summary: `{${inside(SUMMARY_KEYS)}`, record: `,${inside(RECORD_KEYS)}`, detail: `,${inside(DETAIL_KEYS)}` };
}

function pick(record: Record<string, unknown>, keys: string[]): Record<string, unknown> {
  return Object.fromEntries(keys.map((key) => [key, record[key]]));
}
