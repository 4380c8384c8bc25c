// In charge of languages inside keys and values: `title.es`, and `{ en: …, es: … }`.

import { isLocale, type Locale } from '../vocabulary.ts';
import { FIELDS, type FieldName, isField } from './fields.ts';
import { isObject, type Kind } from './kinds.ts';
import { isLanguage } from './name-kinds.ts';

/** The field that a key such as `title.es` is about, and what follows its dot; none where a key has no field before a dot. */
export function partsOf(key: string): { field: string; suffix: string } | undefined {
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
  if (!isObject(value) || hasGroupsOfItsOwn(name)) return undefined;
  const keys = Object.keys(value);
  const hasLocale = keys.some(isLocale);
  const looksSo = keys.length > 0 && keys.every(isLanguage);
  const isSo = isField(name) ? hasLocale || (looksSo && !takesGroups(name)) : hasLocale && looksSo;
  if (!isSo) return undefined;
  return {
    known: Object.entries(value).filter((entry): entry is [Locale, unknown] => isLocale(entry[0])),
    unknown: keys.filter((key) => !isLocale(key)),
  };
}

/** Common names have languages of their own, and identifiers catalogues. */
function hasGroupsOfItsOwn(name: string): boolean {
  return name === 'commonNames' || name === 'identifiers';
}

function takesGroups(name: FieldName): boolean {
  return (FIELDS[name] as Kind<unknown>).takesGroups === true;
}
