// Checks what a file or row says about itself: its slug, its language, and whether it is a draft.

import { readSlug } from '../../domain/slugs.ts';
import { isBlank, quote, trimmed } from '../../domain/text.ts';
import { fold, isLocale, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { placeIn, type Unit } from '../source/units.ts';

/** Keys that say something about a file or row, and are no field of a tree; editors use `$schema`. */
export const OWN_KEYS = ['slug', 'locale', 'draft', '$schema'];

export function isOwnKey(key: string): boolean {
  return OWN_KEYS.includes(key);
}

/** What files and rows of one tree share that have no slug: what was written in its place, or else nothing. */
export function groupOf(unit: Unit, authoredSlug: unknown): string {
  return isBlank(authoredSlug) ? `${unit.file} ${unit.row} ${unit.lineOf('')}` : `? ${JSON.stringify(authoredSlug)}`;
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
  const read = readSlug(value);
  if ('slug' in read) {
    unit.slug = read.slug;
    return read.slug;
  }
  findings.error('bad-slug', placeIn(unit, 'slug'), read.wrong);
  return undefined;
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
