// In charge of the families or genera of a question: how many species each has, and where it leads.

import type { Family } from '../../../client/src/index.ts';
import { type ListPlace, listPlace, type Place, type WholePlace, wholePlace } from '../address.ts';

/** A family or a genus, and where its field leads. */
export interface Taxon {
  name: string;
  commonName: string | null;
  speciesCount: number;
  assessedCount: number;
  threatenedCount: number;
  to: Place;
  trees: ListPlace;
}

const bySize = (taxa: Taxon[]) =>
  taxa.toSorted((a, b) => b.speciesCount - a.speciesCount || a.name.localeCompare(b.name));

export function familiesOf({ locale, search, filters }: WholePlace, families: Family[]): Taxon[] {
  return bySize(
    families.map((family) => {
      const narrowing = { search, filters: { ...filters, family: [family.name] } };
      const { assessedCount = 0, threatenedCount = 0 } = family;
      return {
        ...family,
        assessedCount,
        threatenedCount,
        to: wholePlace('families', locale, narrowing),
        trees: { ...listPlace(locale), ...narrowing },
      };
    }),
  );
}

/** The service knows no genera to filter by; a search within the family finds them. */
export function generaOf({ locale, search, filters }: WholePlace, family: Family): Taxon[] {
  return bySize(
    (family.genera ?? []).map((genus) => {
      const narrowing = {
        search: [search, genus.name].filter(Boolean).join(' '),
        filters: { ...filters, family: [family.name] },
      };
      const trees = { ...listPlace(locale), ...narrowing };
      return { ...genus, commonName: null, to: trees, trees };
    }),
  );
}
