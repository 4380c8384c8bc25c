// In charge of what was made before: trees by the files and rows that they were made of. A file or row that is the same to the byte
// as one of which there was nothing to say is not read again, and a tree of such alone is taken as it was made.

import { hash } from 'node:crypto';
import { bySlug, type Tree } from '../domain/tree.ts';
import type { LanguageVersion } from './language-version.ts';
import { KnownTree, type Outline, type Sketch, sketchOf } from './outline.ts';
import {
  type FamilyName,
  Findings,
  type Format,
  type KnownBlock,
  type SourceContext,
  type Unit,
} from './source-context.ts';

export interface KnownUnit {
  /** A hash of all that was read. */
  key: string;
  /** What it says of families. */
  families?: FamilyName[] | undefined;
}

/** By slug, what trees were made of, in the order in which it was read; undefined where there is something to say of that. */
export type Origins = ReadonlyMap<string, KnownUnit[] | undefined>;

/** Trees that were made before, numbered by their slugs. */
export interface MadeBefore<T extends Outline> {
  /** In ascending order. */
  slugs: string[];
  treeAt(number: number): T;
  /** Undefined where it has to be read again. */
  unitsAt(number: number): KnownUnit[] | undefined;
}

/** Those of content that is still at hand. */
export function madeBefore<T extends Outline>(made: T[], origins: Origins): MadeBefore<T> {
  const trees = bySlug(made);
  const slugs = trees.map(({ slug }) => slug);
  return { slugs, treeAt: (number) => trees[number], unitsAt: (number) => origins.get(slugs[number]) };
}

/** Lines that follow each other, each a tree of its own of which there was nothing to say. */
export interface Block {
  /** Of all that they say. */
  sum: string;
  slugs: string[];
}

/** Lines that are as they were. None of them is looked at by itself, unless somebody asks for it. */
export interface KnownLines {
  block: Pick<KnownBlock, 'trees'>;
  open(line: number): RereadUnit;
}

/** A file or row: of which tree it is, and how it is read, as often as it has to be. */
export interface RereadUnit {
  unit: Unit;
  group: string;
  /** Whether it is as it was when its tree was made before. */
  isKnown: boolean;
  /** What it says, unless it is known, or that was let go. */
  versions: LanguageVersion[] | undefined;
  read(): LanguageVersion[];
}

/** One without it is read once, and stays. */
export type ReadUnit = LanguageVersion | RereadUnit;

export function isReread(unit: ReadUnit): unit is RereadUnit {
  return 'read' in unit;
}

/** What a file or row is, if it is of a tree; it is read only where it is not known, by the key of all that it is made of. */
export function recall(
  unit: Unit,
  key: () => string,
  context: SourceContext,
  read: (context: SourceContext) => LanguageVersion[],
): RereadUnit | undefined {
  const isKnown = context.knownTrees?.knows(unit, key(), context) === true;
  const versions = isKnown ? undefined : read(context);
  const group = versions ? versions[0]?.group : unit.slug;
  const readAgain = () => {
    unit.families = undefined;
    // What there is to say of reading it was said.
    return read(isKnown ? context : { ...context, findings: new Findings() });
  };
  return group === undefined ? undefined : { unit, group, isKnown, versions, read: readAgain };
}

/** Where fewer blocks are known, all lines are read one by one: others that are not would have to be held until all are read. */
const LEAST_SHARE_OF_BLOCKS = 0.8;

interface Among {
  blocks?: KnownBlock[];
  /** Whether there was nothing to say across them. */
  isSilent?: boolean;
}

export class KnownTrees<T extends Outline = Tree> {
  readonly #before: MadeBefore<T>;
  readonly #blocks: KnownBlock[];
  readonly #isSilent: boolean;
  /** By tree, the known block that it is in. */
  readonly #blockOf: (KnownBlock | undefined)[];
  #byKey: Map<string, { slug: string; unit: KnownUnit }> | undefined;

  constructor(before: MadeBefore<T> = madeBefore<T>([], new Map()), { blocks = [], isSilent = false }: Among = {}) {
    this.#before = before;
    this.#blocks = blocks;
    this.#isSilent = isSilent;
    this.#blockOf = new Array(before.slugs.length).fill(undefined);
  }

