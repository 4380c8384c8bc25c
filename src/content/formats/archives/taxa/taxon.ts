// Holds what a tree needs of a taxon while the tables of an archive are read.

import type { Json } from '../../../../domain/fields/field-types.ts';
import type { Locale } from '../../../../domain/vocabulary.ts';
import type { Unit } from '../../../source/units.ts';
import type { TableRow } from '../tables/row.ts';
import type { TaxonName } from './names.ts';

export interface Vernacular {
  name: string;
  /** Empty for that of the catalogue. */
  language: string;
  isPreferred: boolean;
}

/** A value, and the term that it was given as. */
export interface Given {
  term: string;
  value: Json;
}

type Origin = Pick<TableRow, 'file' | 'line' | 'row'>;

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
  /** The identifier of the taxon above, which may tell the family. */
  parent = '';
  readonly synonyms: string[] = [];
  readonly vernaculars: Vernacular[] = [];
  readonly distribution = new Set<string>();
  /** Other fields by name. */
  readonly facts = new Map<string, Given>();
  readonly texts: Record<Locale, Map<string, Given>> = { en: new Map(), es: new Map() };
  readonly attributes = new Map<string, Json>();
  readonly #origins = new Map<string, Origin>();

  constructor({ file, row, line, id }: Origin & Pick<TableRow, 'id'>, name: TaxonName, rank: string) {
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

  /** The row that a term's value came from, if it is another than its own. */
  originOf(term: string): Origin | undefined {
    return this.#origins.get(term);
  }

  /** Remembers the first row that gives a term. */
  comesFrom({ file, line, row }: Origin, term: string): void {
    this.#origins.getOrInsert(term, { file, line, row });
  }

  /** Adds to an attribute that is a list. */
  addTo(attribute: string, value: Json): void {
    const list = this.attributes.get(attribute);
    if (Array.isArray(list)) list.push(value);
    else this.attributes.set(attribute, [value]);
  }
}
