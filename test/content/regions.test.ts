// The map that a source brings: regions.geojson, what is wrong with one, and what is drawn of it.

import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { drawRegions } from '../../src/content/regions/drawing.ts';
import type { Position, Region } from '../../src/content/regions/geojson.ts';
import { doubledArea } from '../../src/domain/regions/region-map.ts';
import { archiveFiles, CORE, DESCRIPTIONS, DISTRIBUTIONS } from '../support/archives.ts';
import { writeFiles } from '../support/folders.ts';
import { COSTA_RICA, featureOf, mapOf } from '../support/maps.ts';
import { often } from '../support/often.ts';
import { found, oakPage, readAll, readFiles } from '../support/sources.ts';

const PAGE = { 'en/oak.md': oakPage({ distribution: ['Limón', 'san-jose'] }), 'es/oak.md': oakPage() };
const read = (t: TestContext, map: string) => readFiles(t, { ...PAGE, 'regions.geojson': map });
const SQUARE: [number, number, number, number] = [-84, 9, -83, 10];
const PATH = /^(M-?\d+ -?\d+(l|a)[-\d a]+z)+$/;

test('each region is drawn under its name, as large beside the others as it is', (t) => {
  const { map, errors, warnings } = read(t, COSTA_RICA);
  assert.deepEqual([errors, warnings.map(({ code }) => code)], [[], []]);
  const names = ['Alajuela', 'Cartago', 'Guanacaste', 'Heredia', 'Limón', 'Puntarenas', 'San José'];
  assert.deepEqual(
    map?.regions.map(({ name }) => name),
    names,
  );
  assert.equal(Math.max(map?.width ?? 0, map?.height ?? 0), 2004);
  for (const { name, path } of map?.regions ?? []) assert.match(path, PATH, name);
  assert.equal(readFiles(t, PAGE).map, undefined);
});

test('every problem has its line', (t) => {
  const feature = (properties: string, geometry: string) =>
    `{"type":"Feature","properties":${properties},\n"geometry":${geometry}}`;
  const ring = '[[0,0],[1,0],[1,1],[0,0]]';
  const good = `{"type":"Polygon","coordinates":[${ring}]}`;
  const lines = [
    '{"type":"FeatureCollection","features":[',
    `${feature('{"NAME_1":"Limón","GID":"x"}', good)},`,
    `${feature('{"name":7}', good)},`,
    `${feature('{"name":"Heredia"}', '{"type":"Point","coordinates":[0,0]}')},`,
    `${feature('{"name":"Cartago"}', '{"type":"Polygon","coordinates":[\n[[0,0],\n[1,91],[1,1],[0,0]]]}')},`,
    `${feature('{"name":"Alajuela"}', '{"type":"MultiPolygon","coordinates":[[[[0,0],[1,1],[0,0]]]]}')},`,
    `${feature('{"name":"Limón"}', good)},`,
    `${feature('{"name":"LIMON"}', good)},`,
    `${feature('{"name":"a\\u0000b"}', good)},`,
    `${feature('{"name":"---"}', good)},`,
    '7]}',
  ];
  const { errors, map } = read(t, lines.join('\n'));
  assert.equal(map, undefined);
  assert.deepEqual(found(errors), [
    'missing-field regions.geojson:2 null',
    'wrong-type regions.geojson:4 null',
    'wrong-type regions.geojson:7 Heredia',
    'bad-coordinates regions.geojson:11 Cartago',
    'bad-coordinates regions.geojson:13 Alajuela',
    'duplicate-key regions.geojson:16 LIMON',
    'bad-character regions.geojson:18 null',
    'missing-field regions.geojson:20 null',
    'wrong-type regions.geojson:22 null',
  ]);
  assert.match(errors[0].message, /It has NAME_1: call the one that is meant name\./);
});

for (const [what, text, expected] of [
  ['no JSON', '{"type":\n oops}', 'broken-json regions.geojson:2 null'],
  ['nothing', '', 'broken-json regions.geojson:1 null'],
  ['a list', '[]', 'wrong-type regions.geojson:1 null'],
  ['TopoJSON', '{"type":"Topology","objects":{}}', 'wrong-type regions.geojson:1 null'],
  ['no region', '{"type":"FeatureCollection","features":[]}', 'wrong-type regions.geojson:1 null'],
  [
    'too many regions',
    mapOf(Array.from({ length: 101 }, (_, index) => featureOf(`r${index}`, SQUARE))),
    'too-large regions.geojson:1 null',
  ],
  ['nesting without end', '['.repeat(1_000_000), 'broken-json regions.geojson:1 null'],
  ['too many bytes', `"${'x'.repeat(20_000_001)}"`, 'too-large regions.geojson:null null'],
] as const) {
  test(`a map that is ${what} is an error`, (t) => {
    assert.deepEqual(found(read(t, text).errors), [expected]);
  });
}

