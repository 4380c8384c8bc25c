// In charge of the form that every kind of source is brought into: what one source says of one tree in one language.

import type { Locale } from '../vocabulary.ts';
import type { Findings, Place } from './findings.ts';

export interface Authored {
  /** The key as its author wrote it: `title`, or `title.es` in a table. */
  key: string;
  value: unknown;
}

export interface Entry {
  slug: string;
  locale: Locale;
  file: string;
  /** Where the entry begins. */
  line: number;
  /** Whether it is a file of its own for this language, so that a missing text is a mistake and not a gap. */
  ownFile: boolean;
  fields: Map<string, Authored>;
  lineOf(key: string): number;
}

export interface SourceContext {
  defaultLocale: Locale;
  findings: Findings;
}

export function placeOf(entry: Entry, field: string): Place {
  const key = entry.fields.get(field)?.key ?? field;
  return { file: entry.file, line: entry.fields.has(field) ? entry.lineOf(key) : entry.line, field: key };
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
