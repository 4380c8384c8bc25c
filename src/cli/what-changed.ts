// In charge of what a publish changes: against the snapshot that is active, or against nothing; and what of that may be a mistake.

import { compare, type Difference, type Listed } from '../domain/compare.ts';
import type { RegionMap } from '../domain/region-map.ts';
import type { FamilyNames } from '../domain/tree.ts';
import { successionOf } from '../snapshot/content-in.ts';
import type { Snapshot } from '../snapshot/open.ts';
import { type Risk, riskOf } from './risk.ts';

export interface WhatChanged {
  difference: Difference;
  risk: Risk | undefined;
}

/** `listed` are the trees of the snapshot by number, and `numbersBefore` those that they had where they are the same. */
export function whatChanged(
  snapshotBefore: Snapshot,
  snapshot: Snapshot,
  listed: Listed[],
  numbersBefore: Uint32Array,
): WhatChanged {
  const { before, after, apart } = successionOf(snapshotBefore, snapshot, listed, numbersBefore);
  return { difference: compare(before, after, apart), risk: riskOf(before, after, apart.same) };
}

interface Content {
  trees: Listed[];
  families: FamilyNames;
  map?: RegionMap | undefined;
}

const NOTHING = { trees: [], families: new Map() };

/** Against nothing. */
export function allNew({ trees, families, map }: Content): Difference {
  return compare(NOTHING, { trees: [], families, map }, { same: [], added: trees });
}

/** Of what was published nothing can be read. */
export const UNKNOWN_RISK = riskOf(undefined, NOTHING, []);

export const NO_DIFFERENCE: Difference = { added: [], changed: [], removed: [], families: [], map: [] };
