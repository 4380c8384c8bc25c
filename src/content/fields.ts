// In charge of the authored fields: which there are, whom they belong to, and how their values are read kindly.

import { type Json, MOST_CHARACTERS, MOST_ITEMS } from '../tree.ts';
import { isAllYear, MONTHS, type Month, parseMonth, parseStatus, STATUSES, type Status } from '../vocabulary.ts';
import { type Entry, isBlank, placeOf, type SourceContext } from './entry.ts';
import { type FindingCode, quote } from './findings.ts';

/** Reports what is wrong with a value; the reader then returns what could be understood, or undefined. */
type Complain = (code: FindingCode, message: string) => void;
type Reader<T> = (value: unknown, complain: Complain, entry: Entry) => T | undefined;

export const READERS = {
  title: readText,
  description: readText,
  body: readLongText,
  bodyFormat: readBodyFormat,
  tags: readTexts,
  uses: readList,
  nativeRegion: readJson,
  maxHeight: readJson,
  elevation: readJson,
  toxicityLevel: readJson,
  toxicParts: readList,
  skinContactRisk: readJson,
  allergenRisk: readJson,
  scientificName: readText,
  family: readText,
  conservationStatus: readStatus,
  distribution: readTexts,
  floweringSeason: readMonths,
  fruitingSeason: readMonths,
  synonyms: readTexts,
  commonNames: readNames,
  featuredImage: readJson,
  images: readList,
  publishedAt: readDate,
  updatedAt: readDate,
  identifiers: readIdentifiers,
} satisfies Record<string, Reader<unknown>>;

export type FieldName = keyof typeof READERS;
type FieldValue<F extends FieldName> = Exclude<ReturnType<(typeof READERS)[F]>, undefined>;

export const FIELD_NAMES = Object.keys(READERS) as FieldName[];

export function isField(name: string): name is FieldName {
  return Object.hasOwn(READERS, name);
}

/** The value of one field of an entry, or undefined where it is not given or cannot be understood. */
export function readField<F extends FieldName>(
  entry: Entry,
  field: F,
  { findings }: SourceContext,
): FieldValue<F> | undefined {
  const authored = entry.fields.get(field);
  if (!authored || isBlank(authored.value)) return undefined;
  const complain: Complain = (code, message) => findings.error(code, placeOf(entry, field), message);
  const value = READERS[field](authored.value, complain, entry) as FieldValue<F> | undefined;
  const [longest] = [value]
    .flat()
    .map(lengthOf)
    .sort((a, b) => b - a);
  if (longest > MOST_CHARACTERS)
    complain('too-large', `This is ${longest} characters long: at most ${MOST_CHARACTERS}.`);
  if (Array.isArray(value) && value.length > MOST_ITEMS) {
    complain('too-large', `These are ${value.length} values: at most ${MOST_ITEMS}.`);
  }
  return value;
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : 0;
}

function readText(value: unknown, complain: Complain): string | undefined {
  return readLongText(value, complain)?.trim();
}

function readLongText(value: unknown, complain: Complain): string | undefined {
  if (typeof value === 'string') return value;
  complain('wrong-type', `This must be text, not ${kindOf(value)}. If the text looks like a number, put it in quotes.`);
  return undefined;
}

function readBodyFormat(value: unknown, complain: Complain): 'markdown' | 'mdx' | undefined {
  if (value === 'markdown' || value === 'mdx') return value;
  complain('wrong-type', `${quote(value)} is not a format of a long text: use markdown or mdx.`);
  return undefined;
}

function readJson(value: unknown): Json {
  return value as Json;
}

/** A list as authored; one value stands for a list of it, and a text is split at `|`. */
function readList(value: unknown): Json[] {
  if (typeof value === 'string') return splitAtBars(value);
  return (Array.isArray(value) ? value : [value]) as Json[];
}

