// Reports findings about archives with very many rows: the first of each kind one by one, then how many more there are.

import type { FindingCode } from '../../source/finding.ts';
import type { Findings } from '../../source/findings.ts';
import type { Place } from '../../source/units.ts';

/** How many findings of a kind are listed one by one. */
const MAX_LISTED = 100;

interface Kind {
  count: number;
  /** Reports how many there are in the end. */
  close(count: number): void;
}

export class Reports {
  readonly #findings: Findings;
  readonly #kinds = new Map<string, Kind>();

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
  passOver({ unit, ...place }: Place, message: string, kind = message): void {
    this.#count(`note ${place.file} ${kind}`, (count) => this.#findings.passOver(place, withCount(message, count)));
  }

  /** Counts what is doubtful, and reports it likewise. */
  warnOnce(code: FindingCode, { unit, ...place }: Place, message: string, kind = message): void {
    this.#count(`${code} ${place.file} ${kind}`, (count) =>
      this.#findings.warn(code, place, withCount(message, count)),
    );
  }

  #list(severity: 'error' | 'warn', code: FindingCode, place: Place, message: string, kind: string): void {
    const count = this.#count(`${severity} ${code} ${place.file} ${kind}`, (all) => {
      if (all <= MAX_LISTED) return;
      const more = `There are ${(all - MAX_LISTED).toLocaleString('en')} more rows of which the same is to be said.`;
      this.#findings[severity](code, { file: place.file, line: null, field: place.field ?? null }, more);
    });
    if (count <= MAX_LISTED) this.#findings[severity](code, place, message);
  }

  #count(key: string, close: Kind['close']): number {
    return ++this.#kinds.getOrInsert(key, { count: 0, close }).count;
  }

  close(): void {
    for (const { count, close } of this.#kinds.values()) close(count);
  }
}

function withCount(message: string, count: number): string {
  return count > 1 ? `${message} In all: ${count.toLocaleString('en')}.` : message;
}
