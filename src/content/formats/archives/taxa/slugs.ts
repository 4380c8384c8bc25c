// Makes the slugs of an archive's trees from their names. A taxonID that is known keeps its slug.

import { isSlug, MAX_SLUG_LENGTH, slugLike } from '../../../../domain/slugs.ts';
import type { TreeText } from '../../../../domain/tree.ts';
import type { Taxon } from './taxon.ts';

/** The slugs that taxa have already, by their taxonIDs. */
export type KnownSlugs = ReadonlyMap<string, string>;

export function slugsByTaxonId(trees: Iterable<{ slug: string } & Pick<TreeText, 'attributes'>>): KnownSlugs {
  const known = new Map<string, string>();
  for (const { slug, attributes } of trees) {
    const { taxonID } = attributes;
    if (typeof taxonID === 'string' && !known.has(taxonID)) known.set(taxonID, slug);
  }
  return known;
}

/** For an export of this service: its identifiers are slugs. */
export function slugsByThemselves(taxa: readonly Taxon[]): KnownSlugs {
  return new Map(taxa.filter(({ id }) => isSlug(id)).map(({ id }) => [id, id]));
}

export function giveSlugs(taxa: readonly Taxon[], known: KnownSlugs): Map<Taxon, string> {
  const slugs = new Map<Taxon, string>();
  const taken = new Set<string>();
  const give = (taxon: Taxon, slug: string) => {
    slugs.set(taxon, slug);
    taken.add(slug);
  };
  for (const taxon of taxa) {
    const slug = known.get(taxon.id);
    if (slug !== undefined && !taken.has(slug)) give(taxon, slug);
  }
  const others = taxa.filter((taxon) => !slugs.has(taxon));
  for (const [slug, group] of Map.groupBy(others, ({ name }) => shortened(slugLike(name.name)))) {
    // Another export of the same data may have its rows in another order.
    const byId = group.length > 1 ? group.toSorted((a, b) => (a.id < b.id ? -1 : 1)) : group;
    for (const taxon of byId) give(taxon, isSlug(slug) && !taken.has(slug) ? slug : another(slug, taxon, taken));
  }
  return slugs;
}

/** With the authors, or else with the identifier, or else with a number. */
function another(slug: string, { name, id, row }: Taxon, taken: ReadonlySet<string>): string {
  const endings = [name.authorship, id].map(slugLike).filter(Boolean);
  const candidates = endings.map((ending) => shortened(slug ? `${slug}-${ending}` : ending));
  const free = candidates.find((each) => isSlug(each) && !taken.has(each));
  if (free) return free;
  for (let number = row; ; number++) {
    const numbered = `${shortened(slug || 'taxon', 20)}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

function shortened(slug: string, room = 0): string {
  return slug.slice(0, MAX_SLUG_LENGTH - room).replace(/-$/, '');
}
