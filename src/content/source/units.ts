// Describes what is read one at a time, a file or a row: where it stands, and what became of it.

import type { Locale } from '../../domain/vocabulary.ts';
import type { CachedFinding } from './finding.ts';

/** One thing that was read. */
export interface Unit {
  file: string;
  /** Its number in a JSON list, counted from 1. */
  row: number | null;
  /** Where a key stands, or the character at an offset of its text; where the unit begins, for a key that it has not. */
  lineOf(key: string, offset?: number): number;
  /** Where the value of a key stands, if that is another file or row. */
  originOf?(key: string): Pick<Place, 'file' | 'line' | 'row'> | undefined;
  /** Whether it was written for others too: a key that is no field of a tree, or a language left out, is then no slip. */
  isForeign?: boolean;
  /** That of its tree, where it is known. */
  slug?: string;
  /** The hash of all that its meaning follows from; undefined if the import cache must not know it. */
  key?: string | undefined;
  /** The lines of its keys, if they don't follow from its key and its first line. */
  layout?(): number[];
  /** What it calls families. */
  familyNames?: FamilyName[] | undefined;
  /** What was found while it was read, if anything was. */
  findings?: CachedFinding[] | undefined;
  /** Refused is what an error names, or what belongs to the same tree. */
  outcome?: 'tree' | 'draft' | 'refused' | undefined;
}

/** What a row calls a family, which it names as it is written. */
export interface FamilyName {
  family: string;
  locale: Locale;
  name: string;
}

export interface Place {
  file: string;
  line: number | null;
  row?: number | null;
  field?: string | null;
  /** What was read there, for the account of it. */
  unit?: Unit;
}

export function placeIn(unit: Unit, field: string | null = null): Place {
  const origin = field === null ? undefined : unit.originOf?.(field);
  return { file: unit.file, line: unit.lineOf(field ?? ''), row: unit.row, ...origin, field, unit };
}
