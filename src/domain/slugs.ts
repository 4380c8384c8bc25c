import {
  type FieldType,
  itemsWithoutDoubt,
  MAX_ITEMS,
  oneOrMany,
  type Reading,
  typeName,
} from './fields/field-types.ts';
import { array, string } from './fields/schema.ts';
import { isBlank, quote, trimmed } from './text.ts';
import { fold } from './vocabulary.ts';

export const MAX_SLUG_LENGTH = 200;
const SLUG = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

export function slugSchema(description: string) {
  return string({ description, pattern: SLUG.source, maxLength: MAX_SLUG_LENGTH });
}

export const AUTHORED_SLUG = [
  { type: 'string', pattern: SLUG.source, maxLength: MAX_SLUG_LENGTH },
  { type: 'integer', minimum: 0 },
];

export function isSlug(text: string): boolean {
  return SLUG.test(text) && text.length <= MAX_SLUG_LENGTH;
}

export function slugLike(text: string): string {
  const words = fold(text).split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').join('-');
}

export function readSlug(value: unknown): { slug: string } | { wrong: string } {
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? trimmed(String(value)) : undefined;
  if (text === undefined) return { wrong: `The slug must be text, not ${typeName(value)}.` };
  return isSlug(text) ? { slug: text } : { wrong: advice(text) };
}

function advice(text: string): string {
  if (text.length > MAX_SLUG_LENGTH) return `The slug is ${text.length} characters long: at most ${MAX_SLUG_LENGTH}.`;
  const better = slugLike(text);
  const example = better ? `, for example ${better}` : '';
  return `${quote(text)} cannot be a slug: use lower-case letters, digits and hyphens${example}.`;
}

export function slugs(description: string): FieldType<string[]> {
  return {
    schema: array(slugSchema('One of them.'), { description, maxItems: MAX_ITEMS }),
    none: [],
    authored: oneOrMany(...AUTHORED_SLUG),
    keepsDigits: true,
    template: '[]',
    read: readSlugs,
  };
}

function readSlugs(value: unknown, reading: Reading): string[] {
  const read = itemsWithoutDoubt(value, reading).flatMap((item) => {
    if (isBlank(item)) return [];
    const each = readSlug(item);
    if ('slug' in each) return [each.slug];
    reading.complain('bad-slug', each.wrong);
    return [];
  });
  return [...new Set(read)];
}
