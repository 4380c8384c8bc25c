// Reads a unit of a source, unless the import cache knows it, and again as often as it has to be.

import type { SourceContext } from '../source/context.ts';
import { Findings } from '../source/findings.ts';
import { type CachedTree, cachedFinding } from '../source/import-cache.ts';
import type { Unit } from '../source/units.ts';
import { nameFamilies } from './family-names.ts';
import type { LanguageVersion } from './language-version.ts';

/** A file or row: of which tree it is, and what it says. */
export interface RereadUnit {
  unit: Unit;
  group: string;
  /** The previous tree that was made of it, if the unit is as it was then. */
  cached: CachedTree | undefined;
  /** What it says, unless it was not read or has been released. */
  versions: LanguageVersion[] | undefined;
  read(): LanguageVersion[];
}

/** One without it is read once, and stays. */
export type ReadUnit = LanguageVersion | RereadUnit;

export function isReread(unit: ReadUnit): unit is RereadUnit {
  return 'read' in unit;
}

/** What a unit is, if it belongs to a tree. A unit without a key is always read. */
export function readUnit(
  unit: Unit,
  key: (() => string) | undefined,
  context: SourceContext,
  read: (context: SourceContext) => LanguageVersion[],
): RereadUnit | undefined {
  const { cache, findings } = context;
  if (cache && key) unit.key = key();
  const cached = cache?.recall(unit, findings);
  const { size } = findings;
  const versions = cached ? undefined : read(context);
  if (versions && findings.size > size)
    unit.findings = findings.listedAfter(size).map(({ finding }) => cachedFinding(finding));
  nameFamilies(unit, context);
  const group = cached?.slug ?? versions?.[0]?.group;
  const readAgain = () => {
    unit.familyNames = undefined;
    return read({ ...context, findings: new Findings() });
  };
  return group === undefined ? undefined : { unit, group, cached, versions, read: readAgain };
}
