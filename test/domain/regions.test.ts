import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botanicalCountry } from '../../src/domain/regions/botanical-countries.ts';
import { CONTINENTS, findRegion, keysWithin, placeKey, REGIONS, regionName } from '../../src/domain/regions/regions.ts';
import { fold, LOCALES } from '../../src/domain/vocabulary.ts';

test('there are 52 regions on nine continents, each named in both languages', () => {
  assert.equal(REGIONS.length, 52);
  assert.deepEqual(
    CONTINENTS.map(({ code }) => code),
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  );
  assert.equal(new Set(REGIONS.map(({ code }) => code)).size, 52);
  const sizes = CONTINENTS.map((each) => REGIONS.filter(({ code }) => code[0] === each.code).length);
  assert.deepEqual(sizes, [5, 10, 9, 4, 2, 4, 10, 6, 2]);
});

test('every name and every code means one region, and no other', () => {
  for (const locale of LOCALES) {
    const names = [...REGIONS, ...CONTINENTS].map(({ names }) => fold(names[locale]));
    assert.equal(new Set(names).size, 61, locale);
    for (const region of [...REGIONS, ...CONTINENTS]) assert.equal(findRegion(region.names[locale]), region);
  }
  for (const region of REGIONS) {
    for (const written of [region.code, `WGSRPD:${region.code}`, `tdwg:${region.code}`])
      assert.equal(findRegion(written), region, written);
  }
});

test('a region is known as people write it', () => {
  const written = {
    80: ['Central America', 'américa central', 'AMERICA-CENTRAL', 'Centroamérica', '80', ' central_america '],
    78: ['Southeastern U.S.A.', 'Southeastern USA', 'southeastern united states', 'Sureste de EE. UU.'],
    41: ['Indo-China', 'Indochina'],
    23: ['West-Central Tropical Africa', 'west central tropical africa'],
  };
  for (const [code, spellings] of Object.entries(written))
    for (const spelling of spellings) assert.equal(findRegion(spelling)?.code, code, spelling);
  for (const other of ['Costa Rica', 'San José', 'America', 'South America', '1', '7', '99', '', 'Central'])
    assert.equal(findRegion(other), undefined, other);
});

test('it is shown in the language of the reader, and any other place as it is written', () => {
  assert.equal(regionName('mexico', 'es'), 'México');
  assert.equal(regionName('Océano Índico occidental', 'en'), 'Western Indian Ocean');
  assert.equal(regionName('Limón', 'en'), 'Limón');
});

test('all spellings of a region are compared alike, and a continent has the keys of its regions', () => {
  assert.equal(placeKey('Brasil'), placeKey('84'));
  assert.equal(placeKey('San-José'), 'san jose');
  assert.deepEqual(keysWithin('Australasia'), ['australia', 'new zealand']);
  assert.deepEqual(keysWithin('África').length, 10);
  assert.deepEqual([keysWithin('Brazil'), keysWithin('Limón')], [[], []]);
});

test('botanical countries are known by their codes, in whatever case, and no other code is one', () => {
  const names = {
    'TDWG:COS': 'Costa Rica',
    'wgsrpd:gam': 'Gambia, The',
    'TDWG: QUE': 'Québec',
    'tdwg:ZIM': 'Zimbabwe',
  };
  for (const [code, name] of Object.entries(names)) assert.equal(botanicalCountry(code), name);
  for (const other of ['COS', 'TDWG:XXX', 'TDWG:80', 'TDWG:COS-OO', 'ISO:COS'])
    assert.equal(botanicalCountry(other), undefined);
  const letters = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => `TDWG:${a}${b}${c}`)));
  const known = codes.map(botanicalCountry).filter((name) => name !== undefined);
  assert.deepEqual([known.length, new Set(known).size], [369, 369]);
});
