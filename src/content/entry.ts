// In charge of the form that every kind of source is brought into: what one source says of one tree in one language.

import type { Locale } from '../vocabulary.ts';
import type { Findings, Place } from './findings.ts';
import { type Ledger, placeIn, type Unit } from './ledger.ts';
import { isBlank } from './text.ts';
import { checkValue } from './value.ts';

export interface Authored {
  /** The key as its author wrote it: `title`, or `title.es` in a table. */
  key: string;
  /** Undefined where it cannot be served; the findings say why. */
  value: unknown;
  characters: number;
  /** What was understood of it: worked out once for all languages of a row. */
  isUnderstood: boolean;
  understood: unknown;
}

export interface Entry {
  unit: Unit;
  /** Undefined where none is given, or none that will do. */
  slug: string | undefined;
  /** What the files and rows of one tree share: the slug, or what was written in its place. */
  group: string;
  locale: Locale;
  /** Whether its slug or its language is wrong, so that it cannot become a tree whatever else it says. */
  isNameless: boolean;
  /** Whether it is a file of its own for this language, so that a missing text is a mistake and not a gap. */
  ownFile: boolean;
  fields: Map<string, Authored>;
}

export interface SourceContext {
  defaultLocale: Locale;
  findings: Findings;
  ledger: Ledger;
  /** How large a tree may be as it is served. */
  mostTreeBytes: number;
}

/** What stands under a key of a file or row. */
export function author(unit: Unit, key: string, value: unknown, { findings }: SourceContext): Authored {
  const characters = checkValue(value, unit, key, findings);
  const served = characters === undefined ? undefined : value;
  return { key, value: served, characters: characters ?? 0, isUnderstood: false, understood: undefined };
}

/** Where a field stands, or where its file or row begins if it has none. */
export function placeOf(entry: Entry, field: string): Place {
  return placeIn(entry.unit, entry.fields.get(field)?.key ?? field);
}

/** Whether its author wrote something, be it wrong. */
export function isGiven(entry: Entry, field: string): boolean {
  const authored = entry.fields.get(field);
  return authored !== undefined && (authored.value === undefined || !isBlank(authored.value));
}