function readTexts(value: unknown, complain: Complain): string[] {
  const texts: string[] = [];
  for (const item of readList(value)) {
    if (isBlank(item)) continue;
    if (typeof item === 'string') texts.push(item.trim());
    else complain('wrong-type', `This must be a list of texts; ${quote(item)} is ${kindOf(item)}.`);
  }
  return [...new Set(texts)];
}

function splitAtBars(text: string): string[] {
  return text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readMonths(value: unknown, complain: Complain): Month[] {
  const found = new Set<Month>();
  for (const item of readList(value)) {
    if (isBlank(item)) continue;
    const text = typeof item === 'number' ? String(item) : item;
    const month = typeof text === 'string' ? parseMonth(text) : undefined;
    if (month) found.add(month);
    else if (typeof text === 'string' && isAllYear(text)) for (const each of MONTHS) found.add(each);
    else
      complain('bad-month', `${quote(item)} is not a month. Use a name such as march or marzo, 1 to 12, or all-year.`);
  }
  return MONTHS.filter((month) => found.has(month));
}

function readStatus(value: unknown, complain: Complain): Status | undefined {
  const status = typeof value === 'string' ? parseStatus(value) : undefined;
  if (!status) {
    complain(
      'bad-status',
      `${quote(value)} is not an IUCN category. Use ${STATUSES.join(', ')}, or the category’s name.`,
    );
  }
  return status;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A date or a timestamp, brought to UTC and whole seconds; a time without a zone is taken as UTC. */
function readDate(value: unknown, complain: Complain): string | undefined {
  const [, year, month, day, time = '00:00', seconds = '00', zone = 'Z'] = DATE.exec(String(value).trim()) ?? [];
  const midnight = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const offset = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const moment = new Date(`${year}-${month}-${day}T${time}:${seconds}${offset}`);
  if (midnight.getUTCDate() === Number(day) && !Number.isNaN(moment.getTime())) {
    return `${moment.toISOString().slice(0, 19)}Z`;
  }
  complain('bad-date', `${quote(value)} is not a date. Write it as 2026-01-31 or 2026-01-31T12:00:00Z.`);
  return undefined;
}

export interface CommonName {
  name: string;
  language: string;
}

/** Names as texts in the entry's own language, as `{ name, language }`, or as lists by language. */
function readNames(value: unknown, complain: Complain, entry: Entry): CommonName[] {
  if (isObject(value) && typeof value.name !== 'string') {
    return Object.entries(value).flatMap(([language, names]) =>
      readTexts(names, complain).map((name) => ({ name, language })),
    );
  }
  const names: CommonName[] = [];
  for (const item of readList(value)) {
    if (isBlank(item)) continue;
    if (typeof item === 'string') names.push({ name: item.trim(), language: entry.locale });
    else if (isObject(item) && typeof item.name === 'string') {
      names.push({ name: item.name.trim(), language: String(item.language ?? item.locale ?? entry.locale) });
    } else complain('wrong-type', `${quote(item)} is not a name. Write a text, or a name with its language.`);
  }
  return names;
}

export type Identifiers = { wfo: string | null; ipni: string | null; gbif: string | null; iucn: string | null };

function readIdentifiers(value: unknown, complain: Complain): Identifiers {
  const identifiers: Identifiers = { wfo: null, ipni: null, gbif: null, iucn: null };
  if (!isObject(value)) {
    complain('wrong-type', 'Identifiers must be given by name, for example wfo: wfo-0000586842.');
    return identifiers;
  }
  const given = Object.entries(value).filter(([, id]) => !isBlank(id));
  for (const [name, id] of given) {
    if (typeof id !== 'string' && typeof id !== 'number') {
      complain('wrong-type', `The identifier ${name} must be text, not ${kindOf(id)}.`);
    }
  }
  return Object.assign(identifiers, Object.fromEntries(given.map(([name, id]) => [name, String(id).trim()])));
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a group of values';
  return typeof value === 'boolean' ? 'yes or no' : `a ${typeof value}`;
}
