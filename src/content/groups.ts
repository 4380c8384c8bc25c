// In charge of which files and rows are one tree, and of when it is made: as soon as it seems whole, so that what was read of it
// can be let go. Where more of it comes later, it is taken back, with what was said of it, and made of everything at the end.

import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { isReread, type KnownLines, type ReadUnit } from './known-trees.ts';
import type { Outline, Sketch } from './outline.ts';
import { Findings, MAX_LISTED, type SourceContext, type Unit } from './source-context.ts';
import { type Keeping, type Made, type MadeTree, makeTree, recallLines, recallTree } from './trees.ts';

export class MadeTrees<T extends Outline> {
  /** Of files and rows that were looked at. */
  readonly made: MadeTree<T>[];
  readonly #inOrder: (Made<T> | KnownLines)[];
  readonly #keeping: Keeping<T>;

  constructor(inOrder: (Made<T> | KnownLines)[], keeping: Keeping<T>) {
    this.made = inOrder.flatMap((each) => ('made' in each ? (each.made ?? []) : []));
    this.#inOrder = inOrder;
    this.#keeping = keeping;
  }

  /** What is known of trees, also of such as lack what they need, but for those of lines that are as they were. */
  get told(): MadeTree<Sketch>[] {
    return this.#inOrder.flatMap((each) => ('told' in each ? (each.told ?? []) : []));
  }

  /** Also those of lines that are as they were, in the order in which they stand. */
  inOrder(): T[] {
    const ofLines = ({ block }: KnownLines) => this.#keeping.recallLines(block.trees);
    return this.#inOrder.flatMap((each) => ('block' in each ? ofLines(each) : (each.made?.tree ?? [])));
  }

  /** The blocks of lines that are as they were. */
  get known(): KnownLines['block'][] {
    return this.#inOrder.flatMap((each) => ('block' in each ? each.block : []));
  }

  /** By file or row, trees that were made of it alone, where there is nothing to say of it, and it says nothing beside its tree. */
  alone(findings: Findings): Map<Unit, T> {
    const alone = new Map<Unit, T>();
    for (const each of this.made) {
      const [unit, ...others] = each.units;
      if (others.length === 0 && !unit.families && each.isSilent(findings)) alone.set(unit, each.tree);
    }
    return alone;
  }

  /** All that is told, those lines opened. */
  allTold(): MadeTree<Sketch>[] {
    return this.#inOrder.flatMap((each) => ('block' in each ? recallLines(each, this.#keeping) : (each.told ?? [])));
  }

  /** Those that files and rows name, in the order of trees. */
  families(): Set<string> {
    const ofLines = ({ block }: KnownLines) => this.#keeping.recallLines(block.trees).map(({ family }) => family);
    return new Set(this.#inOrder.flatMap((each) => ('block' in each ? ofLines(each) : each.families)));
  }
}

interface Group<T extends Outline> {
  units: ReadUnit[];
  /** What became of it before everything was read. */
  early: Early<T> | undefined;
}

interface Early<T extends Outline> extends Made<T> {
  /** Undefined where there is nothing to say. */
  said: Findings | undefined;
}

export type SeemsWhole = (group: ReadUnit[]) => boolean;

/** What is said of making trees is said after all that is said of reading them, in the order of trees. */
export function makeTrees<T extends Outline>(
  read: Iterable<ReadUnit | KnownLines>,
  context: SourceContext,
  keeping: Keeping<T>,
  isWhole: SeemsWhole = seemsWhole,
): MadeTrees<T> {
  const groups = new Map<string, Group<T>>();
  const inOrder: (Group<T> | KnownLines)[] = [];
  const maker = new EarlyMaker(context, keeping);
  const newGroup = () => {
    const group: Group<T> = { units: [], early: undefined };
    inOrder.push(group);
    return group;
  };
  for (const unit of read) {
    if ('block' in unit) {
      inOrder.push(unit);
      continue;
    }
    const group = groups.getOrInsertComputed(unit.group, newGroup);
    group.units.push(unit);
    if (group.early) takeBack(group);
    else if (isWhole(group.units)) maker.make(group);
  }
  return finish(inOrder, context, keeping);
}

/**
 * Whether nothing else is expected: it has all languages, or does not say which one it has. What was taken back never does, nor
 * what has more files or rows than there are languages: many rows of one tree would be read, or looked at, many times.
 */
export function seemsWhole(group: ReadUnit[]): boolean {
  if (group.length > LOCALES.length) return false;
  const locales: Locale[] = [];
  let namesLocale = false;
  for (const read of group) {
    if (!isReread(read) || !read.versions) return false;
    for (const version of read.versions) {
      if (!locales.includes(version.locale)) locales.push(version.locale);
      namesLocale ||= version.namesLocale;
    }
  }
  return locales.length === LOCALES.length || !namesLocale;
}

/** Keeps what is said of trees apart, until it is sure. Of trees beyond so many findings it is said at the end. */
class EarlyMaker<T extends Outline> {
  #held = 0;
  readonly #context: SourceContext;
  readonly #keeping: Keeping<T>;
  #trial: SourceContext;

  constructor(context: SourceContext, keeping: Keeping<T>) {
    this.#context = context;
    this.#keeping = keeping;
    this.#trial = this.#newTrial();
  }

  make(group: Group<T>): void {
    const made = makeTree(group.units, this.#trial, this.#keeping);
    const { findings } = this.#trial;
    if (findings.size > 0) this.#trial = this.#newTrial();
    this.#held += findings.size;
    group.early = { ...made, said: findings.size > 0 ? findings : undefined };
    if (group.early.said && this.#held > MAX_LISTED) takeBack(group);
  }

  #newTrial(): SourceContext {
    return { ...this.#context, findings: new Findings(this.#context.findings) };
  }
}

function takeBack(group: Group<Outline>): void {
  for (const { unit } of group.units) unit.outcome = undefined;
  group.early = undefined;
}

function finish<T extends Outline>(
  groups: (Group<T> | KnownLines)[],
  context: SourceContext,
  keeping: Keeping<T>,
): MadeTrees<T> {
  const inOrder: (Made<T> | KnownLines)[] = [];
  const treesIn = (group: Group<T> | KnownLines) => ('block' in group ? group.block.trees.length : 1);
  const total = groups.reduce((sum, group) => sum + treesIn(group), 0);
  let done = 0;
  for (const group of groups) {
    done += treesIn(group);
    context.progress('checking', done, total, 'trees');
    inOrder.push('block' in group ? group : finishGroup(group, context, keeping));
  }
  return new MadeTrees(inOrder, keeping);
}

function finishGroup<T extends Outline>(
  { units, early }: Group<T>,
  context: SourceContext,
  keeping: Keeping<T>,
): Made<T> {
  if (early?.said) context.findings.take(early.said);
  return early ?? recallTree(units, keeping) ?? makeTree(units, context, keeping);
}
