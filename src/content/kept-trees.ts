// In charge of what is kept of trees from one publish to the next: what is looked at across them, and what each was made of. It stands
// in columns, so that what is as it was is copied as bytes, and nothing is made of it that nobody asks for.

import { type Block, type KnownUnit, type MadeBefore, numberIn, type Origins } from './known-trees.ts';
import { type KnownOutlines, KnownTree, knownOutlinesOf, type Outline } from './outline.ts';
import type { Content } from './read.ts';
import type { KnownBlock } from './source-context.ts';
import { TextColumn } from './text-column.ts';

export interface KeptColumns {
  slugs: TextColumn;
  families: TextColumn;
  outlines: TextColumn;
  /** What each was made of, as `toText` says. */
  units: TextColumn;
}

export class KeptTrees implements MadeBefore<KnownTree>, KnownOutlines {
  readonly columns: KeptColumns;
  readonly slugs: string[];
  readonly #trees: KnownTree[];

  /** Throws where they make no sense. */
  constructor(columns: KeptColumns) {
    this.columns = columns;
    this.slugs = columns.slugs.all();
    const { length } = this.slugs;
    if (Object.values(columns).some((column) => column.length !== length)) throw new Error('A column is too short.');
    for (let tree = 1; tree < length; tree++)
      if (this.slugs[tree - 1] >= this.slugs[tree]) throw new Error('Trees are not in their order.');
    this.#trees = new Array(length);
  }

  get families(): TextColumn {
    return this.columns.families;
  }

  get outlines(): TextColumn {
    return this.columns.outlines;
  }

  treeAt(number: number): KnownTree {
    this.#trees[number] ??= new KnownTree(this, number);
    return this.#trees[number];
  }

  unitsAt(number: number): KnownUnit[] | undefined {
    return fromText(this.columns.units.at(number));
  }
}

export interface Kept {
  columns: KeptColumns;
  /** Of lines that are known by their sums. */
  blocks: KnownBlock[];
}

/** What the next publish has to know of content, its trees by their slugs. Of what is as it was, that is copied. */
export function keptOf({ trees, origins, blocks }: Pick<Content<Outline>, 'trees' | 'origins' | 'blocks'>): Kept {
  const slugs = trees.map(({ slug }) => slug);
  const isFresh = new Uint8Array(trees.length);
  // There are few, as a rule: to look up each slug among them would take longer.
  for (const slug of origins.keys()) isFresh[numberIn(slugs, slug) as number] = 1;
  const fresh: Outline[] = [];
  const stretches: Stretch[] = [];
  for (let number = 0; number < trees.length; number++) {
    const tree = trees[number];
    if (isKept(tree) && isFresh[number] === 0) lengthen(stretches, tree.among.columns, tree.number);
    else lengthen(stretches, undefined, fresh.push(tree) - 1);
  }
  return { columns: joined(stretches, columnsOf(fresh, origins)), blocks: blocksOf(blocks, trees, slugs) };
}

function isKept(tree: Outline): tree is KnownTree & { among: KeptTrees } {
  return tree instanceof KnownTree && tree.among instanceof KeptTrees;
}

/** Trees that follow each other, of those that are kept, or of those that are not. */
interface Stretch {
  columns: KeptColumns | undefined;
  from: number;
  to: number;
}

function lengthen(stretches: Stretch[], columns: KeptColumns | undefined, number: number): void {
  const last = stretches.at(-1);
  if (last?.columns === columns && last?.to === number) last.to++;
  else stretches.push({ columns, from: number, to: number + 1 });
}

function joined(stretches: Stretch[], fresh: KeptColumns): KeptColumns {
  const column = (name: keyof KeptColumns) =>
    TextColumn.joined(stretches.map(({ columns = fresh, from, to }) => ({ column: columns[name], from, to })));
  return { slugs: column('slugs'), families: column('families'), outlines: column('outlines'), units: column('units') };
}

/** Blocks by the numbers that trees have now. */
function blocksOf(blocks: (Block | KnownBlock)[], trees: Outline[], slugs: string[]): KnownBlock[] {
  const now: (number | undefined)[] = [];
  for (let number = 0; number < trees.length; number++) {
    const tree = trees[number];
    if (isKept(tree)) now[tree.number] = number;
  }
  return blocks.flatMap((block) => {
    const isKnown = 'trees' in block;
    const numbers = isKnown ? block.trees.map((tree) => now[tree]) : block.slugs.map((slug) => numberIn(slugs, slug));
    return numbers.every((number) => number !== undefined) ? { sum: block.sum, trees: numbers } : [];
  });
}

function columnsOf(trees: Outline[], origins: Origins): KeptColumns {
  const { slugs, families, outlines } = knownOutlinesOf(trees);
  const units = TextColumn.of(slugs.values().map((slug) => toText(origins.get(slug))));
  return { slugs: TextColumn.of(slugs), families, outlines, units };
}

/** Most are one, that says nothing of families: its key is enough. Nothing stands for what has to be read again. */
function toText(units: KnownUnit[] | undefined): string {
  if (!units) return '';
  return units.length === 1 && !units[0].families ? units[0].key : JSON.stringify(units);
}

function fromText(text: string): KnownUnit[] | undefined {
  if (text === '') return undefined;
  return text.startsWith('[') ? JSON.parse(text) : [{ key: text }];
}
