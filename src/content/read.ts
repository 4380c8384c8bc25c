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
import { type MadeTrees, makeTrees } from './groups.ts';
import type { Block, KnownLines, KnownTrees, KnownUnit, Origins } from './known-trees.ts';
import { LineHelper } from './line-helper.ts';
import { type Outline, outlineOf } from './outline.ts';
import { readRegionMap } from './regions/regions.ts';
import {
  type Finding,
  Findings,
  type KnownBlock,
  Ledger,
  type Progress,
  type SourceContext,
  type Tally,
  type Unit,
} from './source-context.ts';
import type { Keeping, MadeTree } from './trees.ts';

export interface Content<T extends Outline = Tree> extends Report {
  /** In the order in which they were read; before them those of lines that are as they were, by their slugs. */
  trees: T[];
  families: FamilyNames;
  /** Of all trees but those of lines that are as they were. */
  origins: Origins;
  /** The blocks of lines that are known by their sums the next time. */
  blocks: (Block | KnownBlock)[];
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

/** Trees that are known are what was kept of them. Of all others the whole trees, unless somebody says what to keep of each. */
export function readSource<K extends Outline = Tree, T extends Outline = Tree>(
  source: string,
  defaultLocale: Locale,
  progress?: Progress,
  mostTreeBytes?: number,
  options?: ArchiveOptions,
  { fingerprint, knownTrees, keep = whole }: Kept<K> & { keep?: Keeping<T>['keep'] | undefined } = {},
): Content<T | K> {
  const recall = (slug: string, units: Unit[]) => knownTrees?.treeOf(slug, units);
  const recallLines = (numbers: Iterable<number>) => knownTrees?.treesAt(numbers) ?? [];
  const how = { source, defaultLocale, progress, mostTreeBytes, options };
  return readAs<T | K>({ keep, recall, recallLines }, how, { fingerprint, knownTrees });
}

function whole<T>(tree: Tree): T {
  return tree as T;
}

/** What there is to say of a source, for who does not want its trees: they are let go while it is read. */
export function checkSource(
  source: string,
  defaultLocale: Locale,
  progress?: Progress,
  mostTreeBytes?: number,
  options?: ArchiveOptions,
  lineHelper = new LineHelper(),
): Report {
  using helper = lineHelper;
  const recallLines = (numbers: Iterable<number>) => helper.treesAt(numbers);
  const how = { source, defaultLocale, progress, mostTreeBytes, options };
  return readAs<Outline>({ keep: outlineOf, recall: () => undefined, recallLines }, how, { helper });
}

function readAs<T extends Outline>(
  keeping: Keeping<T>,
  { source, defaultLocale, progress = () => {}, mostTreeBytes = MOST_TREE_BYTES, options = {} }: HowToRead,
  kept: Pick<SourceContext, 'fingerprint' | 'knownTrees' | 'helper'> = {},
): Content<T> {
  const findings = new Findings();
  const familyNames: FamilyNames = new Map();
  const ledger = new Ledger();
  const about = { defaultLocale, findings, ledger, familyNames, mostTreeBytes, progress };
  const context: SourceContext = { ...about, blocks: [], ...kept };
  const stats = statsOf(source, findings);
  const isFolder = stats?.isDirectory() === true;
  const file = { path: source, name: isFolder ? source : basename(source) };
  const units = stats ? readUnits(file, stats, context, options) : [];
  const made = makeTrees(units, context, keeping);
  if (!isSilentAcross(made, kept)) checkAcross(made.allTold(), context);
  const folder = isFolder ? source : dirname(source);
  const inFile = stats ? readFamilies(folder, () => made.families(), context) : [];
  const families: FamilyNames = new Map(familyNames);
  for (const [family, names] of inFile) families.set(family, { ...familyNames.get(family), ...names });
  const tally = context.ledger.close(findings);
  const trees = [...recalledLines(made.known, keeping), ...made.made.map(({ tree }) => tree)];
  const places = () => new Set(made.inOrder().flatMap(({ distribution }) => distribution));
  const map = stats && readRegionMap(folder, places, context);
  if (trees.length === 0 && findings.errors.length === 0) {
    const nothing = 'There is no tree: no Markdown or MDX file of one, no row.';
    const message = tally.drafts > 0 ? 'There is nothing but drafts.' : nothing;
    findings.error('empty-source', { file: file.name, line: null }, message);
  }
  const drafts = context.ledger.drafts.map((unit) => ({ file: unit.file, line: unit.lineOf(''), row: unit.row }));
  const { errors, warnings, passedOver } = findings;
  const said = { errors, warnings, passedOver, drafts, tally };
  return {
    trees,
    families,
    map,
    ...said,
    origins: originsOf(made.made, context),
    blocks: blocksOf(made, context),
  };
}

/** Notes what `readSource` would of a source, without making anything of it; undefined where it cannot be read. */
export function glanceAt(source: string, mostTreeBytes: number, fingerprint: Fingerprint): Fingerprint | undefined {
  const [findings, ledger] = [new Findings(), new Ledger()];
  const about = { defaultLocale: LOCALES[0], findings, ledger, familyNames: new Map(), mostTreeBytes };
  const context: SourceContext = { ...about, blocks: [], progress() {}, fingerprint, isGlance: true };
  const stats = statsOf(source, findings);
  if (!stats) return undefined;
  const isFolder = stats.isDirectory();
  for (const _ of readUnits({ path: source, name: isFolder ? source : basename(source) }, stats, context, {}));
  const folder = isFolder ? source : dirname(source);
  readFamilies(folder, () => new Set(), context);
  readRegionMap(folder, () => new Set(), context);
  return findings.errors.length === 0 ? fingerprint : undefined;
}

function isSilentAcross(made: MadeTrees<Outline>, { knownTrees }: Pick<SourceContext, 'knownTrees'>): boolean {
  const others = made.known.reduce((sum, { trees }) => sum + trees.length, 0);
  return (
    knownTrees?.isSilentAcross(
      made.told.map(({ tree }) => tree),
      others,
    ) === true
  );
}

/** By their numbers, which is their order. */
function recalledLines<T extends Outline>(known: KnownLines['block'][], { recallLines }: Keeping<T>): T[] {
  return recallLines(Uint32Array.from(known.flatMap(({ trees }) => trees)).sort());
}

function statsOf(source: string, findings: Findings): Stats | undefined {
  try {
    return statSync(source);
  } catch (error) {
    findings.error('unreadable', { file: source, line: null }, `This cannot be read: ${reason(error)}.`);
    return undefined;
  }
}

/** What trees were made of, if they may be made of that again without reading it: nothing else follows from that. */
function originsOf(made: MadeTree<Outline>[], { findings, blocks, knownTrees }: SourceContext): Origins {
  const origins = new Map<string, KnownUnit[] | undefined>();
  if (!knownTrees) return origins;
  for (const each of made)
    origins.set(each.tree.slug, isKnownAgain(each, findings) ? each.units.map(asKnown) : undefined);
  for (const { units, known } of blocks)
    for (const unit of units) if (known && findings.isAbout(unit)) origins.set(unit.slug as string, undefined);
  return origins;
}

function isKnownAgain(made: MadeTree<Outline>, findings: Findings): boolean {
  return made.isSilent(findings) && made.units.every(({ key }) => key !== undefined);
}

function asKnown({ key, families }: Unit): KnownUnit {
  return { key: key as string, families };
}

/** Those of which each line is a tree of its own, and says nothing beside it. */
function blocksOf(made: MadeTrees<Outline>, { blocks, findings, knownTrees }: SourceContext): (Block | KnownBlock)[] {
  if (!knownTrees || blocks.length === 0) return [];
  const alone = made.alone(findings);
  return blocks.flatMap(({ sum, units, known }) => {
    if (known) return units.some((unit) => findings.isAbout(unit)) ? [] : known;
    const slugs = units.flatMap((unit) => alone.get(unit)?.slug ?? []);
    return slugs.length === units.length && slugs.length > 0 ? { sum, slugs } : [];
  });
}
