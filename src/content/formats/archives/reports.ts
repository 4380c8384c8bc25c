// Reports findings about archives with very many rows: the first of each kind one by one, then how many more there are.

import type { FindingCode } from '../../source/finding.ts';
import type { Findings } from '../../source/findings.ts';
import type { Place, Unit } from '../../source/units.ts';

/** How many of a kind are told one by one. */
const MAX_TOLD = 100;

interface Kind {
  severity: 'error' | 'warning';
  code: FindingCode;
  file: string;
  field: string | null;
  /** What all of them have in common. */
  gist: string;
  count: number;
}

interface Sum {
  place: Place;
  code: FindingCode | undefined;
  count: number;
  message(): string;
}

export class Reports {
  readonly #findings: Findings;
  readonly #kinds = new Map<string, Kind>();
  readonly #sums = new Map<string, Sum>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  error(code: FindingCode, place: Place, message: string, gist = code as string): void {
    if (place.unit) refuse(place.unit);
    if (this.#isTold('error', code, place, gist)) this.#findings.error(code, place, message);
  }

  warn(code: FindingCode, place: Place, message: string, gist = code as string): void {
    if (this.#isTold('warning', code, place, gist)) this.#findings.warn(code, place, message);
  }

  /** What was passed over, told once with how often it was, at the place of the first. */
  passOver(place: Place, gist: string, message: Sum['message']): void {
    this.#sum(undefined, place, gist, message);
  }

  /** What is doubtful, told once likewise. */
  warnOnce(code: FindingCode, place: Place, gist: string, message: Sum['message']): void {
    this.#sum(code, place, gist, message);
  }

  #sum(code: FindingCode | undefined, place: Place, gist: string, message: Sum['message']): void {
    const key = `${code} ${place.file} ${gist}`;
    const sum = this.#sums.get(key);
    if (sum) sum.count++;
    else this.#sums.set(key, { place, code, count: 1, message });
  }

  #isTold(severity: Kind['severity'], code: FindingCode, { file, field = null }: Place, gist: string): boolean {
    const key = `${severity} ${code} ${file} ${gist}`;
    const kind = this.#kinds.get(key) ?? { severity, code, file, field, gist, count: 0 };
    this.#kinds.set(key, kind);
    return ++kind.count <= MAX_TOLD;
  }

  close(): void {
    for (const { severity, code, file, field, count } of this.#kinds.values()) {
      if (count <= MAX_TOLD) continue;
      const message = `There are ${(count - MAX_TOLD).toLocaleString('en')} more rows of which the same is to be said.`;
      this.#findings[severity === 'error' ? 'error' : 'warn'](code, { file, line: null, field }, message);
    }
    for (const { place, code, count, message } of this.#sums.values()) {
      const { unit, ...where } = place;
      const text = count > 1 ? `${message()} In all: ${count.toLocaleString('en')}.` : message();
      if (code) this.#findings.warn(code, where, text);
      else this.#findings.passOver(where, text);
    }
  }
}

function refuse(unit: Unit): void {
  unit.outcome = 'refused';
}
