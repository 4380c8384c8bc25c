// In charge of the authored fields: which there are, whom they belong to, and of what kind each is.

import type { TreeFacts, TreeText } from '../tree.ts';
import { type Entry, placeOf, type SourceContext } from './entry.ts';
import { date, months, status } from './fact-kinds.ts';
import { anything, bodyFormat, type Kind, list, longText, type Reading, text, texts } from './kinds.ts';
import { identifiers, names } from './name-kinds.ts';
import { isBlank } from './text.ts';

/** What belongs to a language. */
export const TEXT_FIELDS = {
  title: text,
  description: text,
  body: longText,
  bodyFormat,
  tags: texts,
  uses: list,
  nativeRegion: anything,
  maxHeight: anything,
  elevation: anything,
  toxicityLevel: anything,
  toxicParts: list,
  skinContactRisk: anything,
  allergenRisk: anything,
} satisfies Record<Exclude<keyof TreeText, 'attributes'>, Kind<unknown>>;

/** What belongs to the tree, whatever the language. */
export const FACT_FIELDS = {
  scientificName: text,
  family: text,
  conservationStatus: status,
  distribution: texts,
  floweringSeason: months,
  fruitingSeason: months,
  synonyms: texts,
  commonNames: names,
  featuredImage: anything,
  images: list,
  publishedAt: date,
  updatedAt: date,
  identifiers,
} satisfies Record<keyof TreeFacts, Kind<unknown>>;

export const FIELDS = { ...TEXT_FIELDS, ...FACT_FIELDS };

export type FieldName = keyof typeof FIELDS;
type FieldValue<F extends FieldName> = Exclude<ReturnType<(typeof FIELDS)[F]['read']>, undefined>;
export type FieldValues = { [F in FieldName]?: FieldValue<F> };

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** What a tree must say in at least one of its files or rows, and what each file must say in its language. */
export const REQUIRED_FACTS: FieldName[] = ['scientificName', 'family'];
export const REQUIRED_TEXTS: FieldName[] = ['title', 'description'];

const fieldNames = new Set<string>(FIELD_NAMES);

export function isField(name: string): name is FieldName {
  return fieldNames.has(name);
}

/** Whether numbers under this key stay as they were written. */
export function keepsDigits(key: string): boolean {
  return key === 'slug' || (isField(key) && (FIELDS[key] as Kind<unknown>).keepsDigits === true);
}

/** The values of all fields that an entry gives and that can be understood. */
export function readFields(entry: Entry, { findings }: SourceContext): FieldValues {
  const values: Partial<Record<FieldName, unknown>> = {};
  let field: FieldName;
  const reading: Reading = {
    complain: (code, message) => findings.error(code, placeOf(entry, field), message),
    doubt: (code, message) => findings.warn(code, placeOf(entry, field), message),
    locale: entry.locale,
  };
  for (const [name, authored] of entry.fields) {
    if (!isField(name) || isBlank(authored.value)) continue;
    field = name;
    if (!authored.isUnderstood || name === 'commonNames')
      authored.understood = FIELDS[name].read(authored.value, reading);
    authored.isUnderstood = true;
    values[name] = authored.understood;
  }
  return values as FieldValues;
}
