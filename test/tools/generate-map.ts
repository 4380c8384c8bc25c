// Makes web/world-map.json: the regions of the world as paths, projected and simplified, so that browsers only draw them.
// With `--check` it only says whether the file is up to date.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoEqualEarth, geoPath } from 'd3-geo';
import polygonClipping from 'polygon-clipping';
import { feature } from 'topojson-client';
import { topology } from 'topojson-server';
import { presimplify, simplify } from 'topojson-simplify';
import { COUNTRIES, ISLAND_REGIONS, LEFT_OUT, PARTS, type Point, STATES } from '../../scripts/world-map/table.ts';
import { dotPath, doubledArea, ringPath } from '../../src/domain/regions/region-map.ts';

const FILE = new URL('../../web/world-map.json', import.meta.url);
const require = createRequire(import.meta.url);

/** The map's units; a screen has a pixel for two or three of them. */
const WIDTH = 3000;
/** The cut goes through the Bering Strait, so that no land is torn apart. */
const CENTRAL_MERIDIAN = 11;
/** Further south is ice alone, further north nothing. */
const [NORTHERNMOST, SOUTHERNMOST] = [83.7, -73];
/** In square units: smaller bends are straightened, smaller pieces left out. */
const LEAST_BEND = 3;
const LEAST_PIECE = 12;
const DOT_RADIUS = 6;
const DOT_AREA = Math.PI * DOT_RADIUS ** 2;
/** Dots of one region are no nearer. */
const DOT_DISTANCE = 16;

type Position = [x: number, y: number];
type Ring = Position[];
type Pieces = Ring[][];

const projection = geoEqualEarth().rotate([-CENTRAL_MERIDIAN, 0]).fitWidth(WIDTH, { type: 'Sphere' }).precision(0);
const heightOf = (latitude: number) => projection([CENTRAL_MERIDIAN, latitude])?.[1] ?? 0;
const top = Math.floor(heightOf(NORTHERNMOST));
const height = Math.ceil(heightOf(SOUTHERNMOST)) - top;

/** Borders that two countries share must stay the same to the last digit. */
const rounded = (value: number) => Math.round(value * 16) / 16;
const place = (x: number, y: number): Position => [rounded(x), rounded(y - top)];

/** Rings within rings are holes. */
function onMap(shape: object): Pieces {
  const rings: Ring[] = [];
  let ring: Ring = [];
  const pen = {
    moveTo: (x: number, y: number) => (ring = [place(x, y)]),
    lineTo: (x: number, y: number) => ring.push(place(x, y)),
    closePath: () => rings.push([...ring, ring[0] as Position]),
  };
  geoPath(projection, pen)(shape);
  return polygonClipping.xor([], ...rings.map((each) => [each]));
}

const STEPS = 20;

/** What lies around it in degrees, as it lies on the map: parallels stay parallels. */
function cutter(around: readonly Point[]): Pieces {
  const ring = around.flatMap(([x, y], index) => {
    const [nextX, nextY] = around[(index + 1) % around.length] as Point;
    return Array.from({ length: STEPS }, (_, step) => {
      const share = step / STEPS;
      const [mapX, mapY] = projection([x + (nextX - x) * share, y + (nextY - y) * share]);
      return place(mapX, mapY);
    });
  });
  return [[[...ring, ring[0] as Position]]];
}

function shapesIn(file: string, object: string): Map<string, Pieces> {
  const atlas = require(file);
  const { features } = feature(atlas, atlas.objects[object]);
  return new Map(features.map(({ properties, geometry }: any) => [properties.name, onMap(geometry)]));
}

/** By the code of the region. */
function regionPieces(): Map<string, Pieces> {
  const [countries, states] = [
    shapesIn('world-atlas/countries-50m.json', 'countries'),
    shapesIn('us-atlas/states-10m.json', 'states'),
  ];
  const found = new Map<string, Pieces[]>();
  const add = (code: string, pieces: Pieces) => found.set(code, [...(found.get(code) ?? []), pieces]);
  const take = (shapes: Map<string, Pieces>, name: string) => {
    const pieces = shapes.get(name);
    if (!pieces || !shapes.delete(name)) throw new Error(`The atlas has no ${name}, or the table has it twice.`);
    return pieces;
  };
  for (const { country, region, around } of PARTS) {
    const [whole, part] = [countries.get(country), cutter(around)];
    if (!whole) throw new Error(`The atlas has no ${country}.`);
    const within = polygonClipping.intersection(whole, part);
    if (within.length === 0) throw new Error(`Nothing of ${country} lies in region ${region}.`);
    add(region, within);
    countries.set(country, polygonClipping.difference(whole, part));
  }
  for (const [shapes, table, leftOut] of [
    [countries, COUNTRIES, LEFT_OUT.countries],
    [states, STATES, LEFT_OUT.states],
  ] as const) {
    for (const name of leftOut) take(shapes, name);
    for (const [code, names] of Object.entries(table)) for (const name of names) add(code, take(shapes, name));
    if (shapes.size > 0) throw new Error(`The table has no ${[...shapes.keys()].join(', no ')}.`);
  }
  const visible: Pieces = [
    [[place(0, top), place(WIDTH, top), place(WIDTH, top + height), place(0, top + height), place(0, top)]],
  ];
  return new Map(
    [...found].map(([code, pieces]) => [
      code,
      polygonClipping.intersection(polygonClipping.union([], ...pieces), visible),
    ]),
  );
}

/** Borders that regions share stay shared. */
function simplified(regions: Map<string, Pieces>): Map<string, Pieces> {
  const shapes = Object.fromEntries(
    [...regions].map(([code, coordinates]) => [code, { type: 'MultiPolygon', coordinates }]),
  );
  const simple = simplify(presimplify(topology(shapes)), LEAST_BEND);
  return new Map(
    [...regions.keys()].map((code) => {
      const { geometry } = feature(simple, simple.objects[code]);
      return [code, geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates];
    }),
  );
}

const areaOf = (ring: Ring) => Math.abs(doubledArea(ring)) / 2;
const pathOf = (ring: Ring) => ringPath(ring.slice(0, -1));

function dotsOf(pieces: Pieces): Position[] {
  const dots: Position[] = [];
  const bySize = pieces.map(([outer]) => outer as Ring).toSorted((a, b) => areaOf(b) - areaOf(a));
  for (const ring of bySize.filter((each) => areaOf(each) < DOT_AREA)) {
    const [x, y] = [0, 1].map(
      (axis) => ring.reduce((sum, point) => sum + point[axis as 0], 0) / ring.length,
    ) as Position;
    if (dots.every(([otherX, otherY]) => Math.hypot(otherX - x, otherY - y) >= DOT_DISTANCE)) dots.push([x, y]);
  }
  return dots;
}

function mapOf(): string {
  const whole = regionPieces();
  const simple = simplified(whole);
  const paths = [...whole].map(([code, pieces]) => {
    const isDotted = ISLAND_REGIONS.includes(code);
    const rings = (simple.get(code) ?? []).flat().filter((ring) => areaOf(ring) >= (isDotted ? DOT_AREA : LEAST_PIECE));
    const dots = isDotted ? dotsOf(pieces) : [];
    return [code, [...rings.map(pathOf), ...dots.map((dot) => dotPath(dot, DOT_RADIUS))].join('')] as const;
  });
  const regions = Object.fromEntries(paths.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ width: WIDTH, height, regions }).replaceAll(',"', ',\n"')}\n`;
}

const text = mapOf();
if (!process.argv.includes('--check')) writeFileSync(FILE, text);
else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('web/world-map.json is out of date: npm run generate');
  process.exitCode = 1;
}
