import type { TreeDetail } from '../../../domain/tree.ts';

const VOCABULARIES = {
  dwc: 'http://rs.tdwg.org/dwc/terms/',
  dcterms: 'http://purl.org/dc/terms/',
  gbif: 'http://rs.gbif.org/terms/1.0/',
  iucn: 'http://iucn.org/terms/',
};

/** Such as `dwc:taxonID`. */
export type Term = `${keyof typeof VOCABULARIES}:${string}`;

export function nameOf(term: Term): string {
  return term.slice(term.indexOf(':') + 1);
}

export function addressOf(term: Term): string {
  const vocabulary = term.slice(0, term.indexOf(':')) as keyof typeof VOCABULARIES;
  return VOCABULARIES[vocabulary] + nameOf(term);
}

export interface Table {
  file: string;
  rowType: Term;
  /** The columns after the identifier. */
  terms: readonly Term[];
  /** The rows of a tree, from its record in each language: the identifier, then a cell per term. */
  rowsOf(records: readonly TreeDetail[]): string[][];
}

export function taxonId({ slug }: TreeDetail): string {
  return slug;
}

/** A text or a number as text; empty for lists and groups. */
export function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => ESCAPED[letter]);
}
