// In charge of what a file or row says about itself: its slug, its language, and whether it is a draft.

import { LONGEST_SLUG } from '../tree.ts';
import { fold, isLocale, LOCALES, type Locale } from '../vocabulary.ts';
import type { SourceContext } from './entry.ts';
import { quote } from './findings.ts';
import { kindOf } from './kinds.ts';
import { placeIn, type Unit } from './ledger.ts';
import { isBlank, trimmed } from './text.ts';

/** Keys that say something about a file or row, and are no field of a tree; editors use `$schema`. */
export const OWN_KEYS = ['slug', 'locale', 'draft', '$schema'];

export function isOwnKey(key: string): boolean {
  return OWN_KEYS.includes(key);
}

/** What files and rows of one tree share that have no slug: what was written in its place, or else nothing. */
export function groupOf(unit: Unit, authoredSlug: unknown): string {
  return isBlank(authoredSlug) ? `${unit.file} ${unit.row} ${unit.lineOf('')}` : `? ${JSON.stringify(authoredSlug)}`;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

export function isSlug(text: string): boolean {
  return SLUG.test(text) && text.length <= LONGEST_SLUG;
}

export function checkSlug(value: unknown, unit: Unit, { findings }: SourceContext): string | undefined {
  if (isBlank(value)) {
    findings.error(
      'missing-field',
      placeIn(unit, 'slug'),
      'The slug is missing. Add one, for example ceiba-pentandra.',
    );
    return undefined;
  }
  const text = typeof value === 'string' || Number.isSafeInteger(value) ? trimmed(String(value)) : undefined;
  if (text !== undefined && isSlug(text)) return text;
  const message = text === undefined ? `The slug must be text, not ${kindOf(value)}.` : advice(text);
  findings.error('bad-slug', placeIn(unit, 'slug'), message);
  return undefined;
}

function advice(text: string): string {
  if (text.length > LONGEST_SLUG) return `The slug is ${text.length} characters long: at most ${LONGEST_SLUG}.`;
  const better = slugLike(text);
  const example = better ? `, for example ${better}` : '';
  return `${quote(text)} cannot be a slug: use lower-case letters, digits and hyphens${example}.`;
}

/** The slug that is nearest to a text; empty where there is none. */
export function slugLike(text: string): string {
  const words = fold(text).split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').join('-');
}

export function checkLocale(value: unknown, unit: Unit, { findings }: SourceContext): Locale | undefined {
  const locale = typeof value === 'string' ? trimmed(value).toLowerCase() : value;
  if (isLocale(locale)) return locale;
  findings.error('unknown-locale', placeIn(unit, 'locale'), noLanguage(value));
  return undefined;
}

export function noLanguage(value: unknown): string {
  return `${quote(value)} is not a language of this catalogue: use ${LOCALES.join(' or ')}.`;
}

const DRAFT = new Map<unknown, boolean>([true, 'true', 'yes', 'si'].map((word) => [word, true]));
for (const word of [false, 'false', 'no']) DRAFT.set(word, false);

/** A draft is kept out, whatever else it says. */
export function isDraft(value: unknown, unit: Unit, { findings }: SourceContext): boolean {
  if (isBlank(value)) return false;
  const answer = DRAFT.get(typeof value === 'string' ? fold(value) : value);
  const message = `draft is ${quote(value)}, but must be true or false.`;
  if (answer === undefined) findings.error('wrong-type', placeIn(unit, 'draft'), message);
  return answer ?? false;
}