test('shapes that are too many to be drawn small are an error', (t) => {
  const rings = Array.from({ length: 12_000 }, (_, index) => [
    [
      [index / 1000, 0],
      [index / 1000 + 1, 0],
      [index / 1000 + 1, 1],
      [index / 1000, 0],
    ],
  ]);
  const feature = { ...featureOf('Limón', SQUARE), geometry: { type: 'MultiPolygon', coordinates: rings } };
  assert.deepEqual(found(read(t, mapOf([feature])).errors), ['too-large regions.geojson:null null']);
});

test('only a plain file inside the source is read', (t) => {
  const outside = writeFiles(t, { 'regions.geojson': COSTA_RICA });
  const folder = writeFiles(t, PAGE);
  symlinkSync(join(outside, 'regions.geojson'), join(folder, 'regions.geojson'));
  assert.deepEqual(found(readAll(folder).errors), ['no-plain-file regions.geojson:null null']);
  const below = readFiles(t, { ...PAGE, 'en/regions.geojson': COSTA_RICA });
  assert.deepEqual([below.map, below.warnings.map(({ code }) => code)], [undefined, ['passed-over']]);
});

test('a region that is nearly the place of a tree is doubted, and a map where nothing grows', (t) => {
  const slip = read(t, mapOf([featureOf('Limon', SQUARE), featureOf('San-Josee', SQUARE), featureOf('Far', SQUARE)]));
  assert.deepEqual(found(slip.warnings), ['unknown-region regions.geojson:40 San-Josee']);
  const nowhere = read(t, mapOf([featureOf('Far', SQUARE)]));
  assert.deepEqual(found(nowhere.warnings), ['unknown-region regions.geojson:null null']);
});

function pointsOf(path: string): [number, number][] {
  let [x, y] = [0, 0];
  return [...path.matchAll(/(-?\d+)[ ]?(-?\d+)/g)].map(([, stepX, stepY]) => {
    [x, y] = [x + Number(stepX), y + Number(stepY)];
    return [x, y];
  });
}

test('an archive in a folder has its map beside its tables, and nothing says that it was not read', (t) => {
  const files = archiveFiles([CORE, DESCRIPTIONS, DISTRIBUTIONS]);
  const { map, errors, passedOver } = readFiles(t, {
    ...files,
    'regions.geojson': mapOf([featureOf('Costa Rica', SQUARE)]),
  });
  assert.deepEqual([errors, map?.regions.length], [[], 1]);
  assert.ok(!passedOver.some(({ file }) => file === 'regions.geojson'));
});

const regionOf = (name: string, ...polygons: Position[][][]): Region => ({ name, polygons, line: 1 });

test('borders that regions share stay shared, whatever is left out between', () => {
  const border: Position[] = Array.from({ length: 500 }, (_, index) => [-84 + Math.sin(index) / 50, 9 + index / 500]);
  const [south, north] = [border[0], border.at(-1)] as [Position, Position];
  const west = regionOf('West', [[...border, [-86, north[1]], [-86, south[1]], south]]);
  const east = regionOf('East', [[...border.toReversed(), [-82, south[1]], [-82, north[1]], north]]);
  const [eastern, western] = drawRegions([west, east])?.regions.map(({ path }) => pointsOf(path)) ?? [];
  const known = new Set(western?.map(String));
  const shared = eastern?.filter((point) => known.has(String(point))) ?? [];
  const eastmost = Math.max(...shared.map(([x]) => x));
  assert.ok(shared.length > 300);
  assert.ok(eastern?.every((point) => known.has(String(point)) || point[0] > eastmost));
});

test('holes are empty whichever way the file goes round; what is too small to be seen is a dot', () => {
  const square = (from: number, to: number): Position[] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];
  const [border, hole] = [square(0, 10), square(4, 6)];
  for (const rings of [
    [border, hole],
    [border.toReversed(), hole],
    [border, hole.toReversed()],
  ]) {
    const [outer, inner] =
      drawRegions([regionOf('Ring', rings)])
        ?.regions[0]?.path.split('M')
        .slice(1)
        .map(pointsOf) ?? [];
    assert.ok(doubledArea(outer ?? []) > 0);
    assert.ok(doubledArea(inner ?? []) < 0);
  }
  const [big, dot] = drawRegions([regionOf('Big', [border]), regionOf('Dot', [square(5, 5.0001)])])?.regions ?? [];
  assert.match(big?.path ?? '', /l/);
  assert.match(dot?.path ?? '', /^M\d+ \d+a10 10 0 1 1 20 0a10 10 0 1 1-20 0z$/);
});

test('regions on both sides of the 180th meridian stand beside each other', () => {
  const map = drawRegions([
    regionOf('East', [
      [
        [178, -18],
        [180, -18],
        [180, -16],
        [178, -16],
        [178, -18],
      ],
    ]),
    regionOf('West', [
      [
        [-180, -18],
        [-178, -18],
        [-178, -16],
        [-180, -16],
        [-180, -18],
      ],
    ]),
  ]);
  assert.ok(map && map.width / map.height < 3, `${map?.width} by ${map?.height}`);
});

