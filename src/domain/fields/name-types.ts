import { wrongIdentifier } from '../identifiers.ts';
import { parseScientificName } from '../names/scientific-name.ts';
import { isBlank, quote, trimmed } from '../text.ts';
import { LOCALES } from '../vocabulary.ts';
import {
  anyOf,
  anyText,
  type FieldType,
  isObject,
  itemsOf,
  joinPart,
  MAX_ITEMS,
  oneOrMany,
  type Reading,
  readLabel,
  readText,
  readTexts,
  text,
  typeName,
  VISIBLE,
} from './field-types.ts';
import { array, type Described, nullable, object } from './schema.ts';

const AUTHORS = /^\(?\p{Lu}/u;

/** Keeps what is written, including authors. */
export const scientificName: FieldType<string> = {
  ...text('The accepted scientific name.'),
  read(value, reading) {
    const read = readText(value, reading);
    const parsed = read === undefined ? undefined : parseScientificName(read);
    if (parsed && AUTHORS.test(parsed.authorship))
      reading.doubt(
        'authors-in-name',
        `Authors have a field of their own: write scientificName: ${parsed.name} and scientificNameAuthorship: ${parsed.authorship}.`,
      );
    return read;
  },
};

const LANGUAGE = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,5}$/;

export function isLanguage(tag: string): boolean {
  return LANGUAGE.test(tag);
}

const CommonNames = array(object({ name: anyText('The name.'), language: anyText('Its language.') }), {
  description: 'Other names, each with its language.',
  maxItems: MAX_ITEMS,
});
type CommonNames = Described<typeof CommonNames>;

const oneName = {
  type: 'object',
  properties: { name: VISIBLE, language: { type: 'string' }, locale: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};
const namesByLanguage = {
  type: 'object',
  additionalProperties: oneOrMany(VISIBLE),
  propertyNames: { type: 'string', pattern: LANGUAGE.source },
};

/** Names as texts in the text's own language, as `{ name, language }`, or as lists by language. */
export const commonNames: FieldType<CommonNames> = {
  schema: CommonNames,
  none: [],
  authored: oneOrMany(VISIBLE, oneName, namesByLanguage),
  takesGroups: true,
  dependsOnLocale: (value) => !Array.isArray(value) || !value.every(hasLanguage),
  parts: {
    isPart: isLanguage,
    columns: LOCALES,
    join(whole, language, value) {
      const names = typeof whole === 'string' ? whole.split('|') : (whole ?? []);
      return [names, { [language]: value }].flat();
    },
  },
  template: '[]',
  read(value, reading) {
    return itemsOf(value, reading).flatMap((item) => {
      if (isBlank(item)) return [];
      if (typeof item === 'string') return { name: trimmed(item), language: reading.locale };
      if (isObject(item)) return 'name' in item ? readName(item, reading) : readByLanguage(item, reading);
      reading.complain('wrong-type', `${quote(item)} is not a name. Write a text, or a name with its language.`);
      return [];
    });
  },
};

function hasLanguage(item: unknown): boolean {
  return isObject(item) && 'name' in item && !isBlank(item.language);
}

/** Without duplicates, the names of the first language first. */
export function allNames(namesByLocale: CommonNames[]): CommonNames {
  return [...new Map(namesByLocale.flat().map((name) => [JSON.stringify(name), name])).values()];
}

const KEYS_OF_NAME = ['name', 'language', 'locale'];

function readName(item: Record<string, unknown>, reading: Reading): CommonNames | CommonNames[number] {
  const { name, language, locale } = item;
  for (const key of Object.keys(item).filter((each) => !KEYS_OF_NAME.includes(each)))
    reading.complain('unknown-key', `A name has a language and nothing else; ${quote(key)} would be lost.`);
  const read = isBlank(name) ? undefined : readText(name, reading);
  if (read === undefined) reading.complain('wrong-type', `${quote(item)} is not a name: it is blank or no text.`);
  const spoken = isBlank(language) ? (isBlank(locale) ? reading.locale : locale) : language;
  return read !== undefined && isKnownLanguage(spoken, reading) ? { name: read, language: trimmed(spoken) } : [];
}

function readByLanguage(item: Record<string, unknown>, reading: Reading): CommonNames {
  return Object.entries(item).flatMap(([language, value]) => {
    if (isBlank(value) || !isKnownLanguage(language, reading)) return [];
    return readTexts(value, reading).map((name) => ({ name, language: trimmed(language) }));
  });
}

function isKnownLanguage(tag: unknown, { complain }: Reading): tag is string {
  if (typeof tag === 'string' && isLanguage(trimmed(tag))) return true;
  complain('wrong-type', `${quote(tag)} is not the code of a language, such as en, es, fr or nah.`);
  return false;
}

const identifier = nullable(anyText('An identifier.'));
const Identifiers = object(
  { wfo: identifier, ipni: identifier, gbif: identifier, iucn: identifier },
  { description: 'The tree in other catalogues; null where unknown.', additionalProperties: identifier },
);
type Identifiers = Described<typeof Identifiers>;

function readIdentifier(register: string, text: string, reading: Reading): string | undefined {
  const read = readLabel(text, reading);
  const example = read === undefined ? undefined : wrongIdentifier(register, read);
  if (example)
    reading.doubt('odd-identifier', `${quote(read)} is no identifier of ${register}: those look like ${example}.`);
  return read;
}

const NO_IDENTIFIERS: Identifiers = { wfo: null, ipni: null, gbif: null, iucn: null };
const CATALOGUES = Object.keys(NO_IDENTIFIERS);

const authoredIdentifier = anyOf({ type: 'string' }, { type: 'number' });

export const identifiers: FieldType<Identifiers> = {
  schema: Identifiers,
  none: NO_IDENTIFIERS,
  authored: anyOf({
    type: 'object',
    properties: Object.fromEntries(CATALOGUES.map((name) => [name, authoredIdentifier])),
    additionalProperties: authoredIdentifier,
  }),
  keepsDigits: true,
  takesGroups: true,
  parts: { isPart: () => true, columns: CATALOGUES, join: joinPart },
  template: `{ ${CATALOGUES.map((name) => `${name}: ""`).join(', ')} }`,
  read(value, reading) {
    if (!isObject(value)) {
      reading.complain('wrong-type', 'Identifiers must be given by name, for example wfo: wfo-0000586842.');
      return undefined;
    }
    const read = new Map<string, string | null | undefined>(Object.entries(NO_IDENTIFIERS));
    for (const [name, id] of Object.entries(value)) {
      if (isBlank(id)) continue;
      if (typeof id !== 'string' && typeof id !== 'number')
        reading.complain('wrong-type', `The identifier ${name} must be text, not ${typeName(id)}.`);
      else read.set(name, readIdentifier(name, String(id), reading));
    }
    return Object.fromEntries(read) as Identifiers;
  },
};
