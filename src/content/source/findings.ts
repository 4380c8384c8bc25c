// Collects findings: each once, errors with the units that they refuse, and of many of one kind as many as somebody would read.

import type { Finding, FindingCode } from './finding.ts';
import type { Place, Unit } from './units.ts';

/** Of one severity and code. More are counted, but not listed: a broken file may have one for each of its bytes. */
export const MAX_LISTED = 10_000;

/** So many errors are no slip: most rows of the file are wrong, and reading on would fill the memory with them. */
export const MAX_ERRORS = 100_000;

/** A finding of a unit knows its slug only when that was read. */
export interface Listed {
  finding: Finding;
  unit: Unit | undefined;
}

export class Findings {
  /** What was said before, and stands. */
  readonly #before: Findings | undefined;
  readonly #seen = new Set<string>();
  readonly #listed: Listed[] = [];
  /** By severity and code, how many are listed, and one that stands for those that are not. */
  readonly #kinds = new Map<string, { listed: number; others: Finding | undefined }>();
  /** The findings of the last unit that are not listed. */
  #last: { unit: Unit | undefined; keys: Set<string> } = { unit: undefined, keys: new Set() };
  readonly #refused = new Set<Unit>();
  /** Units with findings that are not listed. */
  readonly #omitted = new Set<Unit>();
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
    return this.#listed.length;
  }

  /** All that were listed after the first `size`. */
  listedAfter(size: number): Listed[] {
    return this.#listed.slice(size);
  }

  /** Says all that others say. */
  take(others: Findings): void {
    for (const each of others.#listed) this.#list(JSON.stringify(each.finding), each);
    for (const { others: omitted } of others.#kinds.values()) if (omitted) this.#omit(omitted);
    for (const unit of others.#refused) this.#refused.add(unit);
    for (const unit of others.#omitted) this.#omitted.add(unit);
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

  /** Whether all findings of the unit are listed. */
  listsAllOf(unit: Unit): boolean {
    return !this.#omitted.has(unit);
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
    return this.#list(JSON.stringify(finding), { finding, unit: place.unit });
  }

  /** A value that serves two languages of one row is read twice but reported once. */
  #list(key: string, said: Listed): boolean {
    if (this.#seen.has(key)) return false;
    const kind = this.#kindOf(said.finding);
    if (kind.listed < MAX_LISTED) {
      kind.listed++;
      this.#seen.add(key);
      this.#listed.push(said);
      return true;
    }
    if (this.#isRepeated(key, said)) return false;
    this.#omit(said.finding);
    if (said.unit) this.#omitted.add(said.unit);
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

  #isRepeated(key: string, { unit }: Listed): boolean {
    if (this.#last.unit !== unit) this.#last = { unit, keys: new Set() };
    const isRepeated = this.#last.keys.has(key);
    if (unit && this.#last.keys.size < MAX_LISTED) this.#last.keys.add(key);
    return isRepeated;
  }

  #sorted(severity: Finding['severity']): Finding[] {
    const listed = this.#listed
      .filter(({ finding }) => finding.severity === severity)
      .map(({ finding, unit }) => ({ ...finding, slug: unit?.slug ?? null }))
      .sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : (a.line ?? 0) - (b.line ?? 0)));
    const others = [...this.#kinds.values()].flatMap(({ others }) => others ?? []);
    return [...listed, ...others.filter((each) => each.severity === severity)];
  }
}
