// In charge of writing the chronicle on: a further revision, and room for it.

import { hash } from 'node:crypto';
import { type FamilyNames, type Tree, toJsonPieces } from '../domain/tree.ts';
import { fold, LOCALES } from '../domain/vocabulary.ts';
import { CHRONICLE, type Chronicle, type Event, FORMER_SLUG, HALVES, NO_TREE, type State } from './chronicle.ts';
import type { NamedSections } from './format.ts';
import { type ConcatenatedLists, NO_NUMBER } from './lists.ts';
import { MergedTable } from './merged-table.ts';
import { openSnapshot, type Snapshot } from './open.ts';
import { markLost } from './renumbered-lists.ts';
import { encode } from './snapshot-writer.ts';
import { byCodePoints, writeStrings } from './strings.ts';
import { namesOf, ToldTrees } from './told-trees.ts';

/** The newest, and a hundred before it. */
export const MOST_REVISIONS = 101;

export type States = Map<string, State>;

/**
 * By slug, what is told of each tree: the same where its records are the same to the letter, and so is what its family is
 * called, which exports tell of each tree. Former slugs are among them, so that it is known when they cease to lead anywhere.
 */
export function statesOf({ trees, families }: { trees: Iterable<Tree>; families: FamilyNames }): States {
  const states: States = new Map();
  for (const tree of trees) {
    for (const slug of tree.formerSlugs) states.set(slug, FORMER_SLUG);
    const records = LOCALES.map((locale) => Object.values(toJsonPieces(tree, locale)).join(''));
    states.set(tree.slug, stateOf(Buffer.from(records.join('') + namesOf(fold(tree.family), families))));
  }
  return states;
}

/** Those of the trees that a snapshot was compiled from, without writing their records again. */
export function statesIn(snapshot: Snapshot): States {
  const states = statesOfFormerSlugs(snapshot);
  const told = new ToldTrees(snapshot);
  for (let tree = 0; tree < snapshot.trees; tree++)
    states.set(snapshot.slugs.get(tree), stateOf(Buffer.concat(told.of(tree))));
  return states;
}

/** Those of some trees, one after the other, as whoever works them out hands them to another thread. */
export function packedStates(snapshot: Uint8Array, trees: Iterable<number>): Uint8Array {
  const told = new ToldTrees(openSnapshot(snapshot, { isVerified: true }));
  const states = Array.from(trees, (tree) => stateOf(Buffer.concat(told.of(tree))));
  return new Uint8Array(Uint32Array.from(states.flatMap(({ high, low }) => [high, low])).buffer);
}

function unpackedState(packed: Buffer, index: number): State {
  return { high: packed.readUInt32LE(index * STATE_BYTES), low: packed.readUInt32LE(index * STATE_BYTES + 4) };
}

/** A snapshot, and a chronicle whose last revision has it. */
export interface FormerStates {
  snapshot: Snapshot;
  /** For each tree its number there, where its records are the same; otherwise NO_NUMBER. */
  before: Uint32Array;
  chronicle: Chronicle;
}

const STATE_BYTES = HALVES * Uint32Array.BYTES_PER_ELEMENT;
/** What is hashed at once: some megabytes. */
const HASHED_AT_ONCE = 1000;

/** States after those of a chronicle. */
export interface NextStates {
  states: States;
  /** For each slug of the chronicle 1 where it has a tree that is still in its last state: that is not among the states. */
  standing?: Uint8Array | undefined;
}

/** The same, worked out by somebody else; but for trees of which a former snapshot tells the same. */
export async function statesByOthers(
  snapshot: Snapshot,
  packedStatesOf: (trees: Uint32Array) => Promise<Uint8Array>,
  former?: FormerStates,
): Promise<NextStates> {
  const states = statesOfFormerSlugs(snapshot);
  const standing = former && standingIn(snapshot, former, states);
  const unknown = Uint32Array.from(standing?.others ?? Array(snapshot.trees).keys());
  for (let at = 0; at < unknown.length; at += HASHED_AT_ONCE) {
    const some = unknown.slice(at, at + HASHED_AT_ONCE);
    const packed = Buffer.from(await packedStatesOf(some));
    for (const [index, tree] of some.entries()) states.set(snapshot.slugs.get(tree), unpackedState(packed, index));
  }
  return { states, standing: standing?.slugs };
}

