// In charge of rows, of a table or of JSON: one row is one tree, with `title.en` beside `title.es`.

import { LOCALES, type Locale } from '../vocabulary.ts';
import { author, type Entry, type SourceContext } from './entry.ts';
import { TEXT_FIELDS } from './fields.ts';
import { placeIn, type Unit } from './ledger.ts';
import { type Cells, type SortedCells, sortCells } from './row-cells.ts';
import { checkLocale, checkSlug, groupOf, isDraft } from './slug.ts';
import { isBlank } from './text.ts';

/** The row as entries, one for each language that it has text in; `hasSlug` is false where no row of a table can have one. */
export function readRow(unit: Unit, cells: Cells, context: SourceContext, hasSlug = true): Entry[] {
  const own = (key: string) => author(unit, key, Object.hasOwn(cells, key) ? cells[key] : undefined, context).value;
  if (isDraft(own('draft'), unit, context)) {
    unit.outcome = 'draft';
    return [];
  }
  const [authoredSlug, authoredLocale] = [own('slug'), own('locale')];
  const slug = hasSlug ? checkSlug(authoredSlug, unit, context) : undefined;
  const isLocaleGiven = !isBlank(authoredLocale);
  const locale = isLocaleGiven ? checkLocale(authoredLocale, unit, context) : context.defaultLocale;

  const sorted = sortCells(unit, cells, context);
  const shares = shareOut(sorted, locale ?? context.defaultLocale, isLocaleGiven);
  reportHidden(unit, sorted, shares.receivers, context);
  return shares.languages.map((language) => ({
    unit,
    slug,
    group: slug ?? groupOf(unit, authoredSlug),
    locale: language,
    isNameless: slug === undefined || locale === undefined,
    ownFile: false,
    fields: shares.receivers.includes(language) ? joined(sorted, language) : sorted.localised[language],
  }));
}

function joined({ common, localised }: SortedCells, language: Locale): Entry['fields'] {
  const fields = new Map(common);
  for (const [name, authored] of localised[language]) fields.set(name, authored);
  return fields;
}

interface Shares {
  languages: Locale[];
  /** The languages that get what has none of its own. */
  receivers: Locale[];
}

/**
 * What has no language belongs to every language of the row. Where the row names its own, it is that one's text; and where
 * all languages have something else in its place, it is the row's own too.
 */
function shareOut({ common, localised }: SortedCells, own: Locale, isOwnGiven: boolean): Shares {
  const languages: Locale[] = LOCALES.filter((locale) => localised[locale].size > 0);
  const isTextOfOwn = isOwnGiven && Object.keys(TEXT_FIELDS).some((field) => common.has(field));
  const isHidden = [...common.keys()].some((name) => languages.every((locale) => localised[locale].has(name)));
  if ((languages.length === 0 || isTextOfOwn || isHidden) && !languages.includes(own)) languages.push(own);
  return { languages, receivers: isTextOfOwn ? [own] : languages };
}

/** A value that has another in its place everywhere would be lost. */
function reportHidden(
  unit: Unit,
  { common, localised }: SortedCells,
  receivers: Locale[],
  context: SourceContext,
): void {
  for (const [name, { key }] of common) {
    if (!receivers.every((locale) => localised[locale].has(name))) continue;
    const others = receivers.map((locale) => `${name}.${locale}`).join(' and ');
    const message = `${key} is never shown, since ${others} is in its place.`;
    context.findings.error('duplicate-key', placeIn(unit, key), message);
  }
}
