// The map of the world: each region has a shape, each country its region; what places and counts become on it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { COUNTRIES, ISLAND_REGIONS, PARTS, STATES } from '../../scripts/world-map/table.ts';
import { CONTINENTS, findRegion, REGIONS } from '../../src/domain/regions/regions.ts';
import { listPlace } from '../../web/explorer/address.ts';
import { geographyOf, worldIn } from '../../web/explorer/map/geography.ts';
import {
  canBeDrawn,
  codesOf,
  countsByRegion,
  legendOf,
  SHADES,
  shadeOf,
  withRegion,
} from '../../web/explorer/map/places.ts';

const FILE = new URL('../../web/world-map.json', import.meta.url);
const MOST_BYTES = 60_000;
const WORLD = worldIn('en');
const world = JSON.parse(readFileSync(FILE, 'utf8'));
const codes = REGIONS.map(({ code }) => code);

test('each of the 52 regions has a shape on the map, and nothing else has', () => {
  assert.deepEqual(Object.keys(world.regions).sort(), codes.toSorted());
  for (const [code, path] of Object.entries(world.regions)) {
    assert.match(path as string, /^(M-?\d+ -?\d+(l|a)[-\d a]+z)+$/, code);
  }
});

test('every shape lies within the map', () => {
  for (const [code, path] of Object.entries(world.regions)) {
    for (const [, x, y] of (path as string).matchAll(/M(-?\d+) (-?\d+)/g)) {
      assert.ok(Number(x) >= -10 && Number(x) <= world.width + 10, `${code}: ${x}`);
      assert.ok(Number(y) >= -10 && Number(y) <= world.height + 10, `${code}: ${y}`);
    }
  }
});

test('the file of the map is small', () => {
  const bytes = brotliCompressSync(readFileSync(FILE)).byteLength;
  assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
});

test('the table names regions of the vocabulary alone, all of them, and each country and state once', () => {
  const parts = PARTS.map(({ region }) => region);
  const named = new Set([...Object.keys(COUNTRIES), ...Object.keys(STATES), ...parts]);
  assert.deepEqual([...named].sort(), codes.toSorted());
  for (const code of ISLAND_REGIONS) assert.ok(codes.includes(code), code);
  for (const table of [COUNTRIES, STATES]) {
    const names = Object.values(table).flat();
    assert.equal(new Set(names).size, names.length);
  }
  const countries = Object.values(COUNTRIES).flat();
  for (const { country, region } of PARTS) {
    assert.ok(countries.includes(country), country);
    assert.ok(!COUNTRIES[region]?.includes(country), `${country} is in ${region} as a whole`);
  }
});

test('places are regions by any of their names, a continent is all of its regions, and other places are none', () => {
  assert.deepEqual([...codesOf(['América Central', 'WGSRPD:81', 'Limón'], WORLD)], ['80', '81']);
  assert.deepEqual([...codesOf(['Australasia'], WORLD)], ['50', '51']);
  assert.equal(codesOf(['Limón', 'Heredia'], WORLD).size, 0);
  assert.equal(
    codesOf(
      CONTINENTS.map(({ names }) => names.es),
      WORLD,
    ).size,
    52,
  );
});

test('only a catalogue that names regions of the world has a map', () => {
  assert.ok(
    canBeDrawn([
      { value: 'Limón', count: 3 },
      { value: 'centroamerica', count: 1 },
    ]),
  );
  assert.ok(
    !canBeDrawn([
      { value: 'Limón', count: 3 },
      { value: 'Africa', count: 1 },
    ]),
  );
  assert.ok(!canBeDrawn([]));
});

test('what one region has under several spellings is counted together', () => {
  const counts = countsByRegion(
    [
      { value: 'Brazil', count: 5 },
      { value: 'Limón', count: 9 },
      { value: 'Brasil', count: 2 },
      { value: 'Africa', count: 2 },
    ],
    WORLD,
  );
  assert.deepEqual(
    [...counts],
    [
      ['84', { value: 'Brazil', count: 7 }],
      ['2', { value: 'Africa', count: 2 }],
    ],
  );
});

test('the legend tells each shade by the numbers that have it', () => {
  for (const highest of [1, 2, 3, 7, 43, 5000, 40_001]) {
    const legend = legendOf(highest);
    assert.equal(legend[0]?.from, 1);
    assert.equal(legend.at(-1)?.to, highest);
    assert.equal(shadeOf(0, highest), 0);
    for (const [index, { shade, from, to }] of legend.entries()) {
      assert.equal(shadeOf(from, highest), shade, `${from} of ${highest}`);
      assert.equal(shadeOf(to, highest), shade, `${to} of ${highest}`);
      assert.equal(from, (legend[index - 1]?.to ?? 0) + 1);
    }
    assert.equal(legend.at(-1)?.shade, SHADES);
  }
});

test('a region is chosen as its authors write it, and once more no longer', () => {
  const counted = { value: 'centroamerica', count: 2 };
  const narrowed = withRegion({ ...listPlace('en', { family: ['Fabaceae'] }), page: 3 }, '80', counted, WORLD);
  assert.deepEqual(narrowed.filters.distribution, ['centroamerica']);
  assert.deepEqual(narrowed.filters.family, ['Fabaceae']);
  assert.equal(narrowed.page, 1);
  assert.deepEqual(withRegion(narrowed, '80', undefined, WORLD).filters.distribution, []);
  assert.deepEqual(withRegion(listPlace('es'), '2', undefined, WORLD).filters.distribution, ['Africa']);
});

test('a region that is chosen with its continent takes its place', () => {
  const place = listPlace('en', { distribution: ['África', 'Brazil'] });
  const { distribution } = withRegion(place, '25', undefined, WORLD).filters;
  assert.deepEqual(
    distribution.map((each) => findRegion(each)?.code),
    ['84', '25'],
  );
});

test('on a map of its own a catalogue has its own regions, by their names in any letters, and no continents', () => {
  const path = 'M0 0l1 0 0 1z';
  const own = geographyOf({
    width: 9,
    height: 9,
    regions: ['San José', 'San José Norte', 'Brasil'].map((name) => ({ name, path })),
  });
  assert.deepEqual([...codesOf(['SAN-JOSE', 'Limón', 'Brazil'], own)], ['san jose', 'brazil']);
  const counts = countsByRegion([{ value: 'san jose', count: 4 }], own);
  const chosen = withRegion(listPlace('es'), 'san jose', counts.get('san jose'), own);
  assert.deepEqual(chosen.filters.distribution, ['san jose']);
  assert.deepEqual(withRegion(chosen, 'san jose norte', undefined, own).filters.distribution, [
    'san jose',
    'San José Norte',
  ]);
  assert.deepEqual(withRegion(chosen, 'san jose', undefined, own).filters.distribution, []);
});
