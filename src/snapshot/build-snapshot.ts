// Builds a snapshot from columns: first the columns of all selected trees, then the index, computed from these columns alone. So the
// same trees give the same bytes, whatever columns they come from.

import type { Progress } from '../content/source/context.ts';
import type { RegionMap } from '../domain/regions/region-map.ts';
import type { FamilyNames } from '../domain/tree.ts';
import { contentHash } from '../domain/tree-hash.ts';
import { LOCALES } from '../domain/vocabulary.ts';
import { readColumns } from './columns/columns.ts';
import { combine, type Selection } from './columns/combine.ts';
import { MAX_SECTION_LENGTH, type Meta } from './format.ts';
import { computeFacets } from './index/facets.ts';
import { writeFamilies } from './index/families.ts';
import { writeFormerSlugs, writeIdentifiers } from './index/identifiers.ts';
import { writeNames } from './index/names.ts';
import { writeOrders } from './index/orders.ts';
import { writeRelated } from './index/related.ts';
import { writeTerms } from './index/terms.ts';
import { writeFacets } from './index/write-facets.ts';
import { THRESHOLDS, type Thresholds } from './layout.ts';
import { SectionWriter } from './sections/section-writer.ts';
import { textsIn } from './sections/strings.ts';
import { VersionHashes } from './version-hashes.ts';

export type { Selection } from './columns/combine.ts';

export interface SnapshotParts {
  selections: Selection[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

export interface BuildOptions {
  progress?: Progress | undefined;
  thresholds?: Thresholds | undefined;
  longestSection?: number | undefined;
  /** Whether the memory of each column is released as soon as it is copied. */
  releaseColumns?: boolean | undefined;
}

/** Returns bytes in shared memory. Throws SnapshotError if a section is too long, or a tree was selected twice. */
export function buildSnapshot({ selections, families, map }: SnapshotParts, options: BuildOptions = {}): Uint8Array {
  const { progress = () => {}, thresholds = THRESHOLDS, longestSection = MAX_SECTION_LENGTH, releaseColumns } = options;
  const writer = new SectionWriter({ longestSection });
  progress('copying');
  const trees = combine(selections, writer, { releaseColumns });
  const columns = readColumns(writer.sections({ trees }));
  progress('sorting');
  const orders = writeOrders(columns);
  const facets = computeFacets(columns);
  progress('indexing');
  writer.add({
    ...orders,
    ...writeFormerSlugs(columns),
    ...writeIdentifiers(columns),
    ...writeFamilies(facets.family, families),
    ...writeRelated(columns, facets.family),
    ...(map && { map: Buffer.from(JSON.stringify(map)) }),
  });
  writeFacets(writer, facets, trees, orders.ranks, thresholds);
  writer.add(writeNames(columns));
  for (const [done, locale] of LOCALES.entries()) {
    writer.add(writeTerms(columns, locale, orders, thresholds));
    progress('indexing', done + 1, LOCALES.length);
  }
  const versionHashes = new VersionHashes(columns.hashes, { ...facets.family, names: families });
  const content = contentHash(textsIn(columns.slugs), versionHashes.all(), map);
  return writer.finish({ trees, content, icu: process.versions.icu as string } satisfies Meta);
}
