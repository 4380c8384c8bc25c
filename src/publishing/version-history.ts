// Keeps the history of a catalogue that no store has, for its change log.

import type { ChangeLogRows } from '../snapshot/change-log.ts';
import { stateOf, type Version } from '../store/tables/tree-versions.ts';

type Versions = ReadonlyMap<string, Version>;

export class VersionHistory {
  readonly #rows = new Map<string, ChangeLogRows['slugs'][number]>();
  readonly #revisions: number[] = [];
  #versions: Versions = new Map();

  add(revision: number, versions: Versions): ChangeLogRows {
    const isFirst = this.#revisions.push(revision) === 1;
    for (const slug of isFirst ? [] : new Set([...this.#versions.keys(), ...versions.keys()])) {
      const [before, state] = [stateOf(this.#versions.get(slug)), stateOf(versions.get(slug))];
      if (before === state) continue;
      const row = this.#rows.getOrInsertComputed(slug, () => ({ slug, before, events: [] }));
      row.events.push({ revision, state });
    }
    this.#versions = versions;
    const slugs = [...this.#rows.values()].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    return { revisions: this.#revisions, slugs };
  }
}
