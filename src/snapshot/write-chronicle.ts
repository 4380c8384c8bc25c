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
import { familyNamesIn } from './family-names.ts';
import { encode } from './format.ts';
import { RECORD_MARKS } from './layout.ts';
import { concatenate } from './lists.ts';
import type { MarkedBytes, Snapshot } from './open.ts';
import { byCodePoints, writeStrings } from './strings.ts';

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
  const { trees, slugs, formerSlugs, records, facets } = snapshot;
  const families = familyNamesIn(snapshot);
  const { keys, values } = facets.family;
  const names = Array.from({ length: keys.length }, (_, family) => Buffer.from(namesOf(keys.get(family), families)));
  const states: States = new Map();
  for (let former = 0; former < formerSlugs.keys.length; former++)
    states.set(formerSlugs.keys.get(former), FORMER_SLUG);
  for (let tree = 0; tree < trees; tree++) {
    const parts = LOCALES.map((locale) => recordOf(records[locale], tree));
    states.set(slugs.get(tree), stateOf(Buffer.concat([...parts, names[values.items[values.offsets[tree]]]])));
  }
  return states;
}

function namesOf(family: string, families: FamilyNames): string {
  const names = families.get(family) ?? {};
  return JSON.stringify(LOCALES.map((locale) => names[locale] ?? null));
}

function recordOf({ bytes, marks }: MarkedBytes, tree: number): Buffer {
  const at = tree * RECORD_MARKS.length;
  return bytes.subarray(marks[at + RECORD_MARKS.start], marks[at + RECORD_MARKS.length]);
}

function stateOf(records: Buffer): State {
  const digest = hash('sha256', records, 'buffer');
  return { high: digest.readUInt32LE(0) || 1, low: digest.readUInt32LE(4) };
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
