// In charge of the chronicle: for each slug of the last revisions what state its tree was in at each of them, so that what
// changed since any of them is known without a look at the content. It stands beside the snapshots, as bytes of the same make.

import { type DecodeOptions, decode, type Kind, newShortSum } from './format.ts';
import { type ConcatenatedLists, NO_NUMBER } from './lists.ts';
import { Strings } from './strings.ts';

/** Of its own: a chronicle outlives the formats of snapshots. */
export const CHRONICLE: Kind = { version: 1, newSum: newShortSum };

/** What a tree says, as a number of 64 bits in two halves; the high one is 0 where no tree has the slug. */
export const HALVES = 2;

export type ChangeKind = 'added' | 'changed' | 'removed';

export interface TreeChange {
  slug: string;
  change: ChangeKind;
  /** The number of the revision that changed it last. */
  revision: number;
}

export class Chronicle {
  /** The revisions whose trees are known, the oldest first. */
  readonly revisions: Uint32Array;
  readonly slugs: Strings;
  /** Where the events of each slug begin, and the last one's end. */
  readonly #offsets: Uint32Array;
  /** The revision of each event. */
  readonly #at: Uint32Array;
  /** The state that each event leads to. */
  readonly #states: Uint32Array;

  /** The bytes may be of a chronicle that goes on beyond the revision of who reads it. */
  constructor(bytes: Uint8Array, options: DecodeOptions = {}) {
    const sections = decode(bytes, { ...options, kind: CHRONICLE });
    this.revisions = sections.uint32('revisions');
    this.slugs = new Strings(sections, 'slugs');
    this.#offsets = sections.uint32('offsets');
    this.#at = sections.uint32('events.at');
    this.#states = sections.uint32('events.states');
  }

  knows(revision: number): boolean {
    return this.revisions.includes(revision);
  }

  /** The numbers of the slugs whose trees are not what they were, by slug: the net of all revisions between two. */
  changed(since: number, present: number): number[] {
    const found: number[] = [];
    for (let index = 0; index < this.slugs.length; index++) {
      const [before, after] = [this.#eventAt(index, since), this.#eventAt(index, present)];
      if (before !== after && !this.#isSame(before, after)) found.push(index);
    }
    return found;
  }

  /** What was changed of a slug that is not what it was. */
  change(index: number, since: number, present: number): TreeChange {
    const [before, after] = [this.#eventAt(index, since), this.#eventAt(index, present)];
    const change = this.#isThere(before) ? (this.#isThere(after) ? 'changed' : 'removed') : 'added';
    return { slug: this.slugs.get(index), change, revision: this.#at[after === NONE ? before : after] };
  }

  /** The number of the revision that removed the tree a slug led to; undefined where it leads to one, or never did. */
  removedBy(slug: string, present: number): number | undefined {
    const index = this.slugs.find(slug);
    const event = index === -1 ? NONE : this.#eventAt(index, present);
    return event === NONE || this.#leadsToTree(event) ? undefined : this.#at[event];
  }

  /** How many events there are. */
  get events(): number {
    return this.#at.length;
  }

  event(event: number): Event {
    const at = event * HALVES;
    return { revision: this.#at[event], state: { high: this.#states[at], low: this.#states[at + 1] } };
  }

  /** For each slug the events that are needed to know its state at a revision and at all after it; NO_NUMBER for the others. */
  eventsSince(revision: number): ConcatenatedLists {
    const items = Uint32Array.from(this.#at.keys());
    for (let index = 0; index < this.slugs.length; index++) {
      let first = this.#offsets[index];
      while (first + 1 < this.#offsets[index + 1] && this.#at[first + 1] <= revision) items[first++] = NO_NUMBER;
      if (isNoTree(this.event(first).state)) items[first] = NO_NUMBER;
    }
    return { offsets: this.#offsets, items };
  }

  /** Whether a tree has a slug at the last revision. */
  hasTreeAtLast(index: number): boolean {
    return index !== -1 && this.#isThere(this.#offsets[index + 1] - 1);
  }

  /** The last event of a slug up to a revision. */
  #eventAt(index: number, revision: number): number {
    for (let event = this.#offsets[index + 1] - 1; event >= this.#offsets[index]; event--) {
      if (this.#at[event] <= revision) return event;
    }
    return NONE;
  }

  #isThere(event: number): boolean {
    return event !== NONE && this.#states[event * HALVES] !== NO_TREE.high;
  }

  #leadsToTree(event: number): boolean {
    return this.#isThere(event) || this.#states[event * HALVES + 1] === FORMER_SLUG.low;
  }

  #isSame(one: number, other: number): boolean {
    if (!this.#isThere(one) || !this.#isThere(other)) return this.#isThere(one) === this.#isThere(other);
    const [left, right] = [one * HALVES, other * HALVES];
    return this.#states[left] === this.#states[right] && this.#states[left + 1] === this.#states[right + 1];
  }
}

/** Stands for the event that there is not. */
const NONE = -1;

export interface State {
  high: number;
  low: number;
}

export const NO_TREE: State = { high: 0, low: 0 };

function isNoTree({ high, low }: State): boolean {
  return high === NO_TREE.high && low === NO_TREE.low;
}

/** That of a slug that a tree had before. */
export const FORMER_SLUG: State = { high: 0, low: 1 };

export interface Event {
  revision: number;
  state: State;
}
