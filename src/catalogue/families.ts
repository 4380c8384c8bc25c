// In charge of counting trees by family, and by genus within one: how many there are, how many are assessed, how many threatened.

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
  /** Those of its trees, by number. */
  trees: number[];
}

interface FamilyName {
  name: string;
  commonName: string | null;
}

export class FamilyCounter {
  readonly #snapshot: Snapshot;
  readonly #statuses: ConservationStatus[];
  readonly #names = new Map<Locale, Map<string, FamilyName>>();

  constructor(snapshot: Snapshot) {
    const { keys, labels } = snapshot.facets.conservationStatus;
    this.#snapshot = snapshot;
    this.#statuses = Array.from(
      { length: keys.length },
      (_, value) => labels[LOCALES[0]].get(value) as ConservationStatus,
    );
  }

  /** The families of some trees, in the order of their names. */
  count(trees: Uint32Array, locale: Locale): FamilyCount[] {
    const { family } = this.#snapshot.facets;
    const byValue = new Map<number, FamilyCount>();
    const names = this.#namesIn(locale);
    for (const tree of trees) {
      const value = firstValue(family, tree) as number;
      const counted = byValue.getOrInsertComputed(value, () => {
        const { name, commonName } = names.get(family.keys.get(value)) as FamilyName;
        return { ...emptyCount(name), commonName, trees: [] };
      });
      this.#add(counted, tree);
      counted.trees.push(tree);
    }
    const places = new Map([...names.values()].map(({ name }, place) => [name, place]));
    return [...byValue.values()].sort((a, b) => (places.get(a.name) as number) - (places.get(b.name) as number));
  }

  /** The genera of some trees, as their scientific names have them. */
  genera(trees: readonly number[], locale: Locale): TaxonCount[] {
    const byKey = new Map<string, TaxonCount>();
    for (const tree of trees) {
      const { scientificName } = readRecord(this.#snapshot.records[locale], tree, 'summary');
      const name = genusOf(scientificName);
      this.#add(
        byKey.getOrInsertComputed(fold(name), () => emptyCount(name)),
        tree,
      );
    }
    const { compare } = new Intl.Collator(locale);
    return [...byKey.values()].sort((a, b) => compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
  }

  #add(counted: TaxonCount, tree: number): void {
    const value = firstValue(this.#snapshot.facets.conservationStatus, tree);
    const status = value === undefined ? undefined : this.#statuses[value];
    counted.speciesCount++;
    if (status && isAssessed(status)) counted.assessedCount++;
    if (status && isThreatened(status)) counted.threatenedCount++;
  }

  /** By key, in the order of their names. */
  #namesIn(locale: Locale): Map<string, FamilyName> {
    return this.#names.getOrInsertComputed(
      locale,
      () => new Map(readFamilies(this.#snapshot.families[locale]).map((each) => [fold(each.name), each])),
    );
  }
}

/** The first, of a field that a tree has one of at most. */
function firstValue({ values: { offsets, items } }: Facet, tree: number): number | undefined {
  return offsets[tree] === offsets[tree + 1] ? undefined : items[offsets[tree]];
}

function readFamilies({ bytes, marks }: MarkedBytes): FamilyName[] {
  const families: FamilyName[] = [];
  for (let at = 0; at < marks.length - 1; at += FAMILY_MARKS.length) {
    families.push(JSON.parse(bytes.toString('utf8', marks[at], marks[at + FAMILY_MARKS.length])));
  }
  return families;
}

function emptyCount(name: string): TaxonCount {
  return { name, speciesCount: 0, assessedCount: 0, threatenedCount: 0 };
}

/** Without the sign of hybrids. */
function genusOf(scientificName: string): string {
  return scientificName.replaceAll('×', ' ').trim().split(/\s/)[0];
}
