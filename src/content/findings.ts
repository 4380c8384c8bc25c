// In charge of what reading and checking content has to say: every problem with its place, in words a botanist understands.

export interface Finding {
  severity: 'error' | 'warning';
  /** A stable name of the kind of problem, for scripts. */
  code: FindingCode;
  file: string;
  line: number | null;
  field: string | null;
  message: string;
}

export type FindingCode =
  | 'bad-date'
  | 'bad-month'
  | 'bad-slug'
  | 'bad-status'
  | 'broken-csv'
  | 'broken-json'
  | 'broken-yaml'
  | 'duplicate-name'
  | 'duplicate-slug'
  | 'empty-source'
  | 'facts-differ'
  | 'incomplete-text'
  | 'missing-field'
  | 'no-front-matter'
  | 'odd-encoding'
  | 'one-language'
  | 'too-large'
  | 'unknown-key'
  | 'unknown-locale'
  | 'unreadable'
  | 'wrong-type';

export interface Place {
  file: string;
  line: number | null;
  field?: string | null;
}

export class Findings {
  readonly #seen = new Map<string, Finding>();

  error(code: FindingCode, place: Place, message: string): void {
    this.#add('error', code, place, message);
  }

  warn(code: FindingCode, place: Place, message: string): void {
    this.#add('warning', code, place, message);
  }

  get errors(): Finding[] {
    return this.#sorted('error');
  }

  get warnings(): Finding[] {
    return this.#sorted('warning');
  }

  /** A value that serves two languages of one row is read twice but reported once. */
  #add(severity: Finding['severity'], code: FindingCode, place: Place, message: string): void {
    const finding = { severity, code, file: place.file, line: place.line, field: place.field ?? null, message };
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
