// In charge of rows, of a table or of JSON: one row is one tree, with `title.en` beside `title.es`.

import { isLocale, LOCALES, type Locale } from '../vocabulary.ts';
import { type Authored, type Entry, isBlank, type SourceContext } from './entry.ts';
import { isObject } from './fields.ts';
import { checkLocale, checkSlug } from './slug.ts';

export interface Row {
  file: string;
  line: number;
  cells: Record<string, unknown>;
  lineOf(key: string): number;
}

/** The row as entries, one for each language that it has text in. */
export function readRow(row: Row, context: SourceContext): Entry[] {
  const place = (field: string) => ({ file: row.file, line: row.lineOf(field), field });
  const slug = checkSlug(row.cells.slug, place('slug'), context);
  const { common, localised } = sortCells(row.cells);

  const own = isBlank(row.cells.locale)
    ? context.defaultLocale
    : checkLocale(row.cells.locale, place('locale'), context);
  if (slug === undefined || own === undefined) return [];
  const locales = LOCALES.filter((locale) => localised[locale].size > 0);
  return (locales.length > 0 ? locales : [own]).map((locale) => ({
    slug,
    locale,
    file: row.file,
    line: row.line,
    ownFile: false,
    fields: new Map([...common, ...localised[locale]]),
    lineOf: row.lineOf,
  }));
}

interface SortedCells {
  common: Map<string, Authored>;
  localised: Record<Locale, Map<string, Authored>>;
}

function sortCells(cells: Record<string, unknown>): SortedCells {
  const sorted: SortedCells = { common: new Map(), localised: { en: new Map(), es: new Map() } };
  const identifiers: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(cells)) {
    if (key === 'slug' || key === 'locale' || isBlank(value)) continue;
    const [, name, suffix] = /^(.+)\.([^.]+)$/.exec(key) ?? [];
    if (isLocale(suffix)) sorted.localised[suffix].set(name, { key, value });
    else if (name === 'identifiers') identifiers[suffix] = value;
    else if (isByLocale(value)) {
      for (const [locale, each] of Object.entries(value)) {
        if (!isBlank(each)) sorted.localised[locale as Locale].set(key, { key, value: each });
      }
    } else sorted.common.set(key, { key, value });
  }
  if (Object.keys(identifiers).length > 0) sorted.common.set('identifiers', { key: 'identifiers', value: identifiers });
  return sorted;
}

/** `{ "en": …, "es": … }`: the same as two cells `….en` and `….es`. */
function isByLocale(value: unknown): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every(isLocale);
}
