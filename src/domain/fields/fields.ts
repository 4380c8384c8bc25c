// Lists the fields of a tree. Schemas, types, readers, the merge of two languages, views, templates and examples all come
// from this table.

import { slugSchema, slugs } from '../slugs.ts';
import { API_PREFIX, LOCALES } from '../vocabulary.ts';
import { assessment } from './assessment.ts';
import { date, months, status } from './fact-types.ts';
import {
  anything,
  bodyFormat,
  type FieldType,
  JsonValue,
  label,
  labels,
  list,
  longText,
  orNull,
  text,
  texts,
} from './field-types.ts';
import { allNames, commonNames, identifiers, scientificName } from './name-types.ts';
import { array, type Described, object, openEnum, record, type Schema, string } from './schema.ts';

export const LocaleCode = openEnum(LOCALES, {
  description: 'A language of the catalogue (BCP 47).',
  pattern: '^[A-Za-z0-9-]+$',
  maxLength: 35,
});
export const Link = string({
  description: 'A path, or a whole address where the service knows its public one.',
  pattern: `^(https?://[!-~]+)?${API_PREFIX}/`,
  maxLength: 65_536,
});

/** Each view has the fields of the previous one, then its own. */
export const VIEWS = ['summary', 'record', 'detail'] as const;
export type View = (typeof VIEWS)[number];

/** A field that the service adds. */
interface MadeField<T, V> {
  of: 'service';
  view: V;
  schema: Schema<T>;
}

interface AuthoredField<T, V> {
  /** The first view that shows it. */
  view: V;
  schema: Schema<T>;
  type: FieldType<T>;
  /** The term of Darwin Core, or of a vocabulary that its archives use alongside. */
  term?: `${'dwc' | 'dcterms' | 'iucn'}:${string}`;
  example?: T;
}

/** A field of the tree, the same in all languages. */
interface FactField<T, V> extends AuthoredField<T, V> {
  of: 'tree';
  /** Merges the values in several languages. Without it the default language's counts, and others are reported. */
  merge?(values: T[]): T;
}

interface TextField<T, V> extends AuthoredField<T, V> {
  of: 'language';
  /** Whether one language's value also serves the other language. */
  isShared?: boolean;
  /** The text that the field belongs to, and its value if only that text is given. */
  goesWith?: { field: 'body'; otherwise: T };
}

type More<F> = Omit<F, 'of' | 'view' | 'schema' | 'type'>;

function ofService<T, V extends View>(view: V, schema: Schema<T>): MadeField<T, V> {
  return { of: 'service', view, schema };
}

function ofTree<T, V extends View>(view: V, type: FieldType<T>, more: More<FactField<T, V>> = {}): FactField<T, V> {
  return { of: 'tree', view, schema: type.schema, type, ...more };
}

function ofLanguage<T, V extends View>(view: V, type: FieldType<T>, more: More<TextField<T, V>> = {}): TextField<T, V> {
  return { of: 'language', view, schema: type.schema, type, ...more };
}

