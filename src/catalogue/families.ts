// Counts trees by family, and by genus within a family: all, assessed and threatened.

import { setImmediate as pause } from 'node:timers/promises';
import { type ConservationStatus, fold, isAssessed, isThreatened, LOCALES, type Locale } from '../domain/vocabulary.ts';
import { FAMILY_MARKS } from '../snapshot/layout.ts';
import { type Facet, type MarkedBytes, readRecord, type Snapshot } from '../snapshot/open.ts';

export interface TaxonCount {
  name: string;
  speciesCount: number;
  assessedCount: number;
  threatenedCount: number;
}

export interface FamilyCount extends TaxonCount {
  commonName: string | null;
}

interface FamilyName {
  name: Pick<FamilyCount, 'name' | 'commonName'>;
  value: number;
}

/** Genera; one that several families have trees of is there for each of them. */
interface Genera {
  names: string[];
  families: number[];
  ofTree: Uint32Array;
}

/** Records that are read before other requests have their turn. */
const RECORDS_AT_ONCE = 500;

export class FamilyCounter {
  readonly #snapshot: Snapshot;
  /** By the number of a status: 1 if it is one. */
  readonly #assessed: Uint8Array;
  readonly #threatened: Uint8Array;
  readonly #families = new Map<Locale, FamilyName[]>();
  #genera: Promise<Genera> | undefined;

  constructor(snapshot: Snapshot) {
    const { keys, labels } = snapshot.facets.conservationStatus;
    const statuses = Array.from({ length: keys.length }, (_, value) => labels[LOCALES[0]].get(value));
    const flagsFor = (is: (status: ConservationStatus) => boolean) =>
      Uint8Array.from(statuses, (status) => Number(is(status as ConservationStatus)));
    this.#snapshot = snapshot;
    this.#assessed = flagsFor(isAssessed);
    this.#threatened = flagsFor(isThreatened);
  }

  /** In the order of their names. */
  count(trees: readonly number[], locale: Locale): FamilyCount[] {
    const { family } = this.#snapshot.facets;
    const counts = this.#tally(trees, family.keys.length, (tree) => familyOf(family, tree));
    return this.#familiesIn(locale)
      .map(({ value, name }) => ({ ...name, ...counts[value] }))
      .filter(({ speciesCount }) => speciesCount > 0);
  }

  /** By the key of their family. Other requests have their turn in between. */
  async genera(trees: readonly number[], locale: Locale): Promise<Map<string, TaxonCount[]>> {
    this.#genera ??= readGenera(this.#snapshot);
    const { names, families, ofTree } = await this.#genera;
    await pause();
    const counts = this.#tally(trees, names.length, (tree) => ofTree[tree]);
    await pause();
    const { compare } = new Intl.Collator(locale);
    const byFamily = new Map<string, TaxonCount[]>();
    for (const [genus, count] of counts.entries()) {
      if (count.speciesCount === 0) continue;
      const family = this.#snapshot.facets.family.keys.get(families[genus]);
      byFamily.getOrInsertComputed(family, () => []).push({ name: names[genus], ...count });
    }
    for (const each of byFamily.values()) {
      each.sort((a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
    }
    return byFamily;
  }

  #tally(trees: readonly number[], taxa: number, taxonOf: (tree: number) => number): Omit<TaxonCount, 'name'>[] {
    const { offsets, items } = this.#snapshot.facets.conservationStatus.values;
    const [species, assessed, threatened] = Array.from({ length: 3 }, () => new Uint32Array(taxa));
    for (const tree of trees) {
      const taxon = taxonOf(tree);
      species[taxon]++;
      if (offsets[tree] === offsets[tree + 1]) continue;
      const status = items[offsets[tree]];
      assessed[taxon] += this.#assessed[status];
      threatened[taxon] += this.#threatened[status];
    }
    return Array.from(species, (speciesCount, taxon) => ({
      speciesCount,
      assessedCount: assessed[taxon],
      threatenedCount: threatened[taxon],
    }));
  }

  /** In the order of their names, with the value of each in the facet. */
  #familiesIn(locale: Locale): FamilyName[] {
    const { families, facets } = this.#snapshot;
    return this.#families.getOrInsertComputed(locale, () =>
      readFamilies(families[locale]).map((name) => ({ name, value: facets.family.keys.find(fold(name.name)) })),
    );
  }
}

function familyOf({ values: { offsets, items } }: Facet, tree: number): number {
  return items[offsets[tree]];
}

async function readGenera({ trees, facets: { family }, records }: Snapshot): Promise<Genera> {
  const numbers = new Map<string, number>();
  const genera: Genera = { names: [], families: [], ofTree: new Uint32Array(trees) };
  for (let tree = 0; tree < trees; tree++) {
    if (tree % RECORDS_AT_ONCE === 0) await pause();
    const name = genusOf(readRecord(records[LOCALES[0]], tree, 'summary').scientificName);
    const familyValue = familyOf(family, tree);
    genera.ofTree[tree] = numbers.getOrInsertComputed(`${familyValue} ${fold(name)}`, () => {
      genera.families.push(familyValue);
      return genera.names.push(name) - 1;
    });
  }
  return genera;
}

function readFamilies({ bytes, marks }: MarkedBytes): FamilyName['name'][] {
  const families: FamilyName['name'][] = [];
  for (let at = 0; at < marks.length - 1; at += FAMILY_MARKS.length) {
    families.push(JSON.parse(bytes.toString('utf8', marks[at], marks[at + FAMILY_MARKS.length])));
  }
  return families;
}

/** Without the sign of hybrids. */
function genusOf(scientificName: string): string {
  return scientificName.replaceAll('×', ' ').trim().split(/\s/)[0];
}
