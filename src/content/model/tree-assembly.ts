// Assembles trees of the files and rows that belong to them: as soon as a tree seems whole, so that what was read of it can be
// released. If more of it comes later, the tree is taken back with its findings, and assembled again at the end.

import { LOCALES, type Locale } from '../../domain/vocabulary.ts';
import type { SourceContext } from '../source/context.ts';
import { Findings, MAX_LISTED } from '../source/findings.ts';
import { type AssembledTree, assembleTree, type Keep, recallTree } from './assembled-tree.ts';
import type { Outline } from './outline.ts';
import { isReread, type ReadUnit } from './read-unit.ts';

interface Group<K> {
  units: ReadUnit[];
  /** What became of it before everything was read. */
  early: Early<K> | undefined;
}

interface Early<K> {
  tree: AssembledTree<K>;
  /** Undefined if there are none. */
  findings: Findings | undefined;
}

export type SeemsWhole = (group: ReadUnit[]) => boolean;

/** In the order of their first units. What is found in trees is told in that order, after everything that is found in units. */
export function assembleTrees<K>(
  units: Iterable<ReadUnit>,
  context: SourceContext,
  keep: Keep<K>,
  isWhole: SeemsWhole = seemsWhole,
): AssembledTree<K>[] {
  const groups = new Map<string, Group<K>>();
  const assembler = new EarlyAssembler(context, keep);
  for (const unit of units) {
    const group = groups.getOrInsertComputed(unit.group, () => ({ units: [], early: undefined }));
    group.units.push(unit);
    if (group.early) takeBack(group);
    else if (isWhole(group.units)) assembler.assemble(group);
  }
  let done = 0;
  return Array.from(groups.values(), (group) => {
    context.progress('checking', ++done, groups.size, 'trees');
    return finish(group, context, keep);
  });
}

/**
 * Whether no other unit is expected: the group has all languages, or does not say which one it has. A tree that was taken back never
 * seems whole, nor one with more units than there are languages: many rows of one tree would be read many times.
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

/** Keeps findings apart until they are sure. Beyond so many, trees with findings are assembled at the end. */
class EarlyAssembler<K> {
  #held = 0;
  readonly #context: SourceContext;
  readonly #keep: Keep<K>;
  #trial: SourceContext;

  constructor(context: SourceContext, keep: Keep<K>) {
    this.#context = context;
    this.#keep = keep;
    this.#trial = this.#newTrial();
  }

  assemble(group: Group<K>): void {
    const { findings } = this.#trial;
    const tree = assembleTree(group.units, this.#trial, this.#keep);
    const hasFindings = findings.size > 0;
    if (hasFindings) this.#trial = this.#newTrial();
    this.#held += findings.size;
    group.early = { tree, findings: hasFindings ? findings : undefined };
    if (hasFindings && this.#held > MAX_LISTED) takeBack(group);
  }

  #newTrial(): SourceContext {
    return { ...this.#context, findings: new Findings(this.#context.findings) };
  }
}

function takeBack(group: Group<unknown>): void {
  for (const { unit } of group.units) unit.outcome = undefined;
  group.early = undefined;
}

function finish<K>({ units, early }: Group<K>, context: SourceContext, keep: Keep<K>): AssembledTree<K> {
  const { cache, findings } = context;
  const recalled = early ? undefined : recallTree<K>(units, context);
  if (recalled) return recalled;
  const { size } = findings;
  if (early?.findings) findings.take(early.findings);
  const tree = early?.tree ?? assembleTree(units, context, keep);
  if (cache && tree.kept) {
    const sources = [...new Set(units.map(({ unit }) => unit))];
    cache.add(sources, tree.outline as Outline, tree.families, findings.listedAfter(size), findings);
  }
  return tree;
}
