// Reads the places of distributions: names, codes of WGSRPD, or codes of ISO 3166.

import { botanicalCountry } from '../../../../domain/regions/botanical-countries.ts';
import { findRegion } from '../../../../domain/regions/regions.ts';
import { fold } from '../../../../domain/vocabulary.ts';
import type { TableRow } from '../tables/row.ts';
import { intern } from './detached-text.ts';

const ISO = /^(?:iso(?:[ _-]?3166(?:-?[12])?)?[:_ ]\s*)([a-z]{2})$/i;
const COUNTRY = /^[a-z]{2}$/i;
/** Loading it takes longer than reading a small catalogue. */
let countries: Intl.DisplayNames | undefined;

export interface NamedPlace {
  name: string;
  /** Whether the name is a code that is not known. */
  isCode: boolean;
}

/** Undefined if the row names none. */
export function placeOf(row: TableRow): NamedPlace | undefined {
  const [id, code] = [row.value('locationID'), row.value('countryCode')];
  const written = row.value('locality') || nameOfCode(id) || row.value('country') || nameOfCode(code);
  const name = written || id || code;
  return name ? { name: intern(name), isCode: !written } : undefined;
}

function nameOfCode(code: string): string {
  if (code === '') return '';
  const country = ISO.exec(code)?.[1] ?? (COUNTRY.test(code) ? code : undefined);
  return findRegion(code)?.names.en ?? botanicalCountry(code) ?? (country ? nameOfCountry(country) : '');
}

function nameOfCountry(code: string): string {
  countries ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return countries.of(code.toUpperCase()) ?? '';
}

/** Whether the place is a country as such. */
export function isCountry(row: TableRow): boolean {
  return row.value('countryCode') !== '' || row.value('country') !== '' || ISO.test(row.value('locationID'));
}

const WORLD = new Set(['global', 'world', 'worldwide', 'mundial', 'mundo', 'cosmopolitan', 'iso:001', 'monde', 'welt']);

export function isWorld(place: string): boolean {
  return WORLD.has(fold(place));
}
