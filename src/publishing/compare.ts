// Compares two versions of the catalogue by the hashes of their trees; only the records of trees that differ are read.

import {
  changedFamilies,
  changedFields,
  changedRegions,
  type Difference,
  type TreeDifference,
} from '../domain/compare.ts';
import { type FamilyNames, type Tree, withNewFields } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { byLocale } from '../snapshot/layout.ts';
import { DamagedError } from '../store/errors.ts';
import type { RevisionStore } from '../store/revisions/revision-store.ts';
import type { Documents } from '../store/tables/documents.ts';
import { slices, type Version } from '../store/tables/tree-versions.ts';

/** One version of the catalogue. */
export interface CatalogueVersion {
  versions: ReadonlyMap<string, Version>;
  records(slugs: string[]): Promise<ReadonlyMap<string, string>>;
  documents: Documents;
}

export interface Comparison {
  difference: Difference;
  /** By language, trees before and after that have lost their text in it; and how many of the trees that differ had one. */
  textsLost: Record<Locale, string[]>;
  textsBefore: Record<Locale, number>;
}

export const NO_DIFFERENCE: Difference = { added: [], changed: [], removed: [], families: [], map: [] };
export const EMPTY_CATALOGUE: CatalogueVersion = {
  versions: new Map(),
  records: async () => new Map(),
  documents: { families: new Map(), map: undefined },
};

export async function storedVersion(revisions: RevisionStore, number: number): Promise<CatalogueVersion> {
  const [versions, documents] = [await revisions.versions(number), await revisions.documents(number)];
  return { versions, documents, records: (slugs) => revisions.records(number, slugs) };
}

export async function compareCatalogues(before: CatalogueVersion, after: CatalogueVersion): Promise<Comparison> {
  const { added, removed, changed } = differingSlugs(before.versions, after.versions);
  const textsLost = byLocale((): string[] => []);
  const textsBefore = byLocale(() => 0);
  const differences: TreeDifference[] = [];
  const trees: { before: Tree[]; after: Tree[] } = { before: [], after: [] };
  const areNamesChanged = haveChanged(before.documents.families, after.documents.families);
  for await (const [slug, old, now] of pairsOf(changed, before, after)) {
    const changes = changedFields(old, now);
    if (changes.length > 0) differences.push({ slug, fields: changes.map(({ field }) => field), changes });
    for (const locale of LOCALES) {
      if (old.texts[locale]) textsBefore[locale]++;
      if (old.texts[locale] && !now.texts[locale]) textsLost[locale].push(slug);
    }
    if (areNamesChanged) {
      trees.before.push(old);
      trees.after.push(now);
    }
  }
  if (areNamesChanged) {
    trees.before.push(...(await treesOf(removed, before)));
    trees.after.push(...(await treesOf(added, after)));
  }
  const families = changedFamilies(
    { names: before.documents.families, trees: trees.before },
    { names: after.documents.families, trees: trees.after },
  );
  const map = changedRegions(before.documents.map, after.documents.map);
  return { difference: { added, removed, changed: differences, families, map }, textsLost, textsBefore };
}

interface DifferingSlugs {
  added: string[];
  removed: string[];
  changed: string[];
}

function differingSlugs(before: CatalogueVersion['versions'], after: CatalogueVersion['versions']): DifferingSlugs {
  const differing: DifferingSlugs = { added: [], removed: [], changed: [] };
  for (const [slug, { hash }] of after) {
    const old = before.get(slug)?.hash ?? null;
    if (hash === null || hash === old) continue;
    (old === null ? differing.added : differing.changed).push(slug);
  }
  for (const [slug, { hash }] of before)
    if (hash !== null && (after.get(slug)?.hash ?? null) === null) differing.removed.push(slug);
  for (const slugs of Object.values(differing)) slugs.sort();
  return differing;
}

async function* pairsOf(
  slugs: string[],
  before: CatalogueVersion,
  after: CatalogueVersion,
): AsyncGenerator<[slug: string, before: Tree, after: Tree]> {
  for (const some of slices(slugs)) {
    const [old, now] = [await before.records(some), await after.records(some)];
    for (const slug of some) yield [slug, treeIn(old.get(slug) as string), treeIn(now.get(slug) as string)];
  }
}

async function treesOf(slugs: string[], catalogue: CatalogueVersion): Promise<Tree[]> {
  const trees = async (some: string[]) => [...(await catalogue.records(some)).values()].map(treeIn);
  return (await Array.fromAsync(slices(slugs), trees)).flat();
}

/** Throws a DamagedError if it is not the record of a tree. */
export function treeIn(record: string): Tree {
  try {
    return withNewFields(JSON.parse(record));
  } catch (error) {
    throw new DamagedError(`a record is not that of a tree (${(error as Error).message})`);
  }
}

function haveChanged(before: FamilyNames, after: FamilyNames): boolean {
  return [...new Set([...before.keys(), ...after.keys()])].some((key) =>
    LOCALES.some((locale) => before.get(key)?.[locale] !== after.get(key)?.[locale]),
  );
}
