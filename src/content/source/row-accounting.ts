// Accounts for everything that was read: it becomes a tree or a draft, or an error names it.

import type { Findings } from './findings.ts';
import { placeIn, type Unit } from './units.ts';

export interface Tally {
  read: number;
  trees: number;
  drafts: number;
  refused: number;
}

export class RowAccounting {
  readonly #units = new Set<Unit>();

  open(unit: Unit): Unit {
    this.#units.add(unit);
    return unit;
  }

  /** For what turns out to be nothing that was asked for. */
  drop(unit: Unit): void {
    this.#units.delete(unit);
  }

  get drafts(): Unit[] {
    return [...this.#units].filter(({ outcome }) => outcome === 'draft');
  }

  /** What became of everything; what is neither kept nor named is an error itself. */
  close(findings: Findings): Tally {
    const tally: Tally = { read: this.#units.size, trees: 0, drafts: 0, refused: 0 };
    for (const unit of this.#units) {
      if (unit.outcome === undefined && !findings.hasErrorOf(unit)) {
        const message = 'This was read, but did not become a tree, and nothing says why: it is a fault of Sylva.';
        findings.error('lost', placeIn(unit), message);
      }
      if (findings.hasErrorOf(unit) || unit.outcome === 'refused') tally.refused++;
      else if (unit.outcome === 'draft') tally.drafts++;
      else tally.trees++;
    }
    return tally;
  }
}
