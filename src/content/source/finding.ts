// Defines findings: what there is to say of content, in words that a botanist understands.

export interface Finding {
  /** A note names what was skipped. */
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

/** What an import cache keeps of a warning. */
export type CachedFinding = Pick<Finding, 'code' | 'file' | 'line' | 'row' | 'field' | 'message'>;

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
