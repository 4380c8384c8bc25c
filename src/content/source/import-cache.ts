// Remembers from one import to the next which units each tree was made of, and what was found in them. A unit with the same key is
// not parsed again, and a tree of exactly the same units is unchanged.

import { hash } from 'node:crypto';
import type { Outline, UnchangedTree } from '../model/outline.ts';
import type { CachedFinding } from './finding.ts';
import type { Findings, Listed } from './findings.ts';
import type { FamilyName, Unit } from './units.ts';

/** Plain JSON, to be saved as it is. */
export interface ImportCacheData {
  trees: CachedTree[];
}

export interface CachedTree {
  slug: string;
  /** All that it was made of, in the order in which it was read. */
  units: CachedUnit[];
  /** The warnings about it as a whole, each with the index of its unit. */
  findings?: (CachedFinding & { unit: number })[];
  /** The families that its units name, if any is not spelled as the tree's. */
  families?: string[];
}

export interface CachedUnit {
  key: string;
  /** Where it stood, if there were warnings about its tree. */
  place?: string;
  /** The warnings while it was read. */
  findings?: CachedFinding[];
  familyNames?: FamilyName[];
}

export interface PreviousImport {
  data: ImportCacheData;
  /** What a tree was; undefined if there was none with this slug. */
  outlineOf(slug: string): Outline | undefined;
}

export class ImportCache {
  readonly data: ImportCacheData = { trees: [] };
  readonly #previous: PreviousImport | undefined;
  readonly #byKey = new Map<string, CachedTree>();

  constructor(previous?: PreviousImport) {
    this.#previous = previous;
    for (const tree of previous?.data.trees ?? []) for (const { key } of tree.units) this.#byKey.set(key, tree);
  }

  /** The previous tree of a unit that says the same again, whose findings are told again; undefined if it must be read. */
  recall(unit: Unit, findings: Findings): CachedTree | undefined {
    const tree = this.#byKey.get(unit.key as string);
    if (!tree || !this.#previous?.outlineOf(tree.slug)) return undefined;
    const cached = tree.units.find(({ key }) => key === unit.key) as CachedUnit;
    if (cached.place !== undefined && cached.place !== placeText(unit)) return undefined;
    unit.slug = tree.slug;
    unit.familyNames = cached.familyNames;
    unit.findings = cached.findings;
    for (const finding of cached.findings ?? []) tell(finding, unit, findings);
    return tree;
  }

  /** The tree that was made of these units and no others. Its findings are told again. */
  unchanged(tree: CachedTree, units: Unit[], findings: Findings): UnchangedTree | undefined {
    const isSame = tree.units.length === units.length && tree.units.every(({ key }, at) => key === units[at].key);
    const outline = isSame ? this.#previous?.outlineOf(tree.slug) : undefined;
    if (!outline) return undefined;
    for (const finding of tree.findings ?? []) tell(finding, units[finding.unit], findings);
    this.data.trees.push(tree);
    return { slug: tree.slug, isUnchanged: true, outline };
  }

  /** Remembers what a tree was made of, and the findings about it, unless there are errors among them. */
  add(units: Unit[], { slug, family }: Outline, families: string[], ofTree: Listed[], all: Findings): void {
    const isKnowable = (unit: Unit) => unit.key !== undefined && !all.hasErrorOf(unit) && all.listsAllOf(unit);
    if (!units.every(isKnowable)) return;
    const hasFindings = ofTree.length > 0 || units.some((unit) => unit.findings);
    this.data.trees.push({
      slug,
      units: units.map((unit) => cachedUnit(unit, hasFindings)),
      ...(ofTree.length > 0 && {
        findings: ofTree.map(({ finding, unit }) => ({ ...cachedFinding(finding), unit: units.indexOf(unit as Unit) })),
      }),
      ...(families.some((each) => each !== family) && { families }),
    });
  }
}

function cachedUnit(unit: Unit, hasFindings: boolean): CachedUnit {
  const { key, findings, familyNames } = unit;
  return {
    key: key as string,
    ...(hasFindings && { place: placeText(unit) }),
    ...(findings && { findings }),
    ...(familyNames && { familyNames }),
  };
}

export function cachedFinding({ code, file, line, row, field, message }: CachedFinding): CachedFinding {
  return { code, file, line, row, field, message };
}

function tell({ code, message, ...place }: CachedFinding, unit: Unit, findings: Findings): void {
  findings.warn(code, { ...place, unit }, message);
}

/** Where a unit stands, and everything in it. */
function placeText(unit: Unit): string {
  return JSON.stringify([unit.file, unit.row, unit.lineOf(''), unit.layout?.()]);
}

/** A hash of everything that the meaning of a unit follows from. */
export function keyOf(format: string, said: string | Uint8Array): string {
  return `${format} ${hash('blake2b512', said, 'base64url').slice(0, KEY_CHARACTERS)}`;
}

/** 128 bits. */
const KEY_CHARACTERS = 22;
