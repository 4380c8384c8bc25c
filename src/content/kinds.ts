// In charge of the common kinds of fields: how their values are read kindly, and the JSON Schema of what can be read.

import { type Json, MOST_CHARACTERS, MOST_ITEMS } from '../tree.ts';
import type { Locale } from '../vocabulary.ts';
import { type FindingCode, quote } from './findings.ts';
import { isBlank, trimmed } from './text.ts';

export interface Reading {
  /** Tells what cannot be understood; the kind then returns what could be, or undefined. */
  complain(code: FindingCode, message: string): void;
  /** Tells what can be understood in two ways. */
  doubt(code: FindingCode, message: string): void;
  /** The language of the text that the value stands in. */
  locale: Locale;
}

export interface Kind<T> {
  /** The value is not blank, nor nested too deep. */
  read(value: unknown, reading: Reading): T | undefined;
  schema: object;
  /** Whether a number is kept as it was written, such as 0042. */
  keepsDigits?: boolean;
  /** Whether a group of values, such as `{ min: 10, max: 40 }`, can be one. */
  takesGroups?: boolean;
  /** What it may look like, in YAML. */
  example: string;
}

const VISIBLE = { type: 'string', pattern: '\\S' };
const NOTHING = [{ type: 'string', pattern: '^\\s*$' }, { type: 'null' }];

/** Whatever the others are, a value may be left blank. */
export function anyOf(...schemas: object[]): object {
  return { anyOf: [...schemas, ...NOTHING] };
}

/** One value for a list of it, or a list with gaps. */
export function oneOrMany(...items: object[]): object {
  return anyOf(...items, { type: 'array', items: anyOf(...items), maxItems: MOST_ITEMS });
}

export const longText: Kind<string> = {
  schema: VISIBLE,
  example: '""',
  read(value, { complain }) {
    if (typeof value !== 'string') {
      const advice = typeof value === 'number' ? ' Put it in quotes.' : '';
      complain('wrong-type', `This must be text, not ${kindOf(value)}.${advice}`);
    } else if (value.length > MOST_CHARACTERS) {
      complain('too-large', `This is ${value.length} characters long: at most ${MOST_CHARACTERS}.`);
    } else return value;
    return undefined;
  },
};

export const text: Kind<string> = {
  ...longText,
  read(value, reading) {
    const read = longText.read(value, reading);
    return read === undefined ? undefined : trimmed(read);
  },
};

/** As authored, whatever it is. */
export const anything: Kind<Json> = {
  schema: {},
  takesGroups: true,
  example: '""',
  read: (value) => value as Json,
};

/** As authored; one value stands for a list of it, and a text is split at `|`. */
export const list: Kind<Json[]> = { schema: {}, takesGroups: true, example: '[]', read: itemsOf };

export const texts: Kind<string[]> = {
  schema: oneOrMany(VISIBLE),
  example: '[]',
  read(value, reading) {
    const read = itemsOf(value, reading).flatMap((item) => {
      if (isBlank(item)) return [];
      if (typeof item !== 'string')
        reading.complain('wrong-type', `This must be a list of texts; ${quote(item)} is ${kindOf(item)}.`);
      return typeof item === 'string' ? (text.read(item, reading) ?? []) : [];
    });
    return [...new Set(read)];
  },
};

export const bodyFormat: Kind<'markdown' | 'mdx'> = {
  schema: anyOf({ enum: ['markdown', 'mdx'] }),
  example: 'markdown',
  read(value, { complain }) {
    if (value === 'markdown' || value === 'mdx') return value;
    complain('wrong-type', `${quote(value)} is not a format of a long text: use markdown or mdx.`);
    return undefined;
  },
};

export function itemsOf(value: unknown, { complain, doubt }: Reading): Json[] {
  const items = typeof value === 'string' ? splitAtBars(value) : Array.isArray(value) ? value : [value];
  if (typeof value === 'string' && items.length === 1 && isDoubtful(value))
    doubt('doubtful-list', `${quote(value)} is read as one. Are these several? Separate them with |, or write a list.`);
  if (items.length > MOST_ITEMS) complain('too-large', `These are ${items.length} values: at most ${MOST_ITEMS}.`);
  return items;
}

function splitAtBars(value: string): string[] {
  return value
    .split('|')
    .map(trimmed)
    .filter((part) => !isBlank(part));
}

/** A comma or semicolon, but that of a number; a bar at the end says that it is one value indeed. */
function isDoubtful(value: string): boolean {
  return !value.includes('|') && /[,;](?!\d)/.test(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a group of values';
  return typeof value === 'boolean' ? 'yes or no' : `a ${typeof value}`;
}
