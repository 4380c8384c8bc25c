// Holds what a tree needs of a taxon while the tables of an archive are read, and nothing else of its row.

import type { Json } from '../../../../domain/field-types.ts';
import type { Locale } from '../../../../domain/vocabulary.ts';
import type { Unit } from '../../../source/units.ts';
import type { TableRow } from '../tables/row.ts';
import type { TaxonName } from './names.ts';

export interface Vernacular {
  name: string;
  language: string;
  isPreferred: boolean;
}

interface Origin {
  file: string;
  line: number;
  row: number;
}

/** A row of the core that may become a tree; its values may come from rows of other files. */
export class Taxon implements Unit {
  readonly file: string;
  readonly row: number;
  readonly line: number;
  readonly id: string;
  readonly name: TaxonName;
  readonly rank: string;
  outcome?: NonNullable<Unit['outcome']>;
  slug?: string;
  readonly isForeign = true;
  family = '';
  /** Where a family may be found that the row does not name. */
  parent = '';
  readonly synonyms: string[] = [];
  readonly vernaculars: Vernacular[] = [];
  readonly distribution = new Set<string>();
  /** Other fields, by name, with their terms; those of a language apart. */
  readonly facts = new Map<string, { term: string; value: Json }>();
  readonly texts: Record<Locale, Map<string, { term: string; value: Json }>> = { en: new Map(), es: new Map() };
  readonly attributes = new Map<string, Json>();
  #origins: Map<string, Origin> | undefined;

  constructor({ file, row, line, id }: Pick<TableRow, 'file' | 'row' | 'line' | 'id'>, name: TaxonName, rank: string) {
    this.file = file;
    this.row = row;
    this.line = line;
    this.id = id;
    this.name = name;
    this.rank = rank;
  }

  lineOf(term: string): number {
    return this.originOf(term)?.line ?? this.line;
  }

  /** The row that a term's value came from, where it is another than its own. */
  originOf(term: string): Origin | undefined {
    return this.#origins?.get(term);
  }

  /** Remembers the first row that gives a term. */
  comesFrom({ file, line, row }: Origin, term: string): void {
    this.#origins ??= new Map();
    if (!this.#origins.has(term)) this.#origins.set(term, { file, line, row });
  }

  /** One more value of an attribute that is a list. */
  addTo(attribute: string, value: Json): void {
    const list = this.attributes.get(attribute);
    if (Array.isArray(list)) list.push(value);
    else this.attributes.set(attribute, [value]);
  }
}
