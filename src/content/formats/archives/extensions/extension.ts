import type { Locale } from '../../../../domain/vocabulary.ts';
import type { Reports } from '../reports.ts';
import type { TableRow } from '../tables/row.ts';
import type { Taxon } from '../taxa/taxon.ts';
import { languageTag } from '../taxa/words.ts';

export interface ExtensionContext {
  reports: Reports;
  /** Of rows that name none. */
  language: string;
}

export interface Extension {
  /** The terms that it reads. Other columns are reported. */
  terms: string[];
  read(row: TableRow, taxon: Taxon, context: ExtensionContext): void;
}

/** The language of a row; that of the archive if it names none, or none that is known. */
export function languageOf(row: TableRow, { reports, language }: ExtensionContext): string {
  const written = row.value('language');
  const tag = written === '' ? undefined : languageTag(written);
  if (tag) return tag;
  const why = written === '' ? 'name no language' : `name “${written}” as their language, which is not known`;
  const message = `Rows ${why}: they are taken for “${language}”. Use a code such as en, es or fr.`;
  reports.warnOnce('doubtful-value', row.place('language'), message);
  return language;
}

/** The language of the catalogue that a tag is a kind of. */
export function localeOf(tag: string): Locale | undefined {
  const [base] = tag.toLowerCase().split('-');
  return base === 'en' || base === 'es' ? base : undefined;
}
