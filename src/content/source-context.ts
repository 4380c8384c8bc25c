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
  /** If it stands for findings that are not listed: how many. */
  count?: number;
}

/** How many findings there are, those that are not listed included. */
export function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { count = 1 }) => sum + count, 0);
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
  | 'not-read'
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

/** Of one severity and code. More are counted, but not listed: a broken file may have one for each of its bytes. */
export const MAX_LISTED = 10_000;

/** So many errors are no slip: most rows of the file are wrong, and reading on would fill the memory with them. */
export const MAX_ERRORS = 100_000;

interface Said {
  finding: Finding;
  unit: Unit | undefined;
}

export class Findings {
  /** What was said before, and stands. */
  readonly #before: Findings | undefined;
  readonly #seen = new Map<string, Said>();
  /** By severity and code, how many are listed, and one that stands for those that are not. */
  readonly #kinds = new Map<string, { listed: number; others: Finding | undefined }>();
  /** The findings of the last unit that are not listed. */
  #last: { unit: Unit | undefined; keys: Set<string> } = { unit: undefined, keys: new Set() };
  readonly #refused = new Set<Unit>();
  readonly #mentioned = new Set<Unit>();
  /** Also of findings that are kept apart. */
  readonly #all: { errors: number; isFull: boolean };

  constructor(before?: Findings) {
    this.#before = before;
    this.#all = before ? before.#all : { errors: 0, isFull: false };
  }

  /** Whether there are so many errors that reading must stop at this place. Says so once. */
  isFull(place: Place): boolean {
    if (this.#all.errors < MAX_ERRORS) return false;
    const message = `From here on nothing is read, since there are ${MAX_ERRORS} errors before. Correct them, and check again.`;
    if (!this.#all.isFull) this.error('not-read', place, message);
    this.#all.isFull = true;
    return true;
  }

  /** How many are listed. */
  get size(): number {
    return this.#seen.size;
  }

  /** Says all that others say. */
  take(others: Findings): void {
    for (const [key, each] of others.#seen) this.#list(key, each);
    for (const { others: omitted } of others.#kinds.values()) if (omitted) this.#omit(omitted);
    for (const unit of others.#refused) this.#refused.add(unit);
    for (const unit of others.#mentioned) this.#mentioned.add(unit);
  }

  error(code: FindingCode, place: Place, message: string): void {
    if (this.#add('error', code, place, message)) this.#all.errors++;
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

  /** Whether it was not said before. */
  #add(severity: Finding['severity'], code: FindingCode, place: Place, message: string): boolean {
    const { file, line, row = null, field = null } = place;
    const finding = { severity, code, file, line, row, field, message, slug: null };
    if (place.unit) this.#mentioned.add(place.unit);
    return this.#list(JSON.stringify(finding), { finding, unit: place.unit });
  }

  /** A value that serves two languages of one row is read twice but reported once. */
  #list(key: string, said: Said): boolean {
    if (this.#seen.has(key)) return false;
    const kind = this.#kindOf(said.finding);
    if (kind.listed < MAX_LISTED) {
      kind.listed++;
      this.#seen.set(key, said);
      return true;
    }
    if (this.#isRepeated(key, said)) return false;
    this.#omit(said.finding);
    return true;
  }

  #omit(finding: Finding): void {
    const kind = this.#kindOf(finding);
    const count = (finding.count ?? 1) + (kind.others?.count ?? 0);
    const message = `${count} more findings of the kind ${finding.code} are not listed. Correct those that are, and check again.`;
    kind.others = { ...finding, ...kind.others, line: null, row: null, field: null, message, count };
  }

  #kindOf({ severity, code }: Finding): { listed: number; others: Finding | undefined } {
    return this.#kinds.getOrInsertComputed(`${severity} ${code}`, () => ({ listed: 0, others: undefined }));
  }

  #isRepeated(key: string, { unit }: Said): boolean {
    if (this.#last.unit !== unit) this.#last = { unit, keys: new Set() };
    const isRepeated = this.#last.keys.has(key);
    if (unit && this.#last.keys.size < MAX_LISTED) this.#last.keys.add(key);
    return isRepeated;
  }

  #sorted(severity: Finding['severity']): Finding[] {
    const listed = [...this.#seen.values()]
      .filter(({ finding }) => finding.severity === severity)
      .map(({ finding, unit }) => ({ ...finding, slug: unit?.slug ?? null }))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
    const others = [...this.#kinds.values()].flatMap(({ others }) => others ?? []);
    return [...listed, ...others.filter((each) => each.severity === severity)];
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
