// In charge of which files and rows are one tree, and of when it is made: as soon as it seems whole, so that what was read of it
// can be let go. Where more of it comes later, it is taken back, with what was said of it, and made of everything at the end.

import { LOCALES, type Locale } from '../domain/vocabulary.ts';
import { isReread, type ReadUnit } from './known-trees.ts';
import type { Outline, Sketch } from './outline.ts';
import { Findings, type SourceContext } from './source-context.ts';
import { type Keeping, type Made, type MadeTree, makeTree, recallTree } from './trees.ts';

export interface MadeTrees<T extends Outline> {
  made: MadeTree<T>[];
  /** Those, and what is known of trees that lack what they need. */
  told: MadeTree<Sketch>[];
  /** Those that files and rows name, in the order of trees. */
  families: Set<string>;
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
  read: Iterable<ReadUnit>,
  context: SourceContext,
  keeping: Keeping<T>,
  isWhole: SeemsWhole = seemsWhole,
): MadeTrees<T> {
  const groups = new Map<string, Group<T>>();
  const maker = new EarlyMaker(context, keeping);
  for (const unit of read) {
    const group = groups.getOrInsertComputed(unit.group, () => ({ units: [], early: undefined }));
    group.units.push(unit);
    if (group.early) takeBack(group);
    else if (isWhole(group.units)) group.early = maker.make(group.units);
  }
  return finish(groups, context, keeping);
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

/** Keeps what is said of trees apart, until it is sure. */
class EarlyMaker<T extends Outline> {
  readonly #context: SourceContext;
  readonly #keeping: Keeping<T>;
  #trial: SourceContext;

  constructor(context: SourceContext, keeping: Keeping<T>) {
    this.#context = context;
    this.#keeping = keeping;
    this.#trial = this.#newTrial();
  }

  make(group: ReadUnit[]): Early<T> {
    const made = makeTree(group, this.#trial, this.#keeping);
    const { findings } = this.#trial;
    if (findings.isEmpty) return { ...made, said: undefined };
    this.#trial = this.#newTrial();
    return { ...made, said: findings };
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
  groups: Map<string, Group<T>>,
  context: SourceContext,
  keeping: Keeping<T>,
): MadeTrees<T> {
  const all: MadeTrees<T> = { made: [], told: [], families: new Set() };
  let done = 0;
  for (const { units, early } of groups.values()) {
    context.progress('checking', ++done, groups.size, 'trees');
    if (early?.said) context.findings.take(early.said);
    const { made, told, families } = early ?? recallTree(units, keeping) ?? makeTree(units, context, keeping);
    if (made) all.made.push(made);
    if (told) all.told.push(told);
    for (const family of families) all.families.add(family);
  }
  return all;
}