/** In the order of responses; templates have the fields of a language first, then those of the tree. */
export const FIELDS = {
  slug: ofService('summary', slugSchema('Names the tree in addresses; unique.')),
  locale: ofService('record', LocaleCode),
  availableLocales: ofService(
    'record',
    array(LocaleCode, { description: 'The languages that the tree has text in.', maxItems: LOCALES.length }),
  ),
  title: ofLanguage('summary', text('The name that the tree is commonly known by.'), {
    term: 'dwc:vernacularName',
    example: 'Kapok',
  }),
  scientificName: ofTree('summary', scientificName, {
    term: 'dwc:scientificName',
    example: 'Ceiba pentandra',
  }),
  scientificNameAuthorship: ofTree(
    'record',
    orNull(text('The authors.'), { description: 'The authors of the scientific name, apart from it.' }),
    { term: 'dwc:scientificNameAuthorship', example: '(L.) Gaertn.' },
  ),
  _links: ofService('summary', object({ self: Link }, { description: 'The address of the whole tree.' })),
  family: ofTree('record', label('The botanical family.'), { term: 'dwc:family', example: 'Malvaceae' }),
  description: ofLanguage('record', text('A short description.'), {
    term: 'dcterms:description',
    example: 'A giant of tropical forests, grown for the floss around its seeds.',
  }),
  conservationStatus: ofTree('record', status, { term: 'iucn:threatStatus', example: 'LC' }),
  conservationAssessment: ofTree('detail', assessment, {
    example: { year: 2017, criteria: null, scope: 'global' },
  }),
  body: ofLanguage('detail', orNull(longText('The long text.'), { description: 'The long text as authored.' }), {
    example: '## In the field\n\nGrey trunk with thorns when young.',
  }),
  bodyFormat: ofLanguage('detail', bodyFormat, {
    goesWith: { field: 'body', otherwise: 'markdown' },
    example: 'markdown',
  }),
  tags: ofLanguage('record', labels('Keywords, as authored.'), { example: ['tropical'] }),
  distribution: ofTree('record', labels('Where the tree grows, as authored.'), {
    term: 'dwc:locality',
    example: ['Central America', 'West Africa'],
  }),
  floweringSeason: ofTree('record', months('When it flowers, January first.'), { example: ['january', 'february'] }),
  fruitingSeason: ofTree('record', months('When it bears fruit, January first.'), { example: ['march', 'april'] }),
  synonyms: ofTree('detail', texts('Other scientific names.'), { example: ['Bombax pentandrum'] }),
  commonNames: ofTree('detail', commonNames, {
    term: 'dwc:vernacularName',
    merge: allNames,
    example: [{ name: 'Silk-cotton tree', language: 'en' }],
  }),
  nativeRegion: ofLanguage('detail', anything('Where it is native'), { example: 'Tropical America and Africa' }),
  maxHeight: ofLanguage('detail', anything('How high it grows'), { isShared: true, example: '70 m' }),
  elevation: ofLanguage('detail', anything('At what elevation it grows'), { isShared: true }),
  uses: ofLanguage('detail', list('What it is used for, as authored.'), { example: ['floss'] }),
  toxicityLevel: ofLanguage('detail', anything('How toxic it is'), { isShared: true }),
  toxicParts: ofLanguage('detail', list('Which parts are toxic, as authored.'), { isShared: true }),
  skinContactRisk: ofLanguage('detail', anything('What touching it does'), { isShared: true }),
  allergenRisk: ofLanguage('detail', anything('How likely it causes allergies'), { isShared: true }),
  featuredImage: ofTree('detail', anything('The image to show first')),
  images: ofTree('detail', list('Further images, as authored.')),
  publishedAt: ofTree('detail', date('When the content was first published.'), { example: '2025-06-01T00:00:00Z' }),
  updatedAt: ofTree('record', date('When the content was last changed.'), {
    term: 'dcterms:modified',
    // Timestamps sort as text.
    merge: (dates) => dates.reduce((latest, date) => ((latest ?? '') < (date ?? '') ? date : latest)),
    example: '2026-01-11T00:00:00Z',
  }),
  identifiers: ofTree('detail', identifiers, {
    example: { wfo: 'wfo-0000586842', ipni: null, gbif: '5406697', iucn: null },
  }),
  formerSlugs: ofTree('detail', slugs('The slugs that the tree had before: their addresses lead to it.'), {
    merge: (slugsByLocale) => [...new Set(slugsByLocale.flat())],
    example: ['bombax-pentandrum'],
  }),
  attributes: ofService('detail', record(JsonValue, { description: 'Every other authored field, untouched.' })),
};

type Table = typeof FIELDS;
type ValuesOf<Of> = { [F in keyof Table as Table[F]['of'] extends Of ? F : never]: Described<Table[F]['schema']> };

export type FactValues = ValuesOf<'tree'>;
export type TextValues = ValuesOf<'language'>;
export type FactName = keyof FactValues;
export type TextName = keyof TextValues;
export type FieldName = FactName | TextName;

export const TEXT_NAMES = namesOf('language') as TextName[];
export const FACT_NAMES = namesOf('tree') as FactName[];
export const FIELD_NAMES: FieldName[] = [...TEXT_NAMES, ...FACT_NAMES];

function namesOf(of: Table[keyof Table]['of']): string[] {
  return Object.keys(FIELDS).filter((name) => FIELDS[name as keyof Table].of === of);
}

export const FACTS: Record<FactName, FactField<unknown, View>> = FIELDS;
export const TEXTS: Record<TextName, TextField<unknown, View>> = FIELDS;

export const TYPES = new Map<string, FieldType<unknown>>(FIELD_NAMES.map((name) => [name, FIELDS[name].type]));

export function isField(key: string): key is FieldName {
  return TYPES.has(key);
}

export function isTextName(key: string): key is TextName {
  return TEXT_NAMES.includes(key as TextName);
}

export function isRequired(name: FieldName): boolean {
  return FIELDS[name].type.none === undefined;
}

/** What a tree must have in at least one file or row, and what each file must have in its language. */
export const REQUIRED_FACTS = FACT_NAMES.filter(isRequired);
export const REQUIRED_TEXTS = TEXT_NAMES.filter(isRequired);

type SchemasOf<V> = { [F in keyof Table as Table[F]['view'] extends V ? F : never]: Table[F]['schema'] };

export function schemasOf<V extends View>(view: V): SchemasOf<V> {
  const shown = Object.entries(FIELDS).filter(([, field]) => field.view === view);
  return Object.fromEntries(shown.map(([name, { schema }]) => [name, schema])) as SchemasOf<V>;
}
