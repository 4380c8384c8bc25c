// In charge of what a table of an archive is: a file of rows of one kind, with what each tree says in it.

import type { TreeDetail } from '../../../domain/tree.ts';
import type { Term } from './terms.ts';

export interface Table {
  file: string;
  rowType: Term;
  /** Of its columns, behind that of the identifier. */
  terms: readonly Term[];
  /** The rows that a tree has in it: of each, the identifier and what the terms say. Records are one a language. */
  rowsOf(records: readonly TreeDetail[]): string[][];
}

/** The identifier of a tree in an archive. */
export function taxonId({ slug }: TreeDetail): string {
  return slug;
}

/** What an authored value says in plain words: a text or a number; nothing of lists and groups. */
export function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
