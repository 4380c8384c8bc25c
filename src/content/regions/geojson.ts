// Reads a GeoJSON file: named regions with polygons in degrees, and all of its mistakes.

import { isObject } from '../../domain/fields/field-types.ts';
import { MAX_VALUE_LENGTH } from '../../domain/questions.ts';
import { placeKey } from '../../domain/regions/regions.ts';
import { isBlank, oddCharacterIn, trimmed } from '../../domain/text.ts';
import { JsonReader, type Path } from '../formats/json-reader.ts';
import type { FindingCode } from '../source/finding.ts';

export type Position = [longitude: number, latitude: number];
/** The first ring is its border, others are holes. */
export type Polygon = Position[][];

export interface Region {
  name: string;
  polygons: Polygon[];
  /** Of its name. */
  line: number;
}

export interface Fault {
  code: FindingCode;
  line: number;
  /** The name of the region, if it is known. */
  field: string | null;
  message: string;
}

/** Not yet by its line. */
type Located<T> = Omit<T, 'line'> & { path: Path };

/** As many as a filter's values are counted. */
const MAX_REGIONS = 100;
const MIN_POSITIONS = 4;
const COLLECTION = 'a GeoJSON FeatureCollection with a feature for each region';

/** The regions; undefined if there are faults. */
export function readGeoJson(text: string): { regions: Region[] | undefined; faults: Fault[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { regions: undefined, faults: [brokenJson(text)] };
  }
  const faults: Located<Fault>[] = [];
  const regions = readCollection(value, faults);
  return faults.length > 0
    ? { regions: undefined, faults: withLines(text, faults) }
    : { regions: withLines(text, regions), faults: [] };
}

function brokenJson(text: string): Fault {
  const reader = new JsonReader(text);
  reader.read();
  const problem = reader.problems.find(({ code }) => code === 'broken-json');
  return {
    code: 'broken-json',
    line: problem?.line ?? 1,
    field: null,
    message: problem?.message ?? 'This is no JSON.',
  };
}

function keyOf(path: Path): string {
  return path.join('/');
}

function withLines<T extends { path: Path }>(text: string, all: T[]): (Omit<T, 'path'> & { line: number })[] {
  const wanted = new Set(all.map(({ path }) => keyOf(path)));
  const lengths = new Set(all.map(({ path }) => path.length));
  const lines = new Map<string, number>();
  new JsonReader(text, 1, (path, line) => {
    if (lengths.has(path.length) && wanted.has(keyOf(path))) lines.set(keyOf(path), line);
  }).read();
  return all.map(({ path, ...each }) => ({ ...each, line: lines.get(keyOf(path)) ?? 1 }));
}

function readCollection(value: unknown, faults: Located<Fault>[]): Located<Region>[] {
  const refuse = (code: FindingCode, message: string) => {
    faults.push({ code, path: [], field: null, message });
    return [];
  };
  const { type, features } = isObject(value) ? value : {};
  if (type === 'Topology') return refuse('wrong-type', `This is TopoJSON. Give ${COLLECTION}.`);
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    return refuse('wrong-type', `This is no map of regions. Give ${COLLECTION}.`);
  if (features.length === 0) return refuse('wrong-type', `The map has no region. Give ${COLLECTION}.`);
  if (features.length > MAX_REGIONS) {
    const message = `The map has ${features.length.toLocaleString('en')} regions: at most ${MAX_REGIONS} can be drawn.`;
    return refuse('too-large', message);
  }
  const regions = features.flatMap((feature, index) => readFeature(feature, index, faults) ?? []);
  reportDuplicates(regions, faults);
  return regions;
}

function readFeature(feature: unknown, index: number, faults: Located<Fault>[]): Located<Region> | undefined {
  const path: Path = ['features', index];
  if (!isObject(feature) || feature.type !== 'Feature') {
    faults.push({ code: 'wrong-type', path, field: null, message: 'This is no Feature of GeoJSON.' });
    return undefined;
  }
  const name = readName(feature.properties, path, faults);
  const geometry = isObject(feature.geometry) ? feature.geometry : {};
  const inGeometry: Path = 'geometry' in feature ? [...path, 'geometry'] : path;
  const wrong = wrongGeometry(geometry, inGeometry);
  if (wrong) faults.push({ ...wrong, field: name ?? null });
  if (wrong || name === undefined) return undefined;
  const polygons = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Polygon[];
  return { name, polygons, path: [...path, 'properties', 'name'] };
}

