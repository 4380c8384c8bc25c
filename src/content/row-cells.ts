// In charge of the cells of a row: which belong to a language, which to all, and which to none that there is.

import { isLocale, LOCALES, type Locale } from '../vocabulary.ts';
import { type Authored, author, type SourceContext } from './entry.ts';
import { isObject } from './kinds.ts';
import { byLanguage, partsOf } from './languages.ts';
import { placeIn, type Unit } from './ledger.ts';
import { isLanguage } from './name-kinds.ts';
import { isOwnKey, noLanguage } from './slug.ts';
import { isBlank } from './text.ts';

export type Cells = Record<string, unknown>;

export interface SortedCells {
  /** What has no language. */
  common: Map<string, Authored>;
  localised: Record<Locale, Map<string, Authored>>;
}

interface Row {
  unit: Unit;
  cells: Cells;
  context: SourceContext;
  sorted: SortedCells;
  /** Parts of a field from columns of their own, such as `identifiers.gbif` and `commonNames.fr`. */
  parts: { field: 'identifiers' | 'commonNames'; name: string; authored: Authored }[];
}

export function sortCells(unit: Unit, cells: Cells, context: SourceContext): SortedCells {
  const sorted: SortedCells = { common: new Map(), localised: { en: new Map(), es: new Map() } };
  const row: Row = { unit, cells, context, sorted, parts: [] };
  for (const key of Object.keys(cells)) {
    if (!isOwnKey(key) && !isBlank(cells[key])) sortCell(row, key, author(unit, key, cells[key], context));
  }
  for (const part of row.parts) addPart(row, part);
  return sorted;
}

interface Key {
  name: string;
  /** What follows the last dot. */
  suffix: string | undefined;
}

/** All rows of a table have the same keys: each is taken apart once. */
const knownKeys = new Map<string, Key>();

function takeApart(key: string): Key {
  const known = knownKeys.get(key);
  if (known) return known;
  const dot = key.lastIndexOf('.');
  const parts = dot === -1 ? { name: key, suffix: undefined } : { name: key.slice(0, dot), suffix: key.slice(dot + 1) };
  knownKeys.set(key, parts);
  return parts;
}

function sortCell(row: Row, key: string, authored: Authored): void {
  const { name, suffix } = takeApart(key);
  if (suffix === undefined) sortWhole(row, key, authored);
  else if (isOwnKey(name)) {
    const message = `${name} is told of the whole row, not of a language.`;
    row.context.findings.error('misplaced-key', placeIn(row.unit, key), message);
  } else if (isLocale(suffix)) put(row, row.sorted.localised[suffix], name, authored);
  else if (!partsOf(key) && !hasLanguages(row.cells, name)) sortWhole(row, key, authored);
  else sortPart(row, partsOf(key) ?? { field: name, suffix }, authored);
}

/** Whether a name stands in columns by language, so that `bark.fr` beside `bark.en` is one too. */
function hasLanguages(cells: Cells, name: string): boolean {
  return LOCALES.some((locale) => Object.hasOwn(cells, `${name}.${locale}`));
}

function sortPart(row: Row, { field, suffix }: { field: string; suffix: string }, authored: Authored): void {
  const isPart = field === 'identifiers' || (field === 'commonNames' && isLanguage(suffix));
  if (isPart) row.parts.push({ field, name: suffix, authored });
  else row.context.findings.error('unknown-locale', placeIn(row.unit, authored.key), noLanguage(suffix));
}

function sortWhole(row: Row, key: string, authored: Authored): void {
  const { unit, sorted, context } = row;
  const languages = byLanguage(key, authored.value);
  if (isBlank(key)) context.findings.error('wrong-type', placeIn(unit, key), 'A value has no name.');
  else if (!languages) put(row, sorted.common, key, authored);
  for (const language of languages?.unknown ?? []) {
    context.findings.error('unknown-locale', placeIn(unit, key), noLanguage(language));
  }
  for (const [locale, value] of languages?.known ?? []) {
    if (!isBlank(value)) put(row, sorted.localised[locale], key, { ...authored, value });
  }
}

function put({ unit, context }: Row, into: Map<string, Authored>, name: string, authored: Authored): void {
  const earlier = into.get(name);
  if (!earlier) into.set(name, authored);
  else {
    const message = `${authored.key} and ${earlier.key} give the same field twice.`;
    context.findings.error('duplicate-key', placeIn(unit, authored.key), message);
  }
}

/** Columns of parts stand beside the whole field, if it is given. */
function addPart(row: Row, { field, name, authored }: Row['parts'][number]): void {
  const { common } = row.sorted;
  const whole = common.get(field) ?? { ...authored, value: undefined };
  const joined =
    field === 'identifiers'
      ? joinIdentifier(whole.value, name, authored.value)
      : joinNames(whole.value, name, authored.value);
  if (joined) common.set(field, { ...whole, value: joined, characters: whole.characters + authored.characters });
  else put(row, common, field, authored);
}

function joinIdentifier(whole: unknown, name: string, value: unknown): object | undefined {
  const group = whole ?? {};
  return isObject(group) && !Object.hasOwn(group, name) ? { ...group, [name]: value } : undefined;
}

function joinNames(whole: unknown, language: string, value: unknown): unknown[] {
  const names = typeof whole === 'string' ? whole.split('|') : (whole ?? []);
  return [names, { [language]: value }].flat();
}
