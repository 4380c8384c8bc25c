// Reads the core of an archive: sorts its rows into trees, other names of trees, and rows that are only counted.

import { isField } from '../../../../domain/fields/fields.ts';
import { quote, trimmed } from '../../../../domain/text.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import { OWN_KEYS } from '../../../model/own-keys.ts';
import type { RowAccounting } from '../../../source/row-accounting.ts';
import type { Place } from '../../../source/units.ts';
import { takePlain } from '../extensions/identifiers.ts';
import type { Reports } from '../reports.ts';
import type { Column, TableRow } from '../tables/row.ts';
import type { Choice } from './choice.ts';
import { readDate } from './dates.ts';
import { detach, intern } from './detached-text.ts';
import { nameOf, type TaxonName } from './names.ts';
import { Taxon } from './taxon.ts';
import { type Rank, rankOf, SPECIES, type StatusKind, statusOf } from './words.ts';

interface Links {
  acceptedIds: string[];
  acceptedNames: string[];
}

/** Another name of a taxon, in a row of its own. */
export interface Synonym extends Links {
  id: string;
  name: TaxonName;
  isMisapplied: boolean;
  /** Of its link to the taxon. */
  place: Place;
}

interface HigherTaxon {
  name: string;
  rank: string;
  parent: string;
}

/** Terms that become something else than an attribute. */
const UNDERSTOOD = new Set(
  [
    ...['scientificName', 'scientificNameAuthorship', 'family', 'taxonRank', 'taxonomicStatus', 'vernacularName'],
    ...['acceptedNameUsageID', 'acceptedNameUsage', 'modified', 'threatStatus', 'id', 'taxonID'],
  ].map((term) => term.toLowerCase()),
);

const MAX_LEVELS = 100;

export class Core {
  readonly taxa: Taxon[] = [];
  readonly byId = new Map<string, Taxon>();
  readonly synonyms: Synonym[] = [];
  readonly #higher = new Map<string, HigherTaxon>();
  readonly #omitted = new Set<string>();
  readonly #reports: Reports;
  readonly #accounting: RowAccounting;
  readonly #choice: Choice;
  readonly #dateFormat: string;
  readonly #isOwn: boolean;
  readonly #rowsById = new Map<string, number>();

  constructor(reports: Reports, accounting: RowAccounting, choice: Choice, dateFormat: string, isOwn: boolean) {
    this.#reports = reports;
    this.#accounting = accounting;
    this.#choice = choice;
    this.#dateFormat = dateFormat;
    this.#isOwn = isOwn;
  }

  /** Whether the identifier is that of a row which was omitted. */
  isOmitted(id: string): boolean {
    return this.#omitted.has(id) || this.#higher.has(id);
  }

  take(row: TableRow): void {
    const id = detach(row.id || row.value('taxonID'));
    if (id !== '' && this.#isTaken(row, id)) return;
    const name = nameOf(row, this.#isOwn);
    if (!name) {
      const message = `The row ${id ? `of ${quote(id)} ` : ''}has no scientific name: give scientificName, or genus and specificEpithet.`;
      this.#refuse(row, 'missing-field', 'scientificName', message);
      return;
    }
    const [rank, status] = [this.#rankOf(row, name), this.#statusOf(row, name)];
    const links = linksOf(row, id, name);
    const isLinked = links.acceptedIds.length > 0 || links.acceptedNames.length > 0;
    if (rank.kind === 'above') this.#takeHigher(row, id, name, rank);
    else if (status === 'accepted' || (!isLinked && status !== 'synonym' && status !== 'misapplied')) {
      if (isLinked) this.#doubtLink(row, links);
      if (this.#isChosen(row, id, rank, status ?? 'accepted')) this.#takeTaxon(row, id, name, rank.name);
    } else {
      const isMisapplied = status === 'misapplied' || name.isMisapplied;
      const place = row.place('acceptedNameUsageID');
      this.synonyms.push({ id, name: detachedName(name), ...links, isMisapplied, place });
    }
  }

  /** Finds the family of each taxon that does not name one, by those above it. */
  findFamilies(): void {
    for (const taxon of this.taxa) {
      const visited = new Set<string>();
      for (let id = taxon.parent; taxon.family === '' && id && !visited.has(id) && visited.size < MAX_LEVELS; ) {
        visited.add(id);
        const higher = this.#higher.get(id) ?? this.byId.get(id);
        if (higher instanceof Taxon) [taxon.family, id] = [higher.family, higher.parent];
        else if (higher?.rank === 'family') taxon.family = higher.name;
        else id = higher?.parent ?? '';
      }
    }
  }

  #isTaken(row: TableRow, id: string): boolean {
    const earlier = this.#rowsById.get(id);
    if (earlier === undefined) this.#rowsById.set(id, row.row);
    else {
      const message = `The identifier ${quote(id)} is already that of row ${earlier}: each row needs one of its own.`;
      this.#refuse(row, 'duplicate-id', 'taxonID', message);
    }
    return earlier !== undefined;
  }

  #refuse(row: TableRow, code: 'duplicate-id' | 'missing-field', term: string, message: string): void {
    const unit = this.#accounting.open({ file: row.file, row: row.row, lineOf: () => row.line });
    this.#reports.error(code, { ...row.place(term), unit }, message);
  }

  #rankOf(row: TableRow, name: TaxonName): Rank {
    if (this.#isOwn) return SPECIES;
    const written = row.value('taxonRank') || row.value('verbatimTaxonRank');
    const rank = written === '' ? undefined : rankOf(written);
    if (written !== '' && !rank) {
      const message = `${quote(written)} is not a rank that is known: the form of the name decides. Use species, subspecies, genus and the like.`;
      this.#reports.warn('doubtful-value', row.place('taxonRank'), message, `rank ${fold(written)}`);
    }
    // “Xyris sp.” is a plant of the genus that nobody has named further.
    const isGenus = rank?.kind === 'species' && !name.isPhrase && name.rankByForm?.name === 'genus';
    return isGenus ? (name.rankByForm as Rank) : (rank ?? name.rankByForm ?? SPECIES);
  }

  #statusOf(row: TableRow, name: TaxonName): StatusKind | undefined {
    const written = row.value('taxonomicStatus');
    const status = written === '' ? undefined : statusOf(written);
    if (written !== '' && !status) {
      const message = `${quote(written)} is not a status that is known: whether the row leads to an accepted name decides. Use accepted or synonym.`;
      this.#reports.warn('doubtful-value', row.place('taxonomicStatus'), message, `status ${fold(written)}`);
    }
    return status === 'synonym' && name.isMisapplied ? 'misapplied' : status;
  }

  #doubtLink(row: TableRow, { acceptedIds, acceptedNames }: Links): void {
    const other = [...acceptedIds, ...acceptedNames][0];
    const message = `The row is accepted, but leads to ${quote(other)} as its accepted name. It is taken for accepted: change its status, or take the link out.`;
    this.#reports.warn('doubtful-value', row.place('acceptedNameUsageID'), message, 'accepted and linked');
  }

