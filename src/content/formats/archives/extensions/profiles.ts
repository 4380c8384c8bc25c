// Reads the extensions SpeciesProfile and MeasurementOrFact: how a taxon lives, and how high it grows.

import { fold } from '../../../../domain/vocabulary.ts';
import type { TableRow } from '../tables/row.ts';
import { detach, intern } from '../taxa/detached-text.ts';
import type { Taxon } from '../taxa/taxon.ts';
import type { Extension } from './extension.ts';

const PROFILE = [
  ...['isMarine', 'isFreshwater', 'isTerrestrial', 'isInvasive', 'isHybrid', 'isExtinct', 'livingPeriod', 'lifeForm'],
  ...['habit', 'growthForm', 'plantHabit', 'growthHabit', 'habitat', 'ageInDays', 'massInGram', 'sex'],
];

export const speciesProfiles: Extension = {
  terms: [...PROFILE, 'sizeInMillimeter'],
  read(row, taxon) {
    for (const term of PROFILE) {
      const value = row.value(term);
      if (value === '') continue;
      if (taxon.attributes.has(term) && taxon.attributes.get(term) !== value)
        taxon.addTo('furtherProfiles', { [term]: value });
      else taxon.attributes.set(term, intern(value));
    }
    const size = Number(row.value('sizeInMillimeter') || Number.NaN);
    if (size > 0) takeHeight(row, taxon, size / 1000, 'sizeInMillimeter');
  },
};

const HEIGHT = new Set([
  ...['height', 'plant height', 'max height', 'maximum height', 'height max', 'tree height', 'canopy height'],
  ...['altura', 'altura maxima', 'altura max', 'hauteur', 'hauteur maximale', 'wuchshohe'],
]);
const METRES: Record<string, number> = {
  ...{ m: 1, metre: 1, metres: 1, meter: 1, meters: 1, metro: 1, metros: 1, cm: 0.01, centimetre: 0.01, mm: 0.001 },
  ...{ ft: 0.3048, feet: 0.3048, foot: 0.3048 },
};

export const measurements: Extension = {
  terms: ['measurementType', 'measurementValue', 'measurementUnit'],
  read(row, taxon) {
    const [type, value, unit] = measurements.terms.map((term) => row.value(term));
    const metres = (METRES[fold(unit).replace('.', '')] ?? Number.NaN) * Number(value.replace(',', '.') || Number.NaN);
    if (HEIGHT.has(fold(type)) && metres > 0) takeHeight(row, taxon, metres, 'measurementValue');
    else if (value !== '')
      taxon.addTo('measurements', { type: intern(type), value: detach(value), unit: intern(unit) });
  },
};

/** Keeps the greatest height. */
function takeHeight(row: TableRow, taxon: Taxon, metres: number, term: string): void {
  const earlier = Number.parseFloat(String(taxon.facts.get('maxHeight')?.value ?? '0'));
  if (metres <= earlier) return;
  taxon.facts.set('maxHeight', { term, value: `${Number(metres.toPrecision(6))} m` });
  taxon.comesFrom(row, term);
}
