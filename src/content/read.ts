// In charge of a whole source: reads it, checks it, and returns its trees with everything there is to say about them.

import { type Stats, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { RegionMap } from '../domain/region-map.ts';
import { type FamilyNames, MOST_TREE_BYTES, type Tree } from '../domain/tree.ts';
import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { checkAcross } from './across.ts';
import { readFamilies } from './families.ts';
import { reason } from './files.ts';
import type { Fingerprint } from './fingerprint.ts';
import type { ArchiveOptions } from './formats/dwca/archive.ts';
import { readUnits } from './formats.ts';
import { makeTrees } from './groups.ts';
import type { KnownTrees, Origin } from './known-trees.ts';
import { type Outline, outlineOf } from './outline.ts';
import { readRegionMap } from './regions/regions.ts';
import {
  type Finding,
  Findings,
  Ledger,
  type Progress,
  type SourceContext,
  type Tally,
  type Unit,
} from './source-context.ts';
import type { Keeping, MadeTree } from './trees.ts';

export interface Content<T extends Outline = Tree> extends Report {
  trees: T[];
  families: FamilyNames;
  /** What trees were made of that there is nothing to say of. */
  origins: Origin<T>[];
  /** The map that it brings, where it brings one. */
  map?: RegionMap | undefined;
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

/** What is kept from one time that a source is read to the next. */
interface Kept<T extends Outline> {
  fingerprint?: Fingerprint | undefined;
  knownTrees?: KnownTrees<T> | undefined;
}

interface HowToRead {
  source: string;
  defaultLocale: Locale;
  progress?: Progress | undefined;
  mostTreeBytes?: number | undefined;
  options?: ArchiveOptions | undefined;
}

/** Trees that are known are what was kept of them. */
export function readSource<K extends Outline = Tree>(
  source: string,
  defaultLocale: Locale,
  progress?: Progress,
  mostTreeBytes?: number,
  options?: ArchiveOptions,
  { fingerprint, knownTrees }: Kept<K> = {},
): Content<Tree | K> {
  const recall = (slug: string, units: Unit[]) => knownTrees?.treeOf(slug, units);
  const how = { source, defaultLocale, progress, mostTreeBytes, options };
  return readAs<Tree | K>({ keep: (tree) => tree, recall }, how, { fingerprint, knownTrees });
}

/** What there is to say of a source, for who does not want its trees: they are let go while it is read. */
export function checkSource(
  source: string,
  defaultLocale: Locale,
  progress?: Progress,
  mostTreeBytes?: number,
  options?: ArchiveOptions,
): Report {
  const how = { source, defaultLocale, progress, mostTreeBytes, options };
  return readAs({ keep: outlineOf, recall: () => undefined }, how);
}

function readAs<T extends Outline>(
  keeping: Keeping<T>,
  { source, defaultLocale, progress = () => {}, mostTreeBytes = MOST_TREE_BYTES, options = {} }: HowToRead,
  kept: Pick<SourceContext, 'fingerprint' | 'knownTrees'> = {},
): Content<T> {
  const findings = new Findings();
  const familyNames: FamilyNames = new Map();
  const ledger = new Ledger();
  const context: SourceContext = { defaultLocale, findings, ledger, familyNames, mostTreeBytes, progress, ...kept };
  const stats = statsOf(source, findings);
  const isFolder = stats?.isDirectory() === true;
  const file = { path: source, name: isFolder ? source : basename(source) };
  const units = stats ? readUnits(file, stats, context, options) : [];
  const { made, told, families: ofFamilies } = makeTrees(units, context, keeping);
  if (!kept.knownTrees?.isSilentAcross(told.map(({ tree }) => tree))) checkAcross(told, context);
  const folder = isFolder ? source : dirname(source);
  const inFile = stats ? readFamilies(folder, ofFamilies, context) : [];
  const families: FamilyNames = new Map(familyNames);
  for (const [family, names] of inFile) families.set(family, { ...familyNames.get(family), ...names });
  const tally = context.ledger.close(findings);
  const trees = made.map(({ tree }) => tree);
  const places = () => new Set(trees.flatMap(({ distribution }) => distribution));
  const map = stats && readRegionMap(folder, places, context);
  if (trees.length === 0 && findings.errors.length === 0) {
    const nothing = 'There is no tree: no Markdown or MDX file of one, no row.';
    const message = tally.drafts > 0 ? 'There is nothing but drafts.' : nothing;
    findings.error('empty-source', { file: file.name, line: null }, message);
  }
  const drafts = context.ledger.drafts.map((unit) => ({ file: unit.file, line: unit.lineOf(''), row: unit.row }));
  const { errors, warnings, passedOver } = findings;
  const origins = made.flatMap((each) => originOf(each, findings) ?? []);
  return { trees, families, map, errors, warnings, passedOver, drafts, tally, origins };
}

/** Notes what `readSource` would of a source, without making anything of it; undefined where it cannot be read. */
export function glanceAt(source: string, mostTreeBytes: number, fingerprint: Fingerprint): Fingerprint | undefined {
  const [findings, ledger] = [new Findings(), new Ledger()];
  const about = { defaultLocale: LOCALES[0], findings, ledger, familyNames: new Map(), mostTreeBytes };
  const context: SourceContext = { ...about, progress() {}, fingerprint, isGlance: true };
  const stats = statsOf(source, findings);
  if (!stats) return undefined;
  const isFolder = stats.isDirectory();
  for (const _ of readUnits({ path: source, name: isFolder ? source : basename(source) }, stats, context, {}));
  const folder = isFolder ? source : dirname(source);
  readFamilies(folder, new Set(), context);
  readRegionMap(folder, () => new Set(), context);
  return findings.errors.length === 0 ? fingerprint : undefined;
}

function statsOf(source: string, findings: Findings): Stats | undefined {
  try {
    return statSync(source);
  } catch (error) {
    findings.error('unreadable', { file: source, line: null }, `This cannot be read: ${reason(error)}.`);
    return undefined;
  }
}

/** What a tree was made of, if it may be made of that again without reading it: nothing else follows from that. */
function originOf<T extends Outline>(made: MadeTree<T>, findings: Findings): Origin<T> | undefined {
  const { tree, units, families } = made;
  const isSilent = units.every((unit) => unit.key !== undefined && !findings.isAbout(unit));
  if (!isSilent || families.some((family) => family !== tree.family)) return undefined;
  return { tree, units: units.map(({ key, families }) => ({ key: key as string, families })) };
}
