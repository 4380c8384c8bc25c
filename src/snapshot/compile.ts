// Compiles checked trees into a snapshot.

import type { Progress } from '../content/source/context.ts';
import type { RegionMap } from '../domain/regions/region-map.ts';
import type { FamilyNames, Tree } from '../domain/tree.ts';
import { hashText, treeText } from '../domain/tree-hash.ts';
import { buildSnapshot } from './build-snapshot.ts';
import type { Columns } from './columns/columns.ts';
import { ColumnsBuilder } from './columns/columns-builder.ts';
import type { Thresholds } from './layout.ts';

export interface CompiledContent {
  trees: Tree[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

/** The same trees give the same bytes, in whatever order they come. */
export function compile(
  { trees, families, map }: CompiledContent,
  progress: Progress = () => {},
  thresholds?: Thresholds,
  longestSection?: number,
): Uint8Array {
  const selections = [{ columns: columnsFor(trees, progress, longestSection), places: Uint32Array.from(trees.keys()) }];
  return buildSnapshot({ selections, families, map }, { progress, thresholds, longestSection, releaseColumns: true });
}

/** A function of its own, so that the builder is released before the snapshot is built. */
function columnsFor(trees: Tree[], progress: Progress, longestSection: number | undefined): Columns {
  const builder = new ColumnsBuilder(longestSection);
  for (const [done, tree] of trees.entries()) {
    builder.add(tree, hashText(treeText(tree)));
    progress('writing records', done + 1, trees.length);
  }
  return builder.finish();
}
