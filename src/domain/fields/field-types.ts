// Defines the common field types: the schema of what is served, and a tolerant reader for what authors write.

import { isTooLong, lengthOf, MAX_VALUE_LENGTH } from '../questions.ts';
import { isBlank, quote, trimmed } from '../text.ts';
import type { Locale } from '../vocabulary.ts';
import { anything as anyJson, array, nullable, openEnum, type Schema, string } from './schema.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** Publishing rejects longer texts and lists. */
export const MAX_CHARACTERS = 1_000_000;
export const MAX_ITEMS = 10_000;
/** The upper bound of the setting for a tree's size. */
export const MAX_TREE_BYTES = 100_000_000;

/** Unlike `\S`, it means the same in every dialect of regular expressions. */
export const NOT_BLANK = '[^ \\t\\r\\n]';

type Remark =
  | 'authors-in-name'
  | `bad-${'assessment' | 'date' | 'month' | 'slug' | 'status'}`
  | 'doubtful-list'
  | 'odd-blanks'
  | 'odd-identifier'
  | 'too-large'
  | 'unknown-key'
  | 'wrong-type';

export interface Reading {
  /** Reports what cannot be understood; the type then returns what can be, or undefined. */
  complain(code: Remark, message: string): void;
  doubt(code: Remark, message: string): void;
  locale: Locale;
}

export interface FieldType<T> {
  schema: Schema<T>;
  /** What is served if the author wrote nothing. A field whose type lacks it is required. */
  none?: T;
  authored: object;
  /** `value` is neither blank nor nested too deep. */
  read(value: unknown, reading: Reading): T | undefined;
  /** Whether a number stays as written, such as 0042. */
  keepsDigits?: boolean;
  /** Whether a value can be a group, such as `{ min: 10, max: 40 }`. */
  takesGroups?: boolean;
  /** Whether a value means something else in another language. */
  dependsOnLocale?(value: unknown): boolean;
  parts?: Parts;
  isLabel?: boolean;
  template: string;
}

/** For a type whose parts may have columns of their own, such as `identifiers.gbif`. */
export interface Parts {
  isPart(name: string): boolean;
  columns: readonly string[];
  /** The whole with one more part; undefined if it has that part already or cannot have any. */
  join(whole: unknown, name: string, value: unknown): unknown;
}

export function joinPart(whole: unknown = {}, name: string, value: unknown): unknown {
  return isObject(whole) && !Object.hasOwn(whole, name) ? { ...whole, [name]: value } : undefined;
}

export const VISIBLE = { type: 'string', pattern: '\\S' };
const NOTHING = [{ type: 'string', pattern: '^\\s*$' }, { type: 'null' }];

/** Any value may also be blank. */
export function anyOf(...schemas: object[]): object {
  return { anyOf: [...schemas, ...NOTHING] };
}

/** A single value stands for a list of one. */
export function oneOrMany(...items: object[]): object {
  return anyOf(...items, { type: 'array', items: anyOf(...items), maxItems: MAX_ITEMS });
}

/** Linters require a pattern for each text: this one matches all. */
export function anyText(description: string): Schema<string> {
  return string({ description, maxLength: MAX_CHARACTERS, pattern: '^' });
}

const servedText = (description: string) =>
  string({ description, minLength: 1, maxLength: MAX_CHARACTERS, pattern: NOT_BLANK });

/** Keeps blanks at the ends. */
export function longText(description: string): FieldType<string> {
  return { schema: servedText(description), authored: anyOf(VISIBLE), template: '""', read: readLongText };
}

export function text(description: string): FieldType<string> {
  return { ...longText(description), read: readText };
}

/** A text that filters and links are built from, so a request can give it. */
export function label(description: string): FieldType<string> {
  return { ...text(description), isLabel: true, read: readLabel };
}

export function orNull<T>(type: FieldType<T>, keywords: object = {}): FieldType<T | null> {
  return { ...type, schema: nullable(type.schema, keywords), none: null };
}

export function texts(description: string): FieldType<string[]> {
  return {
    schema: array(servedText('One of them.'), { description, maxItems: MAX_ITEMS }),
    none: [],
    authored: oneOrMany(VISIBLE),
    template: '[]',
    read: readTexts,
  };
}

export function labels(description: string): FieldType<string[]> {
  return { ...texts(description), isLabel: true, read: (value, reading) => readTexts(value, reading, readLabel) };
}

export const JsonValue = anyJson<Json>('Any JSON, as authors wrote it.', MAX_TREE_BYTES);

export function anything(description: string): FieldType<Json> {
  return {
    schema: { description: `${description}, as authored; null if unknown.`, allOf: [JsonValue] },
    none: null,
    authored: {},
    takesGroups: true,
    template: '""',
    read: (value) => value as Json,
  };
}

