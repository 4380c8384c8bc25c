// In charge of what all that reads a source shares: how to read it, where something stands, what there is to say of it in words
// that a botanist understands, and the account of whatever was read: it becomes a tree or a draft, or an error names it.

import type { FamilyNames } from '../domain/tree.ts';
import type { Locale } from '../domain/vocabulary.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { LineHelper } from './line-helper.ts';
import type { Sketch } from './outline.ts';

/** Without numbers for a step that nobody can count. */
export type Progress = (step: string, done?: number, total?: number, unit?: string) => void;

export interface SourceContext {
  defaultLocale: Locale;
  findings: Findings;
  ledger: Ledger;
  /** What rows say of the names of families. */
  familyNames: FamilyNames;
  /** How large a tree may be as it is served. */
  mostTreeBytes: number;
  progress: Progress;
  /** Is told of everything that is read, where somebody wants to know. */
  fingerprint?: Fingerprint | undefined;
  /** What was made before, where somebody keeps that. */
  knownTrees?: Recollection | undefined;
  /** Reads long tables of lines as well, where nobody wants their trees. */
  helper?: LineHelper | undefined;
  /** Of lines, as far as they are read in blocks. */
  blocks: ReadBlock[];
  /** Whether everything is read for its fingerprint alone, and nothing is made of it. */
  isGlance?: boolean;
}

/** The same bytes are read in so many ways. */
export type Format = 'markdown' | 'csv' | 'json';

/** Of trees that were made before (known-trees.ts). */
interface Recollection {
  /** Among the sums of all blocks of lines, by their places those that are known, where that saves much. */
  knownBlocks(sums: string[]): Map<number, KnownBlock>;
  /** The known block that has a tree of this slug. */
  blockWith(slug: string): KnownBlock | undefined;
  /** Whether a unit that has this key is known; it is told what is known of it. */
  knows(unit: Unit, key: string, context: SourceContext): boolean;
  /** Whether there is nothing to say across trees, and so many others that are as they were. */
  isSilentAcross(trees: Sketch[], others: number): boolean;
}

/** Lines that follow each other, each of which was made to the tree of a number. */
export interface KnownBlock {
  /** Of all that they say. */
  sum: string;
  trees: number[];
}

/** Lines that follow each other. */
export interface ReadBlock {
  sum: string;
  /** What is known of it, if that is why it was not read. */
  known: KnownBlock | undefined;
  /** Each of them; of a block that is known those alone that were looked at. */
  units: Unit[];
}

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
  /** Whether all its characters are known to be such as can be served. */
  isClean?: boolean;
  /** That of its tree, where it is known. */
  slug?: string;
  /** By which it is known the next time. */
  key?: string;
  /** What it says of families. */
  families?: FamilyName[] | undefined;
  /** Refused is what an error names, or what belongs to the same tree. */
  outcome?: 'tree' | 'draft' | 'refused' | undefined;
}

/** A folded family, and what it is called. */
export type FamilyName = [family: string, locale: Locale, name: string];

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
  /** That of the tree that it is about, where it is about one whose slug is known. */
  slug: string | null;
}

export type FindingCode =
  | 'authors-in-name'
  | 'bad-assessment'
  | 'bad-character'
  | 'bad-coordinates'
  | 'bad-date'
  | 'bad-month'
  | 'bad-slug'
  | 'bad-status'
  | 'broken-archive'
  | 'broken-csv'
  | 'broken-encoding'
  | 'broken-json'
  | 'broken-row'
  | 'broken-yaml'
  | 'doubtful-list'
  | 'doubtful-value'
  | 'duplicate-id'
  | 'duplicate-key'
  | 'duplicate-name'
  | 'duplicate-slug'
  | 'empty-source'
  | 'facts-differ'
  | 'filled-in'
  | 'former-slug-taken'
  | 'incomplete-text'
  | 'kept-as-text'
  | 'lost'
  | 'lost-letter'
  | 'lost-synonym'
  | 'misplaced-key'
  | 'missing-field'
  | 'no-front-matter'
  | 'no-plain-file'
  | 'odd-blanks'
  | 'odd-encoding'
  | 'odd-identifier'
  | 'one-language'
  | 'passed-over'
  | 'spelling-differs'
  | 'too-deep'
  | 'too-large'
  | 'unknown-family'
  | 'unknown-id'
  | 'unknown-key'
  | 'unknown-locale'
  | 'unknown-region'
  | 'unreadable'
  | 'wrong-type';

export class Findings {
  /** What was said before, and stands. */
  readonly #before: Findings | undefined;
  readonly #seen = new Map<string, { finding: Finding; unit: Unit | undefined }>();
  readonly #refused = new Set<Unit>();
  readonly #mentioned = new Set<Unit>();

  constructor(before?: Findings) {
    this.#before = before;
  }

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  /** Says all that others say. */
  take(others: Findings): void {
    for (const [key, each] of others.#seen) this.#seen.set(key, each);
    for (const unit of others.#refused) this.#refused.add(unit);
    for (const unit of others.#mentioned) this.#mentioned.add(unit);
  }

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
    return this.#refused.has(unit) || this.#before?.hasErrorOf(unit) === true;
  }

  /** Whether there is anything to say of it. */
  isAbout(unit: Unit): boolean {
    return this.#mentioned.has(unit);
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
    const finding = { severity, code, file, line, row, field, message, slug: null };
    this.#seen.set(JSON.stringify(finding), { finding, unit: place.unit });
    if (place.unit) this.#mentioned.add(place.unit);
  }

  #sorted(severity: Finding['severity']): Finding[] {
    return [...this.#seen.values()]
      .filter(({ finding }) => finding.severity === severity)
      .map(({ finding, unit }) => ({ ...finding, slug: unit?.slug ?? null }))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
  }
}

export interface Tally {
  read: number;
  trees: number;
  drafts: number;
  refused: number;
}

export class Ledger {
  readonly #units = new Set<Unit>();
  #known = 0;

  open(unit: Unit): Unit {
    this.#units.add(unit);
    return unit;
  }

  /** So many more are known, each a tree, without being opened. */
  know(units: number): void {
    this.#known += units;
  }

  /** For what turns out to be nothing that was asked for. */
  drop(unit: Unit): void {
    this.#units.delete(unit);
  }

  get drafts(): Unit[] {
    return [...this.#units].filter(({ outcome }) => outcome === 'draft');
  }

  /** What became of everything; what is neither kept nor named is an error itself. */
  close(findings: Findings): Tally {
    const tally: Tally = { read: this.#known + this.#units.size, trees: this.#known, drafts: 0, refused: 0 };
    for (const unit of this.#units) {
      if (unit.outcome === undefined && !findings.hasErrorOf(unit)) {
        const message = 'This was read, but did not become a tree, and nothing says why: it is a fault of Sylva.';
        findings.error('lost', placeIn(unit), message);
      }
      if (findings.hasErrorOf(unit) || unit.outcome === 'refused') tally.refused++;
      else if (unit.outcome === 'draft') tally.drafts++;
      else tally.trees++;
    }
    return tally;
  }
}
