// Reads a whole source, checks it, and returns its trees with everything that was found.

import { type Stats, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { RegionMap } from '../domain/regions/region-map.ts';
import { DEFAULT_TREE_BYTES, type FamilyNames, type Tree } from '../domain/tree.ts';
import type { Locale } from '../domain/vocabulary.ts';
import type { ArchiveOptions } from './formats/archives/archive.ts';
import { readUnits } from './formats/registry.ts';
import type { AssembledTree } from './model/assembled-tree.ts';
import { checkAcross } from './model/cross-checks.ts';
import { readFamilies } from './model/families.ts';
import type { UnchangedTree } from './model/outline.ts';
import { assembleTrees } from './model/tree-assembly.ts';
import { readRegionMap } from './regions/regions.ts';
import type { Progress, SourceContext } from './source/context.ts';
import { reason } from './source/files.ts';
import type { Finding } from './source/finding.ts';
import { Findings } from './source/findings.ts';
import { ImportCache, type ImportCacheData, type PreviousImport } from './source/import-cache.ts';
import { RowAccounting, type Tally } from './source/row-accounting.ts';

export interface Content<K = Tree> extends Report {
  /** In the order in which they were read. */
  trees: (K | UnchangedTree)[];
  families: FamilyNames;
  /** The map that it brings, if it brings one. */
  map?: RegionMap | undefined;
  /** Makes the next import shorter, once this content is published. Without errors only. */
  importCache: ImportCacheData;
}

/** What there is to say of content. */
export interface Report {
  trees: { length: number };
  errors: Finding[];
  warnings: Finding[];
  /** What was not read. */
  passedOver: Finding[];
  /** Where the drafts are. */
  drafts: Pick<Finding, 'file' | 'line' | 'row'>[];
  /** What became of the files or rows that were read. */
  tally: Tally;
}

export interface CheckOptions {
  defaultLocale: Locale;
  progress?: Progress | undefined;
  maxTreeBytes?: number | undefined;
  archive?: ArchiveOptions | undefined;
}

export interface ReadOptions<K> extends CheckOptions {
  previous?: PreviousImport | undefined;
  /** Is given each tree as soon as it seems whole; again if more of it comes later, and then the last one counts. */
  keep(tree: Tree): K;
}

export function readSource<K>(source: string, { previous, keep, ...options }: ReadOptions<K>): Content<K> {
  const cache = new ImportCache(previous);
  return { ...readAs(source, keep, options, cache), importCache: cache.data };
}

/** Reads a source for what there is to say of it. Its trees are not kept. */
export function checkSource(source: string, options: CheckOptions): Report {
  return readAs(source, () => undefined, options);
}

function readAs<K>(
  source: string,
  keep: (tree: Tree) => K,
  { defaultLocale, progress = () => {}, maxTreeBytes = DEFAULT_TREE_BYTES, archive = {} }: CheckOptions,
  cache?: ImportCache,
): Omit<Content<K>, 'importCache'> {
  const [findings, accounting] = [new Findings(), new RowAccounting()];
  const familyNames: FamilyNames = new Map();
  const context: SourceContext = { defaultLocale, findings, accounting, familyNames, maxTreeBytes, progress, cache };
  const stats = statsOf(source, findings);
  const isFolder = stats?.isDirectory() === true;
  const file = { path: source, name: isFolder ? source : basename(source) };
  const assembled = assembleTrees(stats ? readUnits(file, stats, context, archive) : [], context, keep);
  checkAcross(assembled, context);
  const folder = isFolder ? source : dirname(source);
  const families: FamilyNames = new Map(familyNames);
  const familiesOfTrees = () => new Set(assembled.flatMap((tree) => tree.families));
  for (const [family, names] of stats ? readFamilies(folder, familiesOfTrees, context) : [])
    families.set(family, { ...familyNames.get(family), ...names });
  const tally = accounting.close(findings);
  const trees = assembled.flatMap(({ kept }) => (kept ? [kept.tree] : []));
  const map = stats && readRegionMap(folder, () => regionsOf(assembled), findings);
  if (trees.length === 0 && findings.errors.length === 0) {
    const nothing = 'There is no tree: no Markdown or MDX file of one, no row.';
    const message = tally.drafts > 0 ? 'There is nothing but drafts.' : nothing;
    findings.error('empty-source', { file: file.name, line: null }, message);
  }
  const drafts = accounting.drafts.map((unit) => ({ file: unit.file, line: unit.lineOf(''), row: unit.row }));
  const { errors, warnings, passedOver } = findings;
  return { trees, families, map, errors, warnings, passedOver, drafts, tally };
}

/** Those of whole trees. */
function regionsOf(assembled: AssembledTree<unknown>[]): Set<string> {
  const whole = assembled.filter(({ kept }) => kept);
  return new Set(whole.flatMap(({ outline }) => outline?.distribution ?? []));
}

function statsOf(source: string, findings: Findings): Stats | undefined {
  try {
    return statSync(source);
  } catch (error) {
    findings.error('unreadable', { file: source, line: null }, `This cannot be read: ${reason(error)}.`);
    return undefined;
  }
}
