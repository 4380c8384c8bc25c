// Holds what all code that reads a source shares: how to read it, and where to report.

import type { FamilyNames } from '../../domain/tree.ts';
import type { Locale } from '../../domain/vocabulary.ts';
import type { Findings } from './findings.ts';
import type { ImportCache } from './import-cache.ts';
import type { RowAccounting } from './row-accounting.ts';

/** Without numbers for a step that nobody can count. */
export type Progress = (step: string, done?: number, total?: number, unit?: string) => void;

export interface SourceContext {
  defaultLocale: Locale;
  findings: Findings;
  accounting: RowAccounting;
  /** What rows say of the names of families. */
  familyNames: FamilyNames;
  /** How large a tree may be as it is served. */
  maxTreeBytes: number;
  progress: Progress;
  /** Undefined if every unit is to be read, and nothing has to be known of it the next time. */
  cache?: ImportCache | undefined;
}
