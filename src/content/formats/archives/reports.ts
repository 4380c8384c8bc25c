// Reports findings about archives with very many rows: the first of each kind one by one, then how many more there are.

import type { FindingCode } from '../../source/finding.ts';
import type { Findings } from '../../source/findings.ts';
import type { Place } from '../../source/units.ts';

/** How many findings of a kind are listed one by one. */
const MAX_LISTED = 100;

interface Kind {
  severity: 'error' | 'warn';
  code: FindingCode;
  place: Place;
  count: number;
}

interface Sum {
  place: Place;
  code: FindingCode | undefined;
  message: string;
  count: number;
}

export class Reports {
  readonly #findings: Findings;
  readonly #kinds = new Map<string, Kind>();
  readonly #sums = new Map<string, Sum>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  error(code: FindingCode, place: Place, message: string, kind: string = code): void {
    if (place.unit) place.unit.outcome = 'refused';
    this.#list('error', code, place, message, kind);
  }

  warn(code: FindingCode, place: Place, message: string, kind: string = code): void {
    this.#list('warn', code, place, message, kind);
  }

  /** Counts what is skipped. It is reported once, with the place and the message of the first of its kind. */
  passOver(place: Place, message: string, kind = message): void {
    this.#count(undefined, place, message, kind);
  }

  /** Counts what is doubtful, and reports it likewise. */
  warnOnce(code: FindingCode, place: Place, message: string, kind = message): void {
    this.#count(code, place, message, kind);
  }

  #list(severity: Kind['severity'], code: FindingCode, place: Place, message: string, kind: string): void {
    const key = `${severity} ${code} ${place.file} ${kind}`;
    const known = this.#kinds.getOrInsertComputed(key, () => ({ severity, code, place, count: 0 }));
    if (++known.count <= MAX_LISTED) this.#findings[severity](code, place, message);
  }

  #count(code: FindingCode | undefined, place: Place, message: string, kind: string): void {
    const key = `${code} ${place.file} ${kind}`;
    this.#sums.getOrInsertComputed(key, () => ({ place, code, message, count: 0 })).count++;
  }

  close(): void {
    for (const { severity, code, place, count } of this.#kinds.values()) {
      if (count <= MAX_LISTED) continue;
      const message = `There are ${(count - MAX_LISTED).toLocaleString('en')} more rows of which the same is to be said.`;
      this.#findings[severity](code, { file: place.file, line: null, field: place.field ?? null }, message);
    }
    for (const { place, code, count, message } of this.#sums.values()) {
      const { unit, ...where } = place;
      const text = count > 1 ? `${message} In all: ${count.toLocaleString('en')}.` : message;
      if (code) this.#findings.warn(code, where, text);
      else this.#findings.passOver(where, text);
    }
  }
}
