import { isObject } from '../../../../domain/fields/field-types.ts';
import { wordSet } from '../../../../domain/names/name-words.ts';
import { quote } from '../../../../domain/text.ts';
import { CONSERVATION_STATUSES, fold, parseConservationStatus } from '../../../../domain/vocabulary.ts';
import type { TableRow } from '../tables/row.ts';
import { intern } from '../taxa/detached-text.ts';
import { isCountry, isWorld, type NamedPlace, placeOf } from '../taxa/places.ts';
import type { Taxon } from '../taxa/taxon.ts';
import type { Extension, ExtensionContext } from './extension.ts';

const INTRODUCED = wordSet(
  'introduced naturalised naturalized invasive managed cultivated adventive alien exotic nonnative introducido introducida naturalizado cultivado introduit exotique',
);
const ABSENT = wordSet('absent excluded extinct eradicated ausente extinto extinta extinguido');
const DOUBTFUL = wordSet('doubtful uncertain questionable presenceuncertain dudoso dudosa inquirendum');

export const distributions: Extension = {
  terms: [
    ...['locality', 'locationID', 'country', 'countryCode', 'occurrenceStatus', 'establishmentMeans'],
    ...['threatStatus', 'eventDate', 'occurrenceRemarks'],
  ],
  read(row, taxon, context) {
    const place = placeOf(row);
    const threat = row.value('threatStatus');
    if (threat) takeThreat(row, taxon, threat, place?.name, context);
    if (place && !isWorld(place.name)) takePlace(row, taxon, place, context);
    else if (!place && !threat) {
      const message = 'Rows name no place: give locality, locationID or countryCode.';
      context.reports.warnOnce('doubtful-value', row.place('locality'), message);
    }
  },
};

function takePlace(row: TableRow, taxon: Taxon, { name, isCode }: NamedPlace, { reports }: ExtensionContext): void {
  if (isCode) {
    const message = `${quote(name)} is not a code that is known, and is kept as it stands. Give the name of the place as locality.`;
    reports.warn('doubtful-value', row.place('locationID'), message, `place ${name}`);
  }
  const [status, means] = [row.value('occurrenceStatus'), row.value('establishmentMeans')].map(joinedWord);
  if (ABSENT.has(status)) {
    reports.passOver(row.place('occurrenceStatus'), 'Rows tell where a taxon is not.');
  } else if (INTRODUCED.has(means)) addOnce(taxon, 'introducedDistribution', name);
  else if (DOUBTFUL.has(status)) addOnce(taxon, 'doubtfulDistribution', name);
  else {
    taxon.distribution.add(name);
    taxon.comesFrom(row, 'locality');
  }
}

function addOnce(taxon: Taxon, attribute: string, name: string): void {
  const list = taxon.attributes.get(attribute);
  if (!Array.isArray(list) || !list.includes(name)) taxon.addTo(attribute, name);
}

function joinedWord(word: string): string {
  return fold(word).replaceAll(' ', '');
}

/** Categories of the Red List before 2001, and what they are called in addresses. */
const OLDER: Record<string, string> = { 'lr/nt': 'NT', 'lr/cd': 'NT', 'lr/lc': 'LC', cd: 'NT', pe: 'CR', pew: 'CR' };

/** The category of the world goes before that of a part of it. */
function takeThreat(
  row: TableRow,
  taxon: Taxon,
  written: string,
  place: string | undefined,
  { reports }: ExtensionContext,
): void {
  const word = written.slice(written.lastIndexOf('#') + 1).replace(/^https?:.*\//i, '');
  const status = parseConservationStatus(word) ?? OLDER[word.toLowerCase()] ?? withCode(word);
  if (!status) {
    const message = `${quote(written)} is not an IUCN category and is kept as an attribute. Use ${CONSERVATION_STATUSES.join(', ')}, or the category’s name.`;
    reports.warn('bad-status', row.place('threatStatus'), message);
    taxon.attributes.set('threatStatus', intern(written));
    return;
  }
  const assessment = assessmentIn(row, place);
  const isGlobal = !isOfPart(assessment);
  const given = taxon.facts.get('conservationStatus');
  const wasGlobal = !isOfPart(taxon.facts.get('conservationAssessment')?.value);
  if (!given || (isGlobal && !wasGlobal)) {
    taxon.facts.set('conservationStatus', { term: 'threatStatus', value: status });
    taxon.facts.delete('conservationAssessment');
    if (Object.keys(assessment).length > 0)
      taxon.facts.set('conservationAssessment', { term: 'threatStatus', value: assessment });
    taxon.comesFrom(row, 'threatStatus');
  } else if (given.value !== status && isGlobal === wasGlobal) {
    const message = `The category is ${status} here but ${given.value} in a row before; the latter stands.`;
    reports.warn('facts-differ', row.place('threatStatus'), message);
  }
  if (!isGlobal) taxon.addTo('regionalThreatStatus', `${status} (${place})`);
}

/** Such as A2cd and B1ab(iii)+2ab(iii); C2a(i); D. */
const CRITERIA = /^[A-E][1-4]?[a-e()iv,+0-9; A-E]*$/;

/** What the row says of the year, of the criteria and of the part of the world. */
function assessmentIn(row: TableRow, place: string | undefined): Record<string, string> {
  const year = /^(?:19|20)\d{2}/.exec(row.value('eventDate'))?.[0];
  const remarks = row.value('occurrenceRemarks');
  const part = isCountry(row) ? 'national' : 'regional';
  const scope = place === undefined ? undefined : isWorld(place) ? 'global' : part;
  // A row for the world, or without a place, is all about the category.
  const isCriteria = CRITERIA.test(remarks) || (remarks !== '' && (scope === undefined || scope === 'global'));
  return { ...(year && { year }), ...(isCriteria && { criteria: remarks }), ...(scope && { scope }) };
}

function isOfPart(assessment: unknown): boolean {
  return isObject(assessment) && (assessment.scope === 'national' || assessment.scope === 'regional');
}

/** Such as “Vulnerable (VU)” and “VU A2cd”. */
function withCode(word: string): string | undefined {
  const found: string[] = word.match(/[A-Z]{2}/g) ?? [];
  const codes = CONSERVATION_STATUSES.filter((code) => found.includes(code));
  return codes.length === 1 && /^(?:.*\()?[A-Z]{2}\b/.test(word) ? codes[0] : undefined;
}