function readName(properties: unknown, path: Path, faults: Located<Fault>[]): string | undefined {
  const { name, ...others } = isObject(properties) ? properties : {};
  const inName = [...path, ...(name === undefined ? [] : ['properties', 'name'])];
  const refuse = (code: FindingCode, message: string) => {
    faults.push({ code, path: inName, field: null, message });
    return undefined;
  };
  if (isBlank(name))
    return refuse('missing-field', `A region needs a name, in the words of distribution.${hint(others)}`);
  if (typeof name !== 'string') return refuse('wrong-type', 'The name of a region must be text.');
  if (name.length > MAX_VALUE_LENGTH)
    return refuse('too-large', `The name of a region has at most ${MAX_VALUE_LENGTH} characters.`);
  if (placeKey(name) === '') return refuse('missing-field', `${name} has no letter that a filter could find it by.`);
  const odd = oddCharacterIn(name);
  if (odd) return refuse('bad-character', `The name holds ${odd.name}, which cannot be served. Take it out.`);
  return trimmed(name);
}

const MAX_HINTS = 3;

/** Atlases use other keys: NAME_1, shapeName. */
function hint(properties: object): string {
  const like = Object.entries(properties).filter(([key, value]) => /name/i.test(key) && typeof value === 'string');
  const keys = like.slice(0, MAX_HINTS).map(([key]) => key);
  return keys.length > 0 ? ` It has ${keys.join(', ')}: call the one that is meant name.` : '';
}

type Wrong = Omit<Located<Fault>, 'field'>;

function wrongGeometry({ type, coordinates }: Record<string, unknown>, path: Path): Wrong | undefined {
  const inside: Path = [...path, 'coordinates'];
  if (type === 'Polygon') return wrongPolygon(coordinates, inside);
  if (type === 'MultiPolygon') return wrongItem(coordinates, inside, wrongPolygon) ?? emptyList(coordinates, inside);
  return { code: 'wrong-type', path, message: 'The shape of a region must be a Polygon or a MultiPolygon.' };
}

function wrongPolygon(value: unknown, path: Path): Wrong | undefined {
  return wrongItem(value, path, wrongRing) ?? emptyList(value, path);
}

function emptyList(value: unknown, path: Path): Wrong | undefined {
  const isEmpty = (value as unknown[]).length === 0;
  return isEmpty ? { code: 'wrong-type', path, message: 'The shape of a region has no coordinates.' } : undefined;
}

function wrongRing(value: unknown, path: Path): Wrong | undefined {
  const wrong = wrongItem(value, path, wrongPosition);
  if (wrong || (value as unknown[]).length >= MIN_POSITIONS) return wrong;
  const message = 'A ring has at least four positions, of which the last is the first again.';
  return { code: 'bad-coordinates', path, message };
}

function wrongItem(
  value: unknown,
  path: Path,
  wrongIn: (item: unknown, path: Path) => Wrong | undefined,
): Wrong | undefined {
  if (!Array.isArray(value)) return { code: 'wrong-type', path, message: 'A list of coordinates is due here.' };
  for (const [index, item] of value.entries()) {
    const wrong = wrongIn(item, [...path, index]);
    if (wrong) return wrong;
  }
  return undefined;
}

function wrongPosition(value: unknown, path: Path): Wrong | undefined {
  const [x, y] = Array.isArray(value) ? value : [];
  if (isWithin(x, 180) && isWithin(y, 90)) return undefined;
  const message =
    'A position is a longitude from -180 to 180 and a latitude from -90 to 90, in degrees (WGS 84): [-84.08, 9.93].';
  return { code: 'bad-coordinates', path, message };
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= limit;
}

function reportDuplicates(regions: Located<Region>[], faults: Located<Fault>[]): void {
  const seen = new Set<string>();
  for (const { name, path } of regions) {
    const key = placeKey(name);
    if (seen.has(key)) {
      const message = `${name} stands twice. Make one MultiPolygon of the two.`;
      faults.push({ code: 'duplicate-key', path, field: name, message });
    }
    seen.add(key);
  }
}
