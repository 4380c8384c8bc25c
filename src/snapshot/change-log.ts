// The change log: for each slug that changed in the last revisions, what it led to at each of them. It answers what changed since a
// revision without a look at the content.

import { CHANGE_LOG, type DecodeOptions, decode } from './format.ts';
import { encode } from './sections/section-writer.ts';
import { Strings, tableOf, textSections } from './sections/strings.ts';

/** What the store remembers of its revisions. A state is the hash of a tree, `>slug` for a slug that leads to another, or null. */
export interface ChangeLogRows {
  /** The numbers of the remembered revisions, ascending. */
  revisions: number[];
  /** Those with events after the oldest revision, by code points. A slug without events is as it was at the oldest revision. */
  slugs: { slug: string; before: string | null; events: { revision: number; state: string | null }[] }[];
}

export type ChangeKind = 'added' | 'changed' | 'removed';

export interface TreeChange {
  slug: string;
  change: ChangeKind;
  /** The number of the revision that changed it last. */
  revision: number;
}

/** States as numbers. Above MOVED, equal trees have equal numbers. */
const NONE = 0;
const MOVED = 1;
const FIRST_TREE = 2;

export class ChangeLog {
  readonly #revisions: Uint32Array;
  readonly #slugs: Strings;
  /** The state of each slug at the oldest revision. */
  readonly #before: Uint32Array;
  /** Where the events of each slug begin, and the last one's end. */
  readonly #offsets: Uint32Array;
  readonly #eventRevisions: Uint32Array;
  readonly #states: Uint32Array;

  /** The log may go on beyond the revision that is asked for. */
  constructor(bytes: Uint8Array, options: DecodeOptions = {}) {
    const sections = decode(bytes, { ...options, kind: CHANGE_LOG });
    this.#revisions = sections.uint32('revisions');
    this.#slugs = new Strings(sections.texts('slugs'));
    this.#before = sections.uint32('before');
    this.#offsets = sections.uint32('offsets');
    this.#eventRevisions = sections.uint32('events.revisions');
    this.#states = sections.uint32('events.states');
  }

  knows(revision: number): boolean {
    return this.#revisions.includes(revision);
  }

  /** The indexes of the slugs whose trees differ between two revisions, by slug: the net of all revisions between them. */
  changed(since: number, present: number): number[] {
    const found: number[] = [];
    for (let index = 0; index < this.#slugs.length; index++) {
      const [before, after] = [this.#treeAt(index, since), this.#treeAt(index, present)];
      if (before !== after) found.push(index);
    }
    return found;
  }

  /** The change of a slug that `changed` found. */
  change(index: number, since: number, present: number): TreeChange {
    const [before, after] = [this.#treeAt(index, since), this.#treeAt(index, present)];
    const change = before === NONE ? 'added' : after === NONE ? 'removed' : 'changed';
    const event = this.#lastEvent(index, Math.max(since, present)) as number;
    return { slug: this.#slugs.get(index), change, revision: this.#eventRevisions[event] };
  }

  /** The number of the revision that removed what a slug led to; undefined if it leads somewhere, or isn't known to have done. */
  removedBy(slug: string, present: number): number | undefined {
    const index = this.#slugs.find(slug);
    const event = index === -1 ? undefined : this.#lastEvent(index, present);
    return event !== undefined && this.#states[event] === NONE ? this.#eventRevisions[event] : undefined;
  }

  /** NONE if there is no tree. */
  #treeAt(index: number, revision: number): number {
    const event = this.#lastEvent(index, revision);
    const state = event === undefined ? this.#before[index] : this.#states[event];
    return state < FIRST_TREE ? NONE : state;
  }

  /** The last event of a slug up to a revision. */
  #lastEvent(index: number, revision: number): number | undefined {
    for (let event = this.#offsets[index + 1] - 1; event >= this.#offsets[index]; event--) {
      if (this.#eventRevisions[event] <= revision) return event;
    }
    return undefined;
  }
}

/** Returns bytes in shared memory. */
export function encodeChangeLog({ revisions, slugs }: ChangeLogRows): Uint8Array {
  const trees = new Map<string, number>();
  const numberOf = (state: string | null) => {
    if (state === null) return NONE;
    return state.startsWith('>') ? MOVED : trees.getOrInsert(state, FIRST_TREE + trees.size);
  };
  const offsets = new Uint32Array(slugs.length + 1);
  for (const [index, { events }] of slugs.entries()) offsets[index + 1] = offsets[index] + events.length;
  const events = slugs.flatMap((each) => each.events);
  const sections = {
    revisions: Uint32Array.from(revisions),
    ...textSections('slugs', tableOf(slugs.map(({ slug }) => slug))),
    before: Uint32Array.from(slugs, ({ before }) => numberOf(before)),
    offsets,
    'events.revisions': Uint32Array.from(events, ({ revision }) => revision),
    'events.states': Uint32Array.from(events, ({ state }) => numberOf(state)),
  };
  return encode({ trees: 0 }, sections, { kind: CHANGE_LOG });
}
