// Reads a row of a table or of JSON: one tree, with `title.en` next to `title.es`. Sorts its cells into those of one language
// and those of all.

import { isObject, type Parts } from '../../domain/fields/field-types.ts';
import { TEXT_NAMES, TYPES } from '../../domain/fields/fields.ts';
import { isBlank, trimmed } from '../../domain/text.ts';
import { isLocale, LOCALES, type Locale } from '../../domain/vocabulary.ts';
import { FAMILY_NAME } from '../model/family-names.ts';
import {
  type AuthoredValue,
  author,
  byLanguage,
  type LanguageVersion,
  NOTHING_SHARED,
  partsOf,
  withShared,
} from '../model/language-version.ts';
import { memoize } from '../model/memoize.ts';
import { checkLocale, checkSlug, groupOf, isDraft, isOwnKey, noLanguage } from '../model/own-keys.ts';
import type { SourceContext } from '../source/context.ts';
import { placeIn, type Unit } from '../source/units.ts';

/** The row as versions, one for each language that it has text in; `hasSlug` is false where no row of a table can have one. */
export function readRow(unit: Unit, cells: Cells, context: SourceContext, hasSlug = true): LanguageVersion[] {
  const own = (key: string) => (Object.hasOwn(cells, key) ? author(unit, key, cells[key], context).value : undefined);
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
  const shared = { fields: sorted.common };
  return shares.languages.map((language) => ({
    unit,
    slug,
    group: slug ?? groupOf(unit, authoredSlug),
    locale: language,
    isNameless: slug === undefined || locale === undefined,
    ownFile: false,
    namesLocale: isLocaleGiven,
    ...withShared(sorted.localised[language], shares.receivers.includes(language) ? shared : NOTHING_SHARED),
  }));
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
function shareOut(sorted: SortedCells, own: Locale, isOwnGiven: boolean): Shares {
  const { common, localised } = sorted;
  const languages: Locale[] = LOCALES.filter((locale) => localised[locale].size > 0);
  const isTextOfOwn = isOwnGiven && TEXT_NAMES.some((field) => common.has(field));
  const isHidden = hiddenIn(languages, sorted).length > 0;
  if ((languages.length === 0 || isTextOfOwn || isHidden) && !languages.includes(own)) languages.push(own);
  return { languages, receivers: isTextOfOwn ? [own] : languages };
}

/** What has another value in its place in all of these languages. */
function hiddenIn(languages: Locale[], { common, localised }: SortedCells): string[] {
  const hidden: string[] = [];
  for (const name of common.keys()) if (languages.every((locale) => localised[locale].has(name))) hidden.push(name);
  return hidden;
}

/** A value that has another in its place everywhere would be lost. */
function reportHidden(unit: Unit, sorted: SortedCells, receivers: Locale[], context: SourceContext): void {
  for (const name of hiddenIn(receivers, sorted)) {
    const key = sorted.common.get(name)?.key ?? name;
    const others = receivers.map((locale) => `${name}.${locale}`).join(' and ');
    const message = `${key} is never shown, since ${others} is in its place.`;
    context.findings.error('duplicate-key', placeIn(unit, key), message);
  }
}

export type Cells = Record<string, unknown>;

export interface SortedCells {
  /** What has no language. */
  common: Map<string, AuthoredValue>;
  localised: Record<Locale, Map<string, AuthoredValue>>;
}

interface Row {
  unit: Unit;
  cells: Cells;
  context: SourceContext;
  sorted: SortedCells;
  /** Parts of a field from columns of their own, such as `identifiers.gbif` and `commonNames.fr`. */
  parts: { field: string; name: string; authored: AuthoredValue; join: Parts['join'] }[];
}

export function sortCells(unit: Unit, cells: Cells, context: SourceContext): SortedCells {
  const sorted: SortedCells = { common: new Map(), localised: { en: new Map(), es: new Map() } };
  const row: Row = { unit, cells, context, sorted, parts: [] };
  for (const name of Object.keys(cells)) {
    const value = cells[name];
    if (isBlank(value)) continue;
    const key = takeApart(name);
    if (!key.isOwn && !takeAttributes(row, key, value)) sortCell(row, key, author(unit, name, value, context));
  }
  for (const part of row.parts) addPart(row, part);
  return sorted;
}

/** All attributes of a language at once, such as an export has them under `attributes.en`: also those that are blank. */
function takeAttributes(row: Row, { written, name, suffix }: Key, value: unknown): boolean {
  if (name !== 'attributes' || !isLocale(suffix) || !isObject(value)) return false;
  const authored = (each: unknown) => author(row.unit, written, each, row.context);
  for (const [attribute, each] of Object.entries(value)) {
    // Its name is served, too, and stands inside what was written.
    const { characters } = authored(attribute);
    const whole = authored(each);
    put(row, row.sorted.localised[suffix], attribute, { ...whole, characters: whole.characters + characters });
  }
  return true;
}

interface Key {
  written: string;
  isOwn: boolean;
  name: string;
  /** What follows the last dot. */
  suffix: string | undefined;
}

/** All rows of a table have the same keys: each is taken apart once. */
const takeApart = memoize((written): Key => {
  const dot = written.lastIndexOf('.');
  const [name, suffix] = dot === -1 ? [written, undefined] : [written.slice(0, dot), written.slice(dot + 1)];
  return { written, isOwn: isOwnKey(written), name, suffix };
});

function sortCell(row: Row, { written: key, name, suffix }: Key, authored: AuthoredValue): void {
  if (suffix === undefined) sortWhole(row, key, authored);
  else if (isOwnKey(name)) {
    const message = `${name} is told of the whole row, not of a language.`;
    row.context.findings.error('misplaced-key', placeIn(row.unit, key), message);
  } else if (isLocale(suffix) && name === FAMILY_NAME) nameFamily(row, suffix, authored);
  else if (isLocale(suffix)) put(row, row.sorted.localised[suffix], name, authored);
  else if (!partsOf(key) && !hasLanguages(row.cells, name)) sortWhole(row, key, authored);
  else sortPart(row, partsOf(key) ?? { field: name, suffix }, authored);
}

/** Whether a name stands in columns by language, so that `bark.fr` beside `bark.en` is one too. */
function hasLanguages(cells: Cells, name: string): boolean {
  return LOCALES.some((locale) => Object.hasOwn(cells, `${name}.${locale}`));
}

function sortPart(row: Row, { field, suffix }: { field: string; suffix: string }, authored: AuthoredValue): void {
  const parts = TYPES.get(field)?.parts;
  if (parts?.isPart(suffix)) row.parts.push({ field, name: suffix, authored, join: parts.join });
  else row.context.findings.error('unknown-locale', placeIn(row.unit, authored.key), noLanguage(suffix));
}

function sortWhole(row: Row, key: string, authored: AuthoredValue): void {
  const { unit, sorted, context } = row;
  const languages = byLanguage(key, authored.value);
  if (isBlank(key)) context.findings.error('wrong-type', placeIn(unit, key), 'A value has no name.');
  else if (!languages) put(row, sorted.common, key, authored);
  if (!languages) return;
  for (const language of languages.unknown) {
    context.findings.error('unknown-locale', placeIn(unit, key), noLanguage(language));
  }
  for (const [locale, value] of languages.known) {
    if (!isBlank(value)) put(row, sorted.localised[locale], key, { ...authored, value });
  }
}

/** What people call the tree's family, as an export has it. */
function nameFamily({ unit, cells, context }: Row, locale: Locale, { key, value }: AuthoredValue): void {
  if (value === undefined) return;
  if (typeof value !== 'string' || typeof cells.family !== 'string') {
    context.findings.error('wrong-type', placeIn(unit, key), 'This must be text, beside the name of a family.');
    return;
  }
  unit.familyNames ??= [];
  unit.familyNames.push({ family: cells.family, locale, name: trimmed(value) });
}

function put({ unit, context }: Row, into: Map<string, AuthoredValue>, name: string, authored: AuthoredValue): void {
  const earlier = into.get(name);
  if (!earlier) into.set(name, authored);
  else {
    const message = `${authored.key} and ${earlier.key} give the same field twice.`;
    context.findings.error('duplicate-key', placeIn(unit, authored.key), message);
  }
}

/** Columns of parts stand beside the whole field, if it is given. */
function addPart(row: Row, { field, name, authored, join }: Row['parts'][number]): void {
  const { common } = row.sorted;
  const whole = common.get(field) ?? { ...authored, value: undefined, characters: 0 };
  const joined = join(whole.value, name, authored.value);
  if (joined) common.set(field, { ...whole, value: joined, characters: whole.characters + authored.characters });
  else put(row, common, field, authored);
}
