// In charge of the kinds of fields that have parts: common names with their languages, and identifiers by catalogue.

import { quote } from './findings.ts';
import { anyOf, isObject, itemsOf, type Kind, kindOf, oneOrMany, type Reading, text, texts } from './kinds.ts';
import { isBlank, trimmed } from './text.ts';

export interface CommonName {
  name: string;
  language: string;
}

/** A tag such as `fr` or `pt-BR`. */
const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,5}$/;

export function isLanguage(word: string): boolean {
  return LANGUAGE.test(word);
}

const oneName = {
  type: 'object',
  properties: { name: text.schema, language: { type: 'string' }, locale: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};
const namesByLanguage = {
  type: 'object',
  additionalProperties: texts.schema,
  propertyNames: { type: 'string', pattern: LANGUAGE.source },
};

/** Names as texts in the text's own language, as `{ name, language }`, or as lists by language. */
export const names: Kind<CommonName[]> = {
  schema: oneOrMany(text.schema, oneName, namesByLanguage),
  takesGroups: true,
  example: '[]',
  read(value, reading) {
    return itemsOf(value, reading).flatMap((item) => {
      if (isBlank(item)) return [];
      if (typeof item === 'string') return [{ name: trimmed(item), language: reading.locale }];
      if (isObject(item)) return 'name' in item ? readName(item, reading) : readByLanguage(item, reading);
      reading.complain('wrong-type', `${quote(item)} is not a name. Write a text, or a name with its language.`);
      return [];
    });
  },
};

function readName(item: Record<string, unknown>, reading: Reading): CommonName[] {
  const { name, language, locale, ...others } = item;
  for (const key of Object.keys(others))
    reading.complain('unknown-key', `A name has a language and nothing else; ${quote(key)} would be lost.`);
  const read = isBlank(name) ? undefined : text.read(name, reading);
  if (read === undefined) reading.complain('wrong-type', `${quote(item)} is not a name: it is blank or no text.`);
  const spoken = [language, locale].find((each) => !isBlank(each)) ?? reading.locale;
  return read !== undefined && isKnownLanguage(spoken, reading) ? [{ name: read, language: trimmed(spoken) }] : [];
}

function readByLanguage(item: Record<string, unknown>, reading: Reading): CommonName[] {
  return Object.entries(item).flatMap(([language, value]) => {
    if (isBlank(value) || !isKnownLanguage(language, reading)) return [];
    return (texts.read(value, reading) ?? []).map((name) => ({ name, language: trimmed(language) }));
  });
}

function isKnownLanguage(word: unknown, { complain }: Reading): word is string {
  if (typeof word === 'string' && isLanguage(trimmed(word))) return true;
  complain('wrong-type', `${quote(word)} is not the code of a language, such as en, es, fr or nah.`);
  return false;
}

export type Identifiers = { wfo: string | null; ipni: string | null; gbif: string | null; iucn: string | null };
export const NO_IDENTIFIERS: Identifiers = { wfo: null, ipni: null, gbif: null, iucn: null };

const identifier = anyOf({ type: 'string' }, { type: 'number' });

export const identifiers: Kind<Identifiers> = {
  schema: anyOf({
    type: 'object',
    properties: Object.fromEntries(Object.keys(NO_IDENTIFIERS).map((name) => [name, identifier])),
    additionalProperties: identifier,
  }),
  keepsDigits: true,
  takesGroups: true,
  example: `{ ${Object.keys(NO_IDENTIFIERS)
    .map((name) => `${name}: ""`)
    .join(', ')} }`,
  read(value, { complain }) {
    if (!isObject(value)) {
      complain('wrong-type', 'Identifiers must be given by name, for example wfo: wfo-0000586842.');
      return undefined;
    }
    const read = Object.entries(value).flatMap(([name, id]) => {
      if (isBlank(id)) return [];
      if (typeof id === 'string' || typeof id === 'number') return [[name, trimmed(String(id))]];
      complain('wrong-type', `The identifier ${name} must be text, not ${kindOf(id)}.`);
      return [];
    });
    // Not by assignment, which would take __proto__ for more than a name.
    return Object.fromEntries([...Object.entries(NO_IDENTIFIERS), ...read]) as Identifiers;
  },
};
