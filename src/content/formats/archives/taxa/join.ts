// Leads other names to their accepted taxa, by identifier or by name, over chains, and to several taxa if a name stands for
// parts of several. Reports each that leads nowhere.

import { quote } from '../../../../domain/text.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import type { Reports } from '../reports.ts';
import type { Core, Synonym } from './core.ts';
import { readName } from './names.ts';
import type { Taxon } from './taxon.ts';

/** What an identifier or a name leads to. */
interface Found {
  taxa: Set<Taxon>;
  /** Why it leads no further, where it does not. */
  why: 'nowhere' | 'circle' | 'left out' | undefined;
}

/** No name leads over more others to its accepted one. */
const MAX_CHAIN = 50;

export class Joiner {
  readonly #core: Core;
  readonly #reports: Reports;
  readonly #synonymById = new Map<string, Synonym>();
  #taxaByName: Map<string, Taxon[]> | undefined;
  #synonymsByName: Map<string, Synonym[]> | undefined;

  constructor(core: Core, reports: Reports) {
    this.#core = core;
    this.#reports = reports;
    for (const synonym of core.synonyms) if (synonym.id !== '') this.#synonymById.set(synonym.id, synonym);
  }

  joinAll(): void {
    for (const synonym of this.#core.synonyms) this.#join(synonym);
  }

  /** The taxon of an identifier, be it that of another name; undefined where there is none, or several. */
  taxonOf(id: string): Taxon | undefined {
    const taxon = this.#core.byId.get(id);
    if (taxon) return taxon;
    const synonym = this.#synonymById.get(id);
    const found = synonym && this.#targetsOf(synonym, new Set());
    return found?.taxa.size === 1 ? [...found.taxa][0] : undefined;
  }

  /** Whether a row has this identifier, be it one that is no tree. */
  isKnown(id: string): boolean {
    return this.#core.byId.has(id) || this.#core.isLeftOut(id) || this.#synonymById.has(id);
  }

  #join(synonym: Synonym): void {
    const { taxa, why } = this.#targetsOf(synonym, new Set());
    const { whole } = synonym.name;
    for (const taxon of taxa) {
      if (synonym.isMisapplied) taxon.addTo('misappliedNames', whole);
      else if (fold(whole) !== fold(taxon.name.name)) taxon.synonyms.push(whole);
    }
    if (why && taxa.size === 0) this.#tell(synonym, why);
  }

  #targetsOf(synonym: Synonym, seen: Set<Synonym>): Found {
    if (seen.has(synonym) || seen.size === MAX_CHAIN) return { taxa: new Set(), why: 'circle' };
    seen.add(synonym);
    const byId = synonym.acceptedIds.map((id) => this.#byId(id, seen));
    const isFound = byId.some(({ taxa, why }) => taxa.size > 0 || why === 'left out');
    const found = isFound ? byId : [...byId, ...synonym.acceptedNames.map((name) => this.#byName(name, seen))];
    const whys = found.map(({ why }) => why);
    return {
      taxa: new Set(found.flatMap(({ taxa }) => [...taxa])),
      why:
        (['circle', 'left out', 'nowhere'] as const).find((why) => whys.includes(why)) ??
        (found.length ? undefined : 'nowhere'),
    };
  }

  #byId(id: string, seen: Set<Synonym>): Found {
    const taxon = this.#core.byId.get(id);
    if (taxon) return { taxa: new Set([taxon]), why: undefined };
    const synonym = this.#synonymById.get(id);
    if (synonym) return this.#targetsOf(synonym, seen);
    return { taxa: new Set(), why: this.#core.isLeftOut(id) ? 'left out' : 'nowhere' };
  }

  /** One with the same authors goes before others of the same name. */
  #byName(written: string, seen: Set<Synonym>): Found {
    this.#taxaByName ??= Map.groupBy(this.#core.taxa, ({ name }) => name.key);
    this.#synonymsByName ??= Map.groupBy(this.#core.synonyms, ({ name }) => name.key);
    const { key, authorship } = readName(written);
    const taxa = this.#taxaByName.get(key) ?? [];
    const same = taxa.filter(({ name }) => fold(name.authorship) === fold(authorship));
    const [only, ...others] = same.length > 0 ? same : taxa;
    if (only && others.length === 0) return { taxa: new Set([only]), why: undefined };
    const [synonym] = taxa.length > 0 ? [] : (this.#synonymsByName.get(key) ?? []);
    return synonym ? this.#targetsOf(synonym, seen) : { taxa: new Set(), why: 'nowhere' };
  }

  #tell(synonym: Synonym, why: NonNullable<Found['why']>): void {
    const { name, acceptedIds, acceptedNames, place } = synonym;
    const target = [...acceptedIds, ...acceptedNames].map(quote).join(' and ');
    const isByName = acceptedIds.length === 0 && acceptedNames.length > 0;
    if (why === 'left out') {
      const message = () => `Other names are of rows that were left out, and so were they.`;
      this.#reports.passOver({ file: place.file, line: null }, 'synonyms left out', message);
      return;
    }
    const problem =
      target === ''
        ? 'is another name, but the row does not say of which: give acceptedNameUsageID.'
        : why === 'circle'
          ? `leads to ${target} and from there back to itself, or over ever more names: one of them must be accepted.`
          : `leads to ${target}, which no row has, or several have: give the taxonID of an accepted row.`;
    this.#reports.warn(
      'lost-synonym',
      isByName ? { ...place, field: 'acceptedNameUsage' } : place,
      `${name.name} ${problem}`,
      why,
    );
  }
}
