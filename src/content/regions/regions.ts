// Reads `regions.geojson`, next to or inside a source: the catalogue's own map of the regions that its trees name.

import { nearest } from '../../domain/names/suggest.ts';
import type { RegionMap } from '../../domain/regions/region-map.ts';
import { placeKey } from '../../domain/regions/regions.ts';
import { readUtf8 } from '../source/files.ts';
import type { Findings } from '../source/findings.ts';
import { REGIONS_FILE, sideFileIn } from '../source/folder.ts';
import { drawRegions } from './drawing.ts';
import { type Region, readGeoJson } from './geojson.ts';

const MAX_BYTES = 20_000_000;

/** `ofTrees` returns the places that trees name. A region that is none of them may be a typo. */
export function readRegionMap(
  folder: string,
  ofTrees: () => ReadonlySet<string>,
  findings: Findings,
): RegionMap | undefined {
  const file = sideFileIn(folder, [REGIONS_FILE], findings);
  const text = file && readUtf8(file, MAX_BYTES, findings)?.toString();
  if (text === undefined) return undefined;
  const { regions, faults } = readGeoJson(text);
  for (const { code, line, field, message } of faults)
    findings.error(code, { file: REGIONS_FILE, line, field }, message);
  if (!regions) return undefined;
  reportUnknown(regions, ofTrees(), findings);
  const map = drawRegions(regions);
  if (!map) {
    const message = 'The shapes are too many to be drawn: leave out small islands, and join what belongs together.';
    findings.error('too-large', { file: REGIONS_FILE, line: null }, message);
  }
  return map;
}

/** A region without a tree is no mistake, but one that is nearly a place of trees is. */
function reportUnknown(regions: Region[], ofTrees: ReadonlySet<string>, findings: Findings): void {
  // What could not be read may name it.
  if (findings.errors.length > 0) return;
  const known = new Set([...ofTrees].map(placeKey));
  const empty = regions.filter(({ name }) => !known.has(placeKey(name)));
  const file = REGIONS_FILE;
  if (empty.length === regions.length)
    findings.warn('unknown-region', { file, line: null }, 'No tree grows in any region of the map.');
  for (const { name, line } of empty) {
    const near = nearest(name, ofTrees);
    const place = { file, line, field: name };
    if (near) findings.warn('unknown-region', place, `No tree grows in ${name}. Did you mean ${near}?`);
  }
}
