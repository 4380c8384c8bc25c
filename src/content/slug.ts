// In charge of slugs and languages: what they may look like, and where an entry's come from.

import { LONGEST_SLUG } from '../tree.ts';
import { fold, isLocale, LOCALES, type Locale } from '../vocabulary.ts';
import { isBlank, type SourceContext } from './entry.ts';
import { type Place, quote } from './findings.ts';

const SLUG = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

export function checkSlug(value: unknown, place: Place, { findings }: SourceContext): string | undefined {
  if (isBlank(value)) {
    findings.error('missing-field', place, 'The slug is missing. Add one, for example ceiba-pentandra.');
    return undefined;
  }
  if (typeof value === 'string' && SLUG.test(value) && value.length <= LONGEST_SLUG) return value;
  const better = fold(String(value))
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, LONGEST_SLUG);
  findings.error(
    'bad-slug',
    place,
    `${quote(value)} cannot be a slug: use lower-case letters, digits and hyphens${better ? `, for example ${better}` : ''}.`,
  );
  return undefined;
}

export function checkLocale(value: unknown, place: Place, { findings }: SourceContext): Locale | undefined {
  const locale = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (isLocale(locale)) return locale;
  findings.error(
    'unknown-locale',
    place,
    `${quote(value)} is not a language of this catalogue: use ${LOCALES.join(' or ')}.`,
  );
  return undefined;
}
