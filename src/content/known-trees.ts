// In charge of what was made before: trees by the files and rows that they were made of. A file or row that is the same to the byte
// as one of which there was nothing to say is not read again, and a tree of such alone is taken as it was made.

import { hash } from 'node:crypto';
import type { Tree } from '../domain/tree.ts';
import type { LanguageVersion } from './language-version.ts';
import { KnownTree, type Outline, type Sketch, sketchOf } from './outline.ts';
import type { FamilyName, Format, SourceContext, Unit } from './source-context.ts';

/** What a tree was made of. */
export interface Origin<T extends Outline = Tree> {
  tree: T;
  /** In the order in which they were read. */
  units: KnownUnit[];
}

export interface KnownUnit {
  /** A hash of all that was read. */
  key: string;
  /** What it says of families. */
  families?: FamilyName[] | undefined;
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
  read: () => LanguageVersion[],
): RereadUnit | undefined {
  const isKnown = context.knownTrees?.knows(unit, key(), context) === true;
  const versions = isKnown ? undefined : read();
  const group = versions ? versions[0]?.group : unit.slug;
  const readAgain = () => {
    unit.families = undefined;
    return read();
  };
  return group === undefined ? undefined : { unit, group, isKnown, versions, read: readAgain };
}

export class KnownTrees<T extends Outline = Tree> {
  readonly #origins = new Map<string, Origin<T>>();
  readonly #units = new Map<string, { slug: string; known: KnownUnit }>();
  readonly #silent: Outline[];

  /** `silent` are all trees that were made, where there was nothing to say across them. */
  constructor(origins: Iterable<Origin<T>> = [], silent: Outline[] = []) {
    this.#silent = silent;
    for (const origin of origins) {
      const { slug } = origin.tree;
      this.#origins.set(slug, origin);
      for (const known of origin.units) this.#units.set(known.key, { slug, known });
    }
  }

  /** Whether a unit that has this key is known; it is told what is known of it. */
  knows(unit: Unit, key: string, context: SourceContext): boolean {
    unit.key = key;
    const found = this.#units.get(key);
    if (!found || !namesFamilies(found.known.families, context)) return false;
    unit.slug = found.slug;
    unit.families = found.known.families;
    return true;
  }

  /** The tree that was made of these units and of no others. */
  treeOf(slug: string, units: Unit[]): T | undefined {
    const origin = this.#origins.get(slug);
    const isSame = origin?.units.length === units.length;
    return isSame && origin.units.every(({ key }, at) => key === units[at].key) ? origin.tree : undefined;
  }

  /** Whether there is nothing to say across trees: all of them are what they were, as far as that is looked at, when there was nothing. */
  isSilentAcross(trees: Sketch[]): boolean {
    const others = new Map(trees.filter((tree) => !(tree instanceof KnownTree)).map((tree) => [tree.slug, tree]));
    if (trees.length !== this.#silent.length || others.size > MOST_COMPARED) return false;
    const before = this.#silent.filter(({ slug }) => others.has(slug));
    return before.length === others.size && before.every((tree) => isSame(tree, others.get(tree.slug) as Sketch));
  }
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
