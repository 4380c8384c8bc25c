// In charge of what a tree is: the record as it is served (schema first, type derived) and the checked tree it is made of.

import { anything, array, type Described, nullable, object, oneOf, record, string } from './schema.ts';
import { LOCALES, type Locale, MONTHS, type Month, STATUSES, type Status } from './vocabulary.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const authored = anything<Json>();
const timestamp = string({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$' });
const months = array(oneOf(MONTHS));

/** Three schemas, each the beginning of the next: so is their JSON, and a tree's bytes are kept once for all three. */
const summaryFields = {
  slug: string({ pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' }),
  title: string(),
  scientificName: string(),
  _links: object({ self: string() }),
};

const recordFields = {
  locale: oneOf(LOCALES),
  availableLocales: array(oneOf(LOCALES)),
  family: string(),
  description: string(),
  conservationStatus: nullable(oneOf(STATUSES)),
  tags: array(string()),
  distribution: array(string()),
  floweringSeason: months,
  fruitingSeason: months,
  updatedAt: nullable(timestamp),
};

const identifier = nullable(string());

const detailFields = {
  body: nullable(string()),
  bodyFormat: nullable(oneOf(['markdown', 'mdx'])),
  synonyms: array(string()),
  commonNames: array(object({ name: string(), language: string() })),
  nativeRegion: authored,
  maxHeight: authored,
  elevation: authored,
  uses: array(authored),
  toxicityLevel: authored,
  toxicParts: array(authored),
  skinContactRisk: authored,
  allergenRisk: authored,
  featuredImage: authored,
  images: array(authored),
  publishedAt: nullable(timestamp),
  identifiers: object(
    { wfo: identifier, ipni: identifier, gbif: identifier, iucn: identifier },
    { additionalProperties: string() },
  ),
  attributes: record(authored),
};

export const TreeSummary = object(summaryFields);
export const TreeRecord = object({ ...summaryFields, ...recordFields });
export const TreeDetail = object({ ...summaryFields, ...recordFields, ...detailFields });

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
