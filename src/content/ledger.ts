// In charge of the account of whatever was read: each file or row becomes a tree or a draft, or an error names it.

import type { Findings, Place } from './findings.ts';

/** One thing that was read: a file of a tree, or a row of a table. */
export interface Unit {
  file: string;
  /** Its number in a JSON list, counted from 1. */
  row: number | null;
  /** Where a key stands, or the character at an offset of its text; where the unit begins, for a key that it has not. */
  lineOf(key: string, offset?: number): number;
  /** Refused is what an error names, or what belongs to the same tree. */
  outcome?: 'tree' | 'draft' | 'refused';
}

export interface Tally {
  read: number;
  trees: number;
  drafts: number;
  refused: number;
}

export class Ledger {
  readonly #units: Unit[] = [];

  open(unit: Unit): Unit {
    this.#units.push(unit);
    return unit;
  }

  get drafts(): Unit[] {
    return this.#units.filter(({ outcome }) => outcome === 'draft');
  }

  /** What became of everything; what is neither kept nor named is an error itself. */
  close(findings: Findings): Tally {
    const tally: Tally = { read: this.#units.length, trees: 0, drafts: 0, refused: 0 };
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

export function placeIn(unit: Unit, field: string | null = null): Place {
  return { file: unit.file, line: unit.lineOf(field ?? ''), row: unit.row, field, unit };
}
