// Lists the 52 regions and nine continents (levels 2 and 1) of the World Geographical Scheme for Recording Plant
// Distributions (WGSRPD).

import { fold, type Locale } from '../vocabulary.ts';

interface Region {
  /** A region's has two digits, of which the first is its continent's code. */
  code: string;
  names: Record<Locale, string>;
  key: string;
}

type Names = readonly [en: string, es: string, ...others: string[]];

/** By code. */
const NAMES: Record<string, Names> = {
  1: ['Europe', 'Europa'],
  2: ['Africa', 'África'],
  3: ['Asia-Temperate', 'Asia templada', 'Temperate Asia'],
  4: ['Asia-Tropical', 'Asia tropical', 'Tropical Asia'],
  5: ['Australasia', 'Australasia'],
  6: ['Pacific', 'Pacífico'],
  7: ['Northern America', 'América septentrional', 'North America', 'América del Norte', 'Norteamérica'],
  8: ['Southern America', 'América meridional'],
  9: ['Antarctic', 'Antártida', 'Antarctica', 'Antártica'],
  10: ['Northern Europe', 'Europa septentrional', 'Europa del Norte', 'Norte de Europa'],
  11: ['Middle Europe', 'Europa central', 'Central Europe', 'Europa media'],
  12: ['Southwestern Europe', 'Europa suroccidental', 'Europa sudoccidental', 'Suroeste de Europa'],
  13: ['Southeastern Europe', 'Europa suroriental', 'Europa sudoriental', 'Sureste de Europa'],
  14: ['Eastern Europe', 'Europa oriental', 'Europa del Este', 'Este de Europa'],
  20: ['Northern Africa', 'África septentrional', 'North Africa', 'África del Norte', 'Norte de África'],
  21: ['Macaronesia', 'Macaronesia'],
  22: ['West Tropical Africa', 'África tropical occidental'],
  23: ['West-Central Tropical Africa', 'África tropical centro-occidental'],
  24: ['Northeast Tropical Africa', 'África tropical nororiental'],
  25: ['East Tropical Africa', 'África tropical oriental'],
  26: ['South Tropical Africa', 'África tropical meridional', 'África tropical austral'],
  27: ['Southern Africa', 'África austral', 'África meridional', 'Sur de África'],
  28: ['Middle Atlantic Ocean', 'Océano Atlántico medio', 'Atlántico medio'],
  29: ['Western Indian Ocean', 'Océano Índico occidental', 'Índico occidental'],
  30: ['Siberia', 'Siberia'],
  31: ['Russian Far East', 'Lejano Oriente ruso', 'Extremo Oriente ruso'],
  32: ['Middle Asia', 'Asia central', 'Central Asia', 'Asia media'],
  33: ['Caucasus', 'Cáucaso'],
  34: ['Western Asia', 'Asia occidental'],
  35: ['Arabian Peninsula', 'Península arábiga', 'Península arábica'],
  36: ['China', 'China'],
  37: ['Mongolia', 'Mongolia'],
  38: ['Eastern Asia', 'Asia oriental', 'East Asia'],
  40: ['Indian Subcontinent', 'Subcontinente indio'],
  41: ['Indo-China', 'Indochina'],
  42: ['Malesia', 'Malesia'],
  43: ['Papuasia', 'Papuasia'],
  50: ['Australia', 'Australia'],
  51: ['New Zealand', 'Nueva Zelanda', 'Nueva Zelandia'],
  60: ['Southwestern Pacific', 'Pacífico suroccidental', 'Pacífico sudoccidental'],
  61: ['South-Central Pacific', 'Pacífico centro-sur', 'Pacífico centromeridional'],
  62: ['Northwestern Pacific', 'Pacífico noroccidental'],
  63: ['North-Central Pacific', 'Pacífico centro-norte', 'Pacífico centroseptentrional'],
  70: ['Subarctic America', 'América subártica'],
  71: ['Western Canada', 'Canadá occidental', 'Oeste de Canadá'],
  72: ['Eastern Canada', 'Canadá oriental', 'Este de Canadá'],
  73: ['Northwestern U.S.A.', 'Noroeste de Estados Unidos'],
  74: ['North-Central U.S.A.', 'Centro-norte de Estados Unidos'],
  75: ['Northeastern U.S.A.', 'Noreste de Estados Unidos', 'Nordeste de Estados Unidos'],
  76: ['Southwestern U.S.A.', 'Suroeste de Estados Unidos', 'Sudoeste de Estados Unidos'],
  77: ['South-Central U.S.A.', 'Centro-sur de Estados Unidos'],
  78: ['Southeastern U.S.A.', 'Sureste de Estados Unidos', 'Sudeste de Estados Unidos'],
  79: ['Mexico', 'México'],
  80: ['Central America', 'América Central', 'Centroamérica'],
  81: ['Caribbean', 'Caribe', 'El Caribe', 'The Caribbean'],
  82: ['Northern South America', 'Norte de Sudamérica', 'Norte de América del Sur', 'Sudamérica septentrional'],
  83: ['Western South America', 'Oeste de Sudamérica', 'Oeste de América del Sur', 'Sudamérica occidental'],
  84: ['Brazil', 'Brasil'],
  85: ['Southern South America', 'Sur de Sudamérica', 'Sur de América del Sur', 'Sudamérica meridional', 'Cono Sur'],
  90: ['Subantarctic Islands', 'Islas subantárticas'],
  91: ['Antarctic Continent', 'Continente antártico'],
};

const SAME_PARTS: [string, string[]][] = [
  ['U.S.A.', ['USA', 'U.S.', 'US', 'United States']],
  ['Estados Unidos', ['EE. UU.', 'EE.UU.', 'EEUU', 'los Estados Unidos']],
];

const SCHEMES = ['WGSRPD:', 'TDWG:'];

const toRegion = ([code, [en, es]]: [string, Names]): Region => ({ code, names: { en, es }, key: fold(en) });
const PLACES = Object.entries(NAMES).map(toRegion);
export const REGIONS: readonly Region[] = PLACES.filter((place) => !isContinent(place));
export const CONTINENTS: readonly Region[] = PLACES.filter(isContinent);

const byName = new Map(
  [...REGIONS, ...CONTINENTS].flatMap((region) => spellingsOf(region).map((each) => [fold(each), region] as const)),
);

/** A single digit may mean anything, so it is no spelling of a continent. */
function spellingsOf(region: Region): string[] {
  const { code } = region;
  const names: readonly string[] = NAMES[code];
  const others = SAME_PARTS.flatMap(([part, written]) =>
    names.filter((name) => name.includes(part)).flatMap((name) => written.map((each) => name.replace(part, each))),
  );
  const codes = SCHEMES.map((scheme) => scheme + code);
  return [...names, ...others, ...codes, ...(isContinent(region) ? [] : [code])];
}

function isContinent({ code }: Region): boolean {
  return code.length === 1;
}

export function findRegion(text: string): Region | undefined {
  return byName.get(fold(text));
}

/** The name in the given language if it is a region, else the text itself. */
export function regionName(text: string, locale: Locale): string {
  return findRegion(text)?.names[locale] ?? text;
}

/** The same for all spellings of a region. */
export function placeKey(text: string): string {
  const key = fold(text);
  return byName.get(key)?.key ?? key;
}

/** The keys of a continent's regions; none for any other place. */
export function keysWithin(text: string): string[] {
  const place = findRegion(text);
  if (!place || !isContinent(place)) return [];
  return REGIONS.filter(({ code }) => code.startsWith(place.code)).map(({ key }) => key);
}
