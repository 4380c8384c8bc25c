// In charge of a tree as a row for the peers that have columns.

import { type Tree, toDetail, toJsonByView } from '../../src/domain/tree.ts';
import { LOCALES, type Locale } from '../../src/domain/vocabulary.ts';

export interface PeerRow {
  slug: string;
  locale: Locale;
  title: string;
  scientificName: string;
  description: string;
  family: string;
  conservationStatus: string;
  updatedAt: string;
  tag: string[];
  distribution: string[];
  floweringSeason: string[];
  fruitingSeason: string[];
  /** As JSON. */
  record: string;
  detail: string;
}

/** One for each language, as such a service would keep them. */
export function rowsOf(tree: Tree): PeerRow[] {
  return LOCALES.map((locale) => {
    const record = toDetail(tree, locale);
    const pieces = toJsonByView(tree, locale);
    return {
      slug: tree.slug,
      locale,
      title: record.title,
      scientificName: record.scientificName,
      description: record.description,
      family: record.family,
      conservationStatus: record.conservationStatus ?? '',
      updatedAt: record.updatedAt ?? '',
      tag: record.tags,
      distribution: record.distribution,
      floweringSeason: record.floweringSeason,
      fruitingSeason: record.fruitingSeason,
      record: `${pieces.summary}${pieces.record}}`,
      detail: JSON.stringify(record),
    };
  });
}
