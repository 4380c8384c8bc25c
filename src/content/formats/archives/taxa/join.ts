// Adds other names to their accepted taxa, which they name by identifier or by name, directly or over other names.

import { quote } from '../../../../domain/text.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import type { Reports } from '../reports.ts';
import type { Core, Synonym } from './core.ts';
import { readName } from './names.ts';
import type { Taxon } from './taxon.ts';

/** What an identifier or a name leads to, and if it leads no further, why. */
interface Target {
  taxa: Taxon[];
  why?: (typeof REASONS)[number] | undefined;
}

/** The first of several counts. */
const REASONS = ['circle', 'omitted', 'nowhere'] as const;
const NOWHERE: Target = { taxa: [], why: 'nowhere' };
const MAX_CHAIN = 50;

export class Joiner {
  readonly #core: Core;
  readonly #reports: Reports;
  readonly #synonymById: Map<string, Synonym>;
  #taxaByName: Map<string, Taxon[]> | undefined;
  #synonymsByName: Map<string, Synonym[]> | undefined;

  constructor(core: Core, reports: Reports) {
    this.#core = core;
    this.#reports = reports;
    this.#synonymById = new Map(core.synonyms.filter(({ id }) => id !== '').map((synonym) => [synonym.id, synonym]));
  }

  joinAll(): void {
    for (const synonym of this.#core.synonyms) this.#join(synonym);
  }

  /** The taxon of an identifier, be it that of another name; undefined if there is none, or several. */
  taxonOf(id: string): Taxon | undefined {
    const [only, ...others] = this.#byId(id, new Set()).taxa;
    return others.length === 0 ? only : undefined;
  }

  /** Whether a row has this identifier, be it one that is no tree. */
  isKnown(id: string): boolean {
    return this.#core.byId.has(id) || this.#core.isOmitted(id) || this.#synonymById.has(id);
  }

  #join(synonym: Synonym): void {
    const { taxa, why } = this.#targetsOf(synonym, new Set());
    const { whole } = synonym.name;
    for (const taxon of taxa) {
      if (synonym.isMisapplied) taxon.addTo('misappliedNames', whole);
      else if (fold(whole) !== fold(taxon.name.name)) taxon.synonyms.push(whole);
    }
    if (why && taxa.length === 0) this.#report(synonym, why);
  }

  #targetsOf(synonym: Synonym, visited: Set<Synonym>): Target {
    if (visited.has(synonym) || visited.size === MAX_CHAIN) return { taxa: [], why: 'circle' };
    visited.add(synonym);
    const byId = synonym.acceptedIds.map((id) => this.#byId(id, visited));
    const isFound = byId.some(({ taxa, why }) => taxa.length > 0 || why === 'omitted');
    const found = isFound ? byId : [...byId, ...synonym.acceptedNames.map((name) => this.#byName(name, visited))];
    if (found.length === 0) return NOWHERE;
    const taxa = new Set(found.flatMap((target) => target.taxa));
    return { taxa: [...taxa], why: REASONS.find((reason) => found.some(({ why }) => why === reason)) };
  }

  #byId(id: string, visited: Set<Synonym>): Target {
    const taxon = this.#core.byId.get(id);
    if (taxon) return { taxa: [taxon] };
    const synonym = this.#synonymById.get(id);
    if (synonym) return this.#targetsOf(synonym, visited);
    return this.#core.isOmitted(id) ? { taxa: [], why: 'omitted' } : NOWHERE;
  }

  /** Of several taxa of the same name, the one with the same authors. */
  #byName(written: string, visited: Set<Synonym>): Target {
    this.#taxaByName ??= Map.groupBy(this.#core.taxa, ({ name }) => name.key);
    this.#synonymsByName ??= Map.groupBy(this.#core.synonyms, ({ name }) => name.key);
    const { key, authorship } = readName(written);
    const taxa = this.#taxaByName.get(key) ?? [];
    const same = taxa.filter(({ name }) => fold(name.authorship) === fold(authorship));
    const [only, ...others] = same.length > 0 ? same : taxa;
    if (only) return others.length === 0 ? { taxa: [only] } : NOWHERE;
    const [synonym] = this.#synonymsByName.get(key) ?? [];
    return synonym ? this.#targetsOf(synonym, visited) : NOWHERE;
  }

  #report(synonym: Synonym, why: NonNullable<Target['why']>): void {
    const { name, acceptedIds, acceptedNames, place } = synonym;
    if (why === 'omitted') {
      const message = 'Other names are of rows that were left out, and so were they.';
      this.#reports.passOver({ file: place.file, line: null }, message);
      return;
    }
    const target = [...acceptedIds, ...acceptedNames].map(quote).join(' and ');
    const problem =
      target === ''
        ? 'is another name, but the row does not say of which: give acceptedNameUsageID.'
        : why === 'circle'
          ? `leads to ${target} and from there back to itself, or over ever more names: one of them must be accepted.`
          : `leads to ${target}, which no row has, or several have: give the taxonID of an accepted row.`;
    const isByName = acceptedIds.length === 0 && acceptedNames.length > 0;
    const at = isByName ? { ...place, field: 'acceptedNameUsage' } : place;
    this.#reports.warn('lost-synonym', at, `${name.name} ${problem}`, why);
  }
}