/** The slugs of the chronicle whose trees are in their last state, and all other trees. */
function standingIn(
  present: Snapshot,
  { snapshot, before, chronicle }: FormerStates,
  formerSlugs: States,
): { slugs: Uint8Array; others: number[] } {
  const { trees, slugs } = present;
  const [told, toldBefore] = [new ToldTrees(present), new ToldTrees(snapshot)];
  const standing = { slugs: new Uint8Array(chronicle.slugs.length), others: [] as number[] };
  const numberInChronicle = chronicle.slugs.finderFor(slugs);
  const isFormerSlug = (tree: number) => formerSlugs.size > 0 && formerSlugs.has(slugs.get(tree));
  for (let tree = 0; tree < trees; tree++) {
    const index = numberInChronicle(tree);
    const isSame = before[tree] !== NO_NUMBER && told.namesFamilyAs(tree, toldBefore, before[tree]);
    if (isSame && chronicle.hasTreeAtLast(index) && !isFormerSlug(tree)) standing.slugs[index] = 1;
    else standing.others.push(tree);
  }
  return standing;
}

function statesOfFormerSlugs({ formerSlugs: { keys } }: Snapshot): States {
  return new Map(Array.from({ length: keys.length }, (_, former) => [keys.get(former), FORMER_SLUG]));
}

function stateOf(records: Buffer): State {
  const halves = hash('sha256', records, 'buffer');
  return { high: halves.readUInt32LE(0) || 1, low: halves.readUInt32LE(4) };
}

/** That of a service of which nothing is known. */
export function emptyChronicle(): Uint8Array {
  return encode({ trees: 0 }, sectionsOf([], writeStrings('slugs', []), new Uint32Array(1), []), { kind: CHRONICLE });
}

/** The bytes of a chronicle that goes on with one more revision; the oldest makes room. What nothing has happened to is copied. */
export function writeChronicle(before: Chronicle, revision: number, { states, standing }: NextStates): Uint8Array {
  const revisions = [...before.revisions, revision].slice(-MOST_REVISIONS);
  const known = before.eventsSince(revisions[0]);
  const changed = changedSince(before, known, states, standing);
  // An event is told by its number; the new ones have those after all before them.
  const added = {
    offsets: Uint32Array.from({ length: changed.length + 1 }, (_, index) => index),
    items: Uint32Array.from(changed.keys(), (index) => before.events + index),
  };
  const slugs = changed.map(({ slug }) => slug);
  const left = markLost(known);
  const table = new MergedTable(before.slugs, [left], slugs);
  const { offsets, items } = table.lists(left, added);
  const events = Array.from(items, (event) =>
    event < before.events ? before.event(event) : { revision, state: changed[event - before.events].state },
  );
  return encode({ trees: table.length }, sectionsOf(revisions, table.strings('slugs'), offsets, events), {
    kind: CHRONICLE,
  });
}

/** By slug, those whose state is another than that of the last event that is kept. */
function changedSince(
  before: Chronicle,
  { offsets, items }: ConcatenatedLists,
  states: States,
  standing: Uint8Array | undefined,
): Changed[] {
  const changed: Changed[] = [];
  const unknown = new Set(states.keys());
  for (let index = 0; index < before.slugs.length; index++) {
    if (standing?.[index] === 1) continue;
    const slug = before.slugs.get(index);
    const last = items.subarray(offsets[index], offsets[index + 1]).findLast((event) => event !== NO_NUMBER);
    unknown.delete(slug);
    const state = states.get(slug) ?? (last === undefined ? undefined : NO_TREE);
    if (state && (last === undefined || !isSame(before.event(last).state, state))) changed.push({ slug, state });
  }
  for (const slug of unknown) changed.push({ slug, state: states.get(slug) as State });
  return changed.sort((a, b) => byCodePoints(a.slug, b.slug));
}

interface Changed {
  slug: string;
  state: State;
}

function isSame(one: State, other: State): boolean {
  return one.high === other.high && one.low === other.low;
}

function sectionsOf(revisions: number[], slugs: NamedSections, offsets: Uint32Array, events: Event[]): NamedSections {
  const states = new Uint32Array(events.length * HALVES);
  for (const [at, { state }] of events.entries()) {
    states[at * HALVES] = state.high;
    states[at * HALVES + 1] = state.low;
  }
  return {
    revisions: Uint32Array.from(revisions),
    ...slugs,
    offsets,
    'events.at': Uint32Array.from(events, ({ revision }) => revision),
    'events.states': states,
  };
}