  #takeHigher(row: TableRow, id: string, name: TaxonName, rank: Rank): void {
    const parent = detach(row.value('parentNameUsageID'));
    if (id !== '') this.#higher.set(id, { name: intern(name.name), rank: rank.name, parent });
    const message = `Rows of the rank ${rank.name} are no trees and were left out.`;
    this.#reports.passOver({ file: row.file, line: null, field: 'taxonRank' }, message);
  }

  #isChosen(row: TableRow, id: string, rank: Rank, status: StatusKind): boolean {
    const why = this.#choice.refusal(row, rank.name, status);
    if (why) {
      this.#omitted.add(id);
      this.#reports.passOver({ file: row.file, line: null }, why);
    } else if (status === 'doubtful') {
      const message = 'Rows are doubtful or unchecked names. They are taken; --where status=accepted leaves them out.';
      this.#reports.warnOnce('doubtful-value', row.place('taxonomicStatus'), message);
    }
    return why === undefined;
  }

  #takeTaxon(row: TableRow, id: string, name: TaxonName, rank: string): void {
    const taxon = new Taxon({ file: row.file, row: row.row, line: row.line, id }, detachedName(name), rank);
    this.#accounting.open(taxon);
    this.taxa.push(taxon);
    if (id !== '') this.byId.set(id, taxon);
    taxon.family = intern(familyOf(row));
    taxon.parent = detach(row.value('parentNameUsageID'));
    const vernacular = row.value('vernacularName');
    if (vernacular) taxon.vernaculars.push({ name: detach(vernacular), language: '', isPreferred: true });
    this.#takeDate(row, taxon);
    for (const column of row.columns.values()) takeAttribute(row, column, taxon);
    if (id === '' || this.#isOwn) return;
    // The next publish finds the slug of the taxon by this attribute.
    taxon.attributes.set('taxonID', id);
    takePlain(taxon, id);
  }

  #takeDate(row: TableRow, taxon: Taxon): void {
    const written = row.value('modified');
    if (written === '') return;
    const date = readDate(written, this.#dateFormat);
    if (date) taxon.facts.set('updatedAt', { term: 'modified', value: date });
    else {
      taxon.attributes.set('modified', detach(written));
      const message = `${quote(written)} is not a date and is kept as an attribute. Write it as 2026-01-31, or give dateFormat in meta.xml.`;
      this.#reports.warn('doubtful-value', row.place('modified'), message, 'date');
    }
  }
}

function detachedName(name: TaxonName): TaxonName {
  const authorship = intern(name.authorship);
  return { ...name, name: detach(name.name), authorship, whole: detach(name.whole), key: detach(name.key) };
}

function takeAttribute(row: TableRow, column: Column, taxon: Taxon): void {
  const { name, isKnown, written } = column.term;
  if (isKnown && UNDERSTOOD.has(name.toLowerCase())) return;
  const value = row.of(column);
  const isTaken = isField(name) || OWN_KEYS.includes(name) || taxon.attributes.has(name);
  if (value !== '') taxon.attributes.set(isTaken ? `dwca:${written}` : name, intern(value));
}

/** A name can stand for parts of several taxa. */
function linksOf(row: TableRow, id: string, { name, authorship }: TaxonName): Links {
  const ids = row.value('acceptedNameUsageID').split(/[|;]/).map(trimmed);
  const own = [name, `${name} ${authorship}`].map(fold);
  return {
    acceptedIds: ids.filter((each) => each !== '' && each !== id).map(detach),
    acceptedNames: row
      .values('acceptedNameUsage')
      .filter((each) => !own.includes(fold(each)))
      .map(detach),
  };
}

const FAMILY = /^\p{Lu}\p{Ll}+aceae$/u;

function familyOf(row: TableRow): string {
  const classification = row
    .value('higherClassification')
    .split(/[|;>,/]/)
    .map(trimmed);
  return row.value('family') || (classification.find((each) => FAMILY.test(each)) ?? '');
}
