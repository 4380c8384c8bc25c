// In charge of what was read ahead of a long table, block by block: trees of which there is nothing to say. One is taken where all of its
// lines are the same to the byte; everything else is read as if nobody had read ahead.

import { readNdjson } from './formats/json.ts';
import { makeTrees } from './groups.ts';
import { KnownTrees, type KnownUnit } from './known-trees.ts';
import { type Outline, outlineOf } from './outline.ts';
import { Findings, type Format, Ledger, type SourceContext, type Unit } from './source-context.ts';

export interface AheadTree {
  slug: string;
  /** As JSON, which threads hand over sooner than objects. */
  text: string;
  units: KnownUnit[];
}

export interface HowAhead extends Pick<SourceContext, 'defaultLocale' | 'mostTreeBytes'> {
  /** Whether trees are kept whole, or as much of them as is looked at across trees. */
  isWhole: boolean;
}

/** The trees in lines of a table, of which there is nothing to say as far as these lines tell. */
export function silentTreesIn(lines: Buffer, { isWhole, ...how }: HowAhead): AheadTree[] {
  const [findings, ledger] = [new Findings(), new Ledger()];
  const knownTrees = new KnownTrees<Outline>();
  const context = { ...how, findings, ledger, familyNames: new Map(), progress() {}, knownTrees };
  const keep = (tree: Outline) => (isWhole ? tree : outlineOf(tree));
  const { made } = makeTrees(readNdjson('', lines, context), context, { keep, recall: () => undefined });
  return made.flatMap((each) => {
    const origin = each.originIn(findings);
    return origin ? [{ slug: each.tree.slug, text: JSON.stringify(each.tree), units: origin.units }] : [];
  });
}

/** Whoever reads blocks ahead. */
export interface AheadReader {
  readonly blockBytes: number;
  /** What was found in a block and in others by now; undefined where the block is left to who asks. */
  take(block: number): AheadTree[] | undefined;
  /** How many blocks after one were read ahead by now. */
  doneAfter(block: number): number;
}

export class ReadAhead<T extends Outline> {
  readonly #reader: AheadReader;
  readonly #areKeysWanted: boolean;
  readonly #known = new KnownTrees<AheadTree>();
  #block = -1;
  #isAhead = false;
  #bytesAfter = 0;

  /** Keys may be wanted of all units, so that they are known the next time. */
  constructor(reader: AheadReader, areKeysWanted: boolean) {
    this.#reader = reader;
    this.#areKeysWanted = areKeysWanted;
  }

  /** A line begins at a place, and is read next. How many bytes from there on were read ahead. */
  reach(place: number): number {
    const { blockBytes } = this.#reader;
    const block = Math.floor(place / blockBytes);
    if (block !== this.#block) this.#enter(block);
    return this.#bytesAfter + (this.#isAhead ? (block + 1) * blockBytes - place : 0);
  }

  #enter(block: number): void {
    this.#block = block;
    const found = this.#reader.take(block);
    this.#isAhead = found !== undefined;
    this.#bytesAfter = this.#reader.doneAfter(block) * this.#reader.blockBytes;
    for (const tree of found ?? []) this.#known.add({ tree, units: tree.units });
  }

  knows(unit: Unit, format: Format, said: string | Uint8Array, context: SourceContext): boolean {
    return (this.#isAhead || this.#areKeysWanted) && this.#known.knows(unit, format, said, context);
  }

  treeOf(slug: string, units: Unit[]): T | undefined {
    const tree = this.#known.treeOf(slug, units);
    return tree && JSON.parse(tree.text);
  }

  isSilentAcross(): boolean {
    return false;
  }
}
