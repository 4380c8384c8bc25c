// In charge of writing the chronicle on: a further revision, and room for it.

import { hash } from 'node:crypto';
import { type FamilyNames, type Tree, toJsonPieces } from '../domain/tree.ts';
import { fold, LOCALES } from '../domain/vocabulary.ts';
import {
  CHRONICLE_VERSION,
  type Chronicle,
  type Event,
  FORMER_SLUG,
  HALVES,
  NO_TREE,
  type State,
} from './chronicle.ts';
import { encode } from './format.ts';
import { concatenate } from './lists.ts';
import type { Snapshot } from './open.ts';
import { byCodePoints, type Strings, writeStrings } from './strings.ts';
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

/** A snapshot, and a chronicle whose last revision has it. */
export interface FormerStates {
  snapshot: Snapshot;
  chronicle: Chronicle;
}

/** What is hashed at once: some megabytes. */
const HASHED_AT_ONCE = 1000;

/** The same, hashed by somebody else; but for trees of which a former snapshot tells the same: their states are known. */
export async function statesByHashes(
  snapshot: Snapshot,
  hashesOf: (records: Uint8Array[]) => Promise<Uint8Array[]>,
  former?: FormerStates,
): Promise<States> {
  const states = statesOfFormerSlugs(snapshot);
  const told = new ToldTrees(snapshot);
  const unknown = takeKnown(states, snapshot, told, former);
  for (let at = 0; at < unknown.length; at += HASHED_AT_ONCE) {
    const some = unknown.slice(at, at + HASHED_AT_ONCE);
    const hashes = await hashesOf(some.map((tree) => Buffer.concat(told.of(tree))));
    for (const [index, tree] of some.entries()) states.set(snapshot.slugs.get(tree), stateIn(hashes[index]));
  }
  return states;
}

/** The trees whose states are not known. */
function takeKnown(states: States, { trees, slugs }: Snapshot, told: ToldTrees, former?: FormerStates): number[] {
  const all = Array.from({ length: trees }, (_, tree) => tree);
  if (!former) return all;
  const { snapshot, chronicle } = former;
  const before = new ToldTrees(snapshot);
  const [numberBefore, numberInChronicle] = [finderIn(snapshot.slugs), finderIn(chronicle.slugs)];
  return all.filter((tree) => {
    const slug = slugs.get(tree);
    const number = numberBefore(slug);
    if (number === -1 || !before.isSame(number, told, tree)) return true;
    const state = chronicle.lastState(numberInChronicle(slug));
    if (state) states.set(slug, state);
    return !state;
  });
}

/** Finds slugs fast that are asked for in their order. */
function finderIn(slugs: Strings): (slug: string) => number {
  let next = 0;
  return (slug) => {
    const found = slugs.get(next) === slug ? next : slugs.find(slug);
    next = found + 1;
    return found;
  };
}

function statesOfFormerSlugs({ formerSlugs: { keys } }: Snapshot): States {
  return new Map(Array.from({ length: keys.length }, (_, former) => [keys.get(former), FORMER_SLUG]));
}

function stateOf(records: Buffer): State {
  return stateIn(hash('sha256', records, 'buffer'));
}

function stateIn(digest: Uint8Array): State {
  const halves = Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength);
  return { high: halves.readUInt32LE(0) || 1, low: halves.readUInt32LE(4) };
}

/** That of a service of which nothing is known. */
export function emptyChronicle(): Uint8Array {
  return encodeEvents([], new Map());
}

/** The bytes of a chronicle that goes on with one more revision; the oldest makes room. */
export function writeChronicle(before: Chronicle, revision: number, states: States): Uint8Array {
  const revisions = [...before.revisions, revision].slice(-MOST_REVISIONS);
  const events = eventsSince(before, revisions[0]);
  for (const [slug, state] of states) add(events, slug, { revision, state });
  for (const slug of events.keys()) if (!states.has(slug)) add(events, slug, { revision, state: NO_TREE });
  return encodeEvents(revisions, events);
}

/** What is needed to know every state from the oldest revision on. */
function eventsSince(before: Chronicle, oldest: number): Map<string, Event[]> {
  const kept = new Map<string, Event[]>();
  for (let index = 0; index < before.slugs.length; index++) {
    const all = before.events(index);
    const first = all.findLastIndex(({ revision }) => revision <= oldest);
    const events = all.slice(Math.max(first, 0));
    if (isSame(events[0].state, NO_TREE)) events.shift();
    if (events.length > 0) kept.set(before.slugs.get(index), events);
  }
  return kept;
}

function add(events: Map<string, Event[]>, slug: string, event: Event): void {
  const known = events.get(slug);
  if (!known) events.set(slug, [event]);
  else if (!isSame((known.at(-1) as Event).state, event.state)) known.push(event);
}

function isSame(one: State, other: State): boolean {
  return one.high === other.high && one.low === other.low;
}

function encodeEvents(revisions: number[], events: Map<string, Event[]>): Uint8Array {
  const slugs = [...events.keys()].sort(byCodePoints);
  const lists = slugs.map((slug) => events.get(slug) as Event[]);
  const { offsets, items } = concatenate(lists.map((list) => list.map(({ revision }) => revision)));
  const states = new Uint32Array(items.length * HALVES);
  for (const [at, { state }] of lists.flat().entries()) states.set([state.high, state.low], at * HALVES);
  const sections = { revisions: Uint32Array.from(revisions), ...writeStrings('slugs', slugs), offsets };
  return encode(
    { trees: slugs.length },
    { ...sections, 'events.at': items, 'events.states': states },
    CHRONICLE_VERSION,
  );
}