/** A list of any JSON; a text is split at `|`, and any other single value is a list of one. */
export function list(description: string): FieldType<Json[]> {
  const schema = array(JsonValue, { description, maxItems: MAX_ITEMS });
  return { schema, none: [], authored: {}, takesGroups: true, template: '[]', read: itemsOf };
}

const BODY_FORMATS = ['markdown', 'mdx'] as const;
export const BodyFormat = openEnum(BODY_FORMATS, {
  description: 'How a long text is written.',
  pattern: '^[a-z0-9-]+$',
  maxLength: 35,
});

export const bodyFormat: FieldType<(typeof BODY_FORMATS)[number] | null> = {
  schema: nullable(BodyFormat),
  none: null,
  authored: anyOf({ enum: BODY_FORMATS }),
  template: 'markdown',
  read(value, { complain }) {
    const format = BODY_FORMATS.find((each) => each === value);
    if (!format) complain('wrong-type', `${quote(value)} is not a format of a long text: use markdown or mdx.`);
    return format;
  },
};

function readLongText(value: unknown, { complain }: Reading): string | undefined {
  if (typeof value !== 'string') {
    const advice = typeof value === 'number' ? ' Put it in quotes.' : '';
    complain('wrong-type', `This must be text, not ${typeName(value)}.${advice}`);
  } else if (value.length > MAX_CHARACTERS) {
    complain('too-large', `This is ${value.length} characters long: at most ${MAX_CHARACTERS}.`);
  } else return value;
  return undefined;
}

export function readText(value: unknown, reading: Reading): string | undefined {
  const read = readLongText(value, reading);
  return read === undefined ? undefined : trimmed(read);
}

/** Anything but single spaces. */
const ODD_BLANKS = /\s\s|[^\S ]/;

export function readLabel(value: unknown, reading: Reading): string | undefined {
  const read = readText(value, reading);
  if (read === undefined) return undefined;
  const label = ODD_BLANKS.test(read) ? read.replace(/\s+/g, ' ') : read;
  if (label !== read) reading.doubt('odd-blanks', `Blanks inside are read as one space each: ${quote(label)}.`);
  if (!isTooLong(label)) return label;
  reading.complain('too-large', `This is ${lengthOf(label)} characters long: at most ${MAX_VALUE_LENGTH}.`);
  return undefined;
}

export function readTexts(value: unknown, reading: Reading, readOne = readText): string[] {
  const read: (string | undefined)[] = [];
  for (const item of itemsOf(value, reading)) {
    if (isBlank(item)) continue;
    if (typeof item === 'string') read.push(readOne(item, reading));
    else reading.complain('wrong-type', `This must be a list of texts; ${quote(item)} is ${typeName(item)}.`);
  }
  return [...new Set(read)].filter((text) => text !== undefined);
}

/** The items of a value that may contain commas. */
export function itemsWithoutDoubt(value: unknown, reading: Reading): Json[] {
  return itemsOf(value, typeof value === 'string' ? { ...reading, doubt() {} } : reading);
}

export function itemsOf(value: unknown, { complain, doubt }: Reading): Json[] {
  const parts = typeof value === 'string' ? splitAtBars(value) : undefined;
  const items = parts?.filter((part) => !isBlank(part)) ?? (Array.isArray(value) ? value : [value]);
  if (parts?.length === 1 && items.length === 1 && DOUBTFUL.test(parts[0]))
    doubt('doubtful-list', `${quote(value)} is read as one. Are these several? Separate them with |, or write a list.`);
  checkLength(items, complain);
  return items;
}

export function checkLength(items: unknown[], complain: Reading['complain']): void {
  if (items.length > MAX_ITEMS) complain('too-large', `These are ${items.length} values: at most ${MAX_ITEMS}.`);
}

/** The text that `itemsOf` reads as these items without a doubt; undefined if there is none. */
export function joinAtBars(items: readonly Json[]): string | undefined {
  if (!items.every((item) => typeof item === 'string')) return undefined;
  const joined = items.join('|');
  const text = items.length === 1 && DOUBTFUL.test(joined) ? `${joined}|` : joined;
  const parts = splitAtBars(text).filter((part) => !isBlank(part));
  const isSame = parts.length === items.length && parts.every((part, at) => part === items[at]);
  return isSame && items.length > 0 ? text : undefined;
}

/** A comma or semicolon outside a number. A bar at the end says that the text is one value. */
const DOUBTFUL = /[,;](?!\d)/;

function splitAtBars(value: string): string[] {
  return value.split('|').map(trimmed);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a group of values';
  return typeof value === 'boolean' ? 'yes or no' : `a ${typeof value}`;
}