  knownBlocks(sums: string[]): Map<number, KnownBlock> {
    const bySum = new Map(this.#blocks.map((block) => [block.sum, block]));
    const known = new Map<number, KnownBlock>();
    for (const [place, sum] of sums.entries()) {
      const block = bySum.get(sum);
      if (block) known.set(place, block);
      // Of two that are the same one is known.
      bySum.delete(sum);
    }
    if (known.size < LEAST_SHARE_OF_BLOCKS * sums.length) return new Map();
    for (const block of known.values()) for (const tree of block.trees) this.#blockOf[tree] = block;
    return known;
  }

  /** The known block that has a tree of this slug. */
  blockWith(slug: string): KnownBlock | undefined {
    const number = this.#numberOf(slug);
    return number === undefined ? undefined : this.#blockOf[number];
  }

  treeWith(slug: string): T | undefined {
    const number = this.#numberOf(slug);
    return number === undefined ? undefined : this.#before.treeAt(number);
  }

  treesAt(numbers: Iterable<number>): T[] {
    return Array.from(numbers, (number) => this.#before.treeAt(number));
  }

  /** Whether a unit that has this key is known; it is told what is known of it. */
  knows(unit: Unit, key: string, context: SourceContext): boolean {
    unit.key = key;
    this.#byKey ??= this.#keysOfOthers();
    const found = this.#byKey.get(key);
    if (!found || !namesFamilies(found.unit.families, context)) return false;
    unit.slug = found.slug;
    unit.families = found.unit.families;
    return true;
  }

  /** The tree that was made of these units and of no others. */
  treeOf(slug: string, units: Unit[]): T | undefined {
    const number = this.#numberOf(slug);
    const before = number !== undefined && this.#before.unitsAt(number);
    if (!before || before.length !== units.length) return undefined;
    return before.every(({ key }, at) => key === units[at].key) ? this.#before.treeAt(number) : undefined;
  }

  /**
   * Whether there is nothing to say across trees, and `others` that are as they were: all of them are what they were, as far as
   * that is looked at, when there was nothing.
   */
  isSilentAcross(trees: Sketch[], others: number): boolean {
    const changed = trees.filter((tree) => !(tree instanceof KnownTree));
    if (!this.#isSilent || trees.length + others !== this.#before.slugs.length || changed.length > MOST_COMPARED)
      return false;
    return changed.every((tree) => {
      const before = this.treeWith(tree.slug);
      return before !== undefined && isSame(tree, before);
    });
  }

  /** Of trees that are in no known block. */
  #keysOfOthers(): Map<string, { slug: string; unit: KnownUnit }> {
    const byKey = new Map<string, { slug: string; unit: KnownUnit }>();
    const { slugs } = this.#before;
    for (let number = 0; number < slugs.length; number++) {
      if (this.#blockOf[number]) continue;
      for (const unit of this.#before.unitsAt(number) ?? []) byKey.set(unit.key, { slug: slugs[number], unit });
    }
    return byKey;
  }

  #numberOf(slug: string): number | undefined {
    return numberIn(this.#before.slugs, slug);
  }
}

/** Among slugs in ascending order. */
export function numberIn(slugs: string[], slug: string): number | undefined {
  let [from, to] = [0, slugs.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (slugs[middle] < slug) from = middle + 1;
    else to = middle;
  }
  return slugs[from] === slug ? from : undefined;
}

/** Beyond so many it is as soon looked at. */
const MOST_COMPARED = 1000;

function isSame(one: Sketch, other: Sketch): boolean {
  return JSON.stringify(sketchOf(one)) === JSON.stringify(sketchOf(other));
}

/** Of what is said in a file or row. As strong as it has to be: whatever has the same key is taken for the same. */
export function keyOf(format: Format, said: string | Uint8Array): string {
  return `${format} ${hash('blake2b512', said, 'base64url').slice(0, 43)}`;
}

/** Whether families can be called so: where another row has said otherwise before, there is something to say. */
function namesFamilies(called: FamilyName[] = [], { familyNames }: SourceContext): boolean {
  return called.every(([family, locale, name]) => {
    const names = familyNames.getOrInsert(family, {});
    names[locale] ??= name;
    return names[locale] === name;
  });
}
