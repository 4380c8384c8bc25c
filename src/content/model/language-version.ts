// Defines what every format is turned into: what one unit says of one tree in one language. Reads its values by the types in the
// table of fields.

import { isObject, type Reading } from '../../domain/fields/field-types.ts';
import {
  type FactValues,
  FIELD_NAMES,
  type FieldName,
  isField,
  type TextValues,
  TYPES,
} from '../../domain/fields/fields.ts';
import { isLanguage } from '../../domain/fields/name-types.ts';
import { isBlank } from '../../domain/text.ts';
import { isLocale, type Locale } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { type Place, placeIn, type Unit } from '../source/units.ts';
import { checkValue } from './value.ts';

export interface AuthoredValue {
  /** The key as its author wrote it: `title`, or `title.es` in a table. */
  key: string;
  /** Undefined where it cannot be served; the findings say why. */
  value: unknown;
  characters: number;
}

export type Fields = ReadonlyMap<string, AuthoredValue>;

/** What a row says for all of its languages. */
export interface SharedFields {
  fields: Fields;
  /** What was understood of them, once for all. */
  values?: FieldValues;
}

export interface LanguageVersion {
  unit: Unit;
  /** Undefined where none is given, or none that will do. */
  slug: string | undefined;
  /** What the files and rows of one tree share: the slug, or what was written in its place. */
  group: string;
  locale: Locale;
  /** Whether its slug or its language is wrong, so that it cannot become a tree whatever else it says. */
  isNameless: boolean;
  /** Whether it is a file of its own for this language, so that a missing text is a mistake and not a gap. */
  ownFile: boolean;
  /** Whether it says itself which language it is in, as one of several files or rows of a tree does. */
  namesLocale: boolean;
  own: Fields;
  /** Nothing of it is among its own. */
  shared: SharedFields;
}

const NO_VALUES: FieldValues = Object.fromEntries(FIELD_NAMES.map((name) => [name, undefined]));
export const NOTHING_SHARED: SharedFields = { fields: new Map(), values: NO_VALUES };

/** What stands under a key of a file or row. */
export function author(unit: Unit, key: string, value: unknown, { findings }: SourceContext): AuthoredValue {
  const characters = checkValue(value, unit, key, findings);
  const served = characters === undefined ? undefined : value;
  return { key, value: served, characters: characters ?? 0 };
}

/** What it says itself takes the place of what it shares. */
export function withShared(own: Fields, shared: SharedFields): Pick<LanguageVersion, 'own' | 'shared'> {
  for (const name of own.keys())
    if (shared.fields.has(name)) return { own: new Map([...shared.fields, ...own]), shared: NOTHING_SHARED };
  return { own, shared };
}

export function fieldIn({ own, shared }: LanguageVersion, name: string): AuthoredValue | undefined {
  return own.get(name) ?? shared.fields.get(name);
}

/** Where a field stands, or where its file or row begins if it has none. */
export function placeOf(version: LanguageVersion, field: string): Place {
  return placeIn(version.unit, fieldIn(version, field)?.key ?? field);
}

/** Whether its author wrote something, be it wrong. */
export function isGiven(version: LanguageVersion, field: string): boolean {
  const authored = fieldIn(version, field);
  return authored !== undefined && (authored.value === undefined || !isBlank(authored.value));
}

export type FieldValues = Partial<FactValues & TextValues>;

/** Whether numbers under this key stay as they were written. */
export function keepsDigits(key: string): boolean {
  return key === 'slug' || TYPES.get(key)?.keepsDigits === true;
}

const LOCALE_DEPENDENT = FIELD_NAMES.filter((name) => TYPES.get(name)?.dependsOnLocale);

/** The values of all fields that a version gives and that can be understood. */
export function readFields(version: LanguageVersion, { findings }: SourceContext): FieldValues {
  const { own, shared } = version;
  let field: string;
  const reading: Reading = {
    complain: (code, message) => findings.error(code, placeOf(version, field), message),
    doubt: (code, message) => findings.warn(code, placeOf(version, field), message),
    locale: version.locale,
  };
  const understand = (values: Record<string, unknown>, fields: Fields) => {
    for (const [name, { value }] of fields) {
      const type = TYPES.get(name);
      if (!type || isBlank(value)) continue;
      field = name;
      values[name] = type.read(value, reading);
    }
    return values;
  };
  const again = shared.values ? localeDependentIn(shared.fields) : NOTHING_SHARED.fields;
  shared.values ??= understand({ ...NO_VALUES }, shared.fields);
  return understand(understand({ ...shared.values }, again), own);
}

function localeDependentIn(fields: Fields): Fields {
  const found = new Map<string, AuthoredValue>();
  for (const name of LOCALE_DEPENDENT) {
    const authored = fields.get(name);
    if (authored && TYPES.get(name)?.dependsOnLocale?.(authored.value)) found.set(name, authored);
  }
  return found;
}

/** The field that a key such as `title.es` is about, and what follows its dot; none where a key has no field before a dot. */
export function partsOf(key: string): { field: FieldName; suffix: string } | undefined {
  const dot = key.indexOf('.');
  const [field, suffix] = [key.slice(0, dot), key.slice(dot + 1)];
  return dot > 0 && isField(field) ? { field, suffix } : undefined;
}

export interface ByLanguage {
  known: [Locale, unknown][];
  /** Keys that are no language of the catalogue. */
  unknown: string[];
}

/** A group of values as one by language; undefined where it is something else, as a field or an attribute may be. */
export function byLanguage(name: string, value: unknown): ByLanguage | undefined {
  const type = TYPES.get(name);
  if (!isObject(value) || type?.parts) return undefined;
  const keys = Object.keys(value);
  const hasLocale = keys.some(isLocale);
  const looksSo = keys.length > 0 && keys.every(isLanguage);
  const isSo = type ? hasLocale || (looksSo && !type.takesGroups) : hasLocale && looksSo;
  if (!isSo) return undefined;
  return {
    known: Object.entries(value).filter((pair): pair is [Locale, unknown] => isLocale(pair[0])),
    unknown: keys.filter((key) => !isLocale(key)),
  };
}