test('a shape that goes on across the 180th meridian stays in one piece, cut or not, on a map of the world too', () => {
  const box = (west: number, east: number, south = -18, north = -16): Position[] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const widthOf = (path: string) => {
    const x = pointsOf(path).map(([each]) => each);
    return Math.max(...x) - Math.min(...x);
  };
  const east: Position[] = [180, -180, -179].map((longitude) => [longitude, -17]);
  const marked: Position[] = [[179, -17], ...east, [-179, -16], [-180, -16], [180, -16], [179, -16], [179, -17]];
  const crossing = drawRegions([regionOf('Fiji', [box(178, -178), box(179, -179)], [marked])]);
  assert.ok(crossing && crossing.width / crossing.height < 3, `${crossing?.width} by ${crossing?.height}`);
  const world = [regionOf('World', [box(-180, 180, -60, 80)]), regionOf('East', [box(170, -170)])];
  const [small, whole] = drawRegions(world)?.regions ?? [];
  assert.ok(widthOf(small?.path ?? '') * 10 < widthOf(whole?.path ?? ''));
  const pole = drawRegions([
    regionOf('South', [
      [
        [-180, -90],
        [-180, -70],
        [0, -65],
        [180, -70],
        [180, -90],
        [-180, -90],
      ],
    ]),
  ]);
  assert.equal(widthOf(pole?.regions[0]?.path ?? ''), 2000);
});

const position = fc.tuple(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: -90, max: 90, noNaN: true }),
);
const ring = fc.array(position, { minLength: 4, maxLength: 12 });
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });

test('whatever lies on the globe is drawn within the map', () => {
  fc.assert(
    fc.property(fc.array(fc.array(polygon, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }), (all) => {
      const map = drawRegions(all.map((polygons, index) => regionOf(`r${index}`, ...(polygons as Position[][][]))));
      assert.ok(map && map.width >= 1 && map.height >= 1);
      for (const { path } of map.regions) {
        assert.match(path, PATH);
        for (const [, x, y] of path.matchAll(/M(-?\d+) (-?\d+)/g)) {
          assert.ok(Number(x) >= -20 && Number(x) <= map.width && Number(y) >= 0 && Number(y) <= map.height, path);
        }
      }
    }),
    { numRuns: often(80, 2_000) },
  );
});

test('what lies outermost is as far from every edge of the map', () => {
  const place = fc.integer({ min: -60, max: 60 });
  const size = fc.integer({ min: 1, max: 15 });
  fc.assert(
    fc.property(place, place, size, size, (west, south, width, height) => {
      const [east, north] = [west + width, south + height];
      const corners: Position[] = [west, east, east, west, west].map((x, at) => [
        x,
        at < 2 || at === 4 ? south : north,
      ]);
      const map = drawRegions([regionOf('one', [corners])]);
      assert.ok(map);
      const points = pointsOf(map.regions[0].path);
      for (const [at, length] of [map.width, map.height].entries()) {
        const along = points.map((point) => point[at]);
        assert.deepEqual([Math.min(...along), length - Math.max(...along)], [2, 2]);
      }
    }),
  );
});

/** JSON that is nearly a map. */
const { nearly } = fc.letrec((tie) => ({
  nearly: fc.oneof(
    { maxDepth: 6 },
    fc.constantFrom(null, true, 0, -181, 1e308, '', 'Limón', 'Polygon', [], {}),
    fc.double(),
    fc.string(),
    fc.array(tie('nearly'), { maxLength: 5 }),
    fc.record({ type: fc.constantFrom('Polygon', 'MultiPolygon', 'Feature', 'Point', 7), coordinates: tie('nearly') }),
    fc.record({
      type: fc.constant('Feature'),
      properties: fc.oneof(fc.record({ name: fc.string({ unit: 'binary' }) }), tie('nearly')),
      geometry: fc.oneof(fc.record({ type: fc.constant('Polygon'), coordinates: fc.array(ring) }), tie('nearly')),
    }),
  ),
}));

test('whatever a file holds, it is a map or there are errors with their place', (t) => {
  const folder = writeFiles(t, PAGE);
  const any = fc.oneof(
    fc.string(),
    fc.json(),
    fc
      .array(nearly, { maxLength: 4 })
      .map((features) => JSON.stringify({ type: 'FeatureCollection', features }, null, 1)),
  );
  fc.assert(
    fc.property(any, (text) => {
      writeFileSync(join(folder, 'regions.geojson'), text);
      const { map, errors } = readAll(folder);
      assert.equal(map === undefined, errors.length > 0);
      for (const { file, line } of errors) {
        assert.equal(file, 'regions.geojson');
        assert.ok(line === null || (line >= 1 && line <= text.split('\n').length), `${line}`);
      }
    }),
    { numRuns: often(80, 2_000) },
  );
});
