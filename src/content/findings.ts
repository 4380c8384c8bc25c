// In charge of what reading and checking content has to say: every problem with its place, in words a botanist understands.

import type { Unit } from './ledger.ts';

export interface Finding {
  /** A note tells what was passed over. */
  severity: 'error' | 'warning' | 'note';
  /** A stable name of the kind of problem, for scripts. */
  code: FindingCode;
  file: string;
  line: number | null;
  /** Which tree of a JSON list it is, counted from 1: many may stand on one line. */
  row: number | null;
  field: string | null;
  message: string;
}

export type FindingCode =
  | 'bad-character'
  | 'bad-date'
  | 'bad-month'
  | 'bad-slug'
  | 'bad-status'
  | 'broken-csv'
  | 'broken-encoding'
  | 'broken-json'
  | 'broken-yaml'
  | 'doubtful-list'
  | 'duplicate-key'
  | 'duplicate-name'
  | 'duplicate-slug'
  | 'empty-source'
  | 'facts-differ'
  | 'incomplete-text'
  | 'kept-as-text'
  | 'lost'
  | 'lost-letter'
  | 'misplaced-key'
  | 'missing-field'
  | 'no-front-matter'
  | 'no-plain-file'
  | 'odd-encoding'
  | 'one-language'
  | 'passed-over'
  | 'spelling-differs'
  | 'too-deep'
  | 'too-large'
  | 'unknown-family'
  | 'unknown-key'
  | 'unknown-locale'
  | 'unreadable'
  | 'wrong-type';

export interface Place {
  file: string;
  line: number | null;
  row?: number | null;
  field?: string | null;
  /** What was read there, for the account of it. */
  unit?: Unit;
}

export class Findings {
  readonly #seen = new Map<string, Finding>();
  readonly #refused = new Set<Unit>();

  error(code: FindingCode, place: Place, message: string): void {
    this.#add('error', code, place, message);
    if (place.unit) this.#refused.add(place.unit);
  }

  warn(code: FindingCode, place: Place, message: string): void {
    this.#add('warning', code, place, message);
  }

  /** For what nobody would take for content. */
  passOver(place: Place, message: string): void {
    this.#add('note', 'passed-over', place, message);
  }

  hasErrorOf(unit: Unit): boolean {
    return this.#refused.has(unit);
  }

  get errors(): Finding[] {
    return this.#sorted('error');
  }

  get warnings(): Finding[] {
    return this.#sorted('warning');
  }

  get passedOver(): Finding[] {
    return this.#sorted('note');
  }

  /** A value that serves two languages of one row is read twice but reported once. */
  #add(severity: Finding['severity'], code: FindingCode, place: Place, message: string): void {
    const { file, line, row = null, field = null } = place;
    const finding = { severity, code, file, line, row, field, message };
    this.#seen.set(JSON.stringify(finding), finding);
  }

  #sorted(severity: Finding['severity']): Finding[] {
    return [...this.#seen.values()]
      .filter((finding) => finding.severity === severity)
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
  }
}

/** A value as a message shows it. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `“${text.length > 60 ? `${text.slice(0, 57)}…` : text}”`;
}
