// Reads the scientific name of a row: its authors, and what its form tells of its rank.

import { canonicalName, parseScientificName } from '../../../../domain/names/scientific-name.ts';
import type { TableRow } from '../tables/row.ts';
import { type Rank, SPECIES } from './words.ts';

export interface TaxonName {
  name: string;
  authorship: string;
  /** With its authors. */
  whole: string;
  /** Equal for equal names. */
  key: string;
  rankByForm: Rank | undefined;
  /** Whether its authors say that somebody else meant another taxon by it. */
  isMisapplied: boolean;
  /** Whether it is a name for what has none yet, such as `Xyris sp. 1`. */
  isPhrase: boolean;
}

const AUTHORS = /^\(?\p{Lu}/u;
/** In the wide or the narrow sense is still the same taxon. */
const MISAPPLIED = /(?:^|\s)(?:auct(?:t|orum)?\b|sensu\b(?!\.? (?:lat|str)))/i;
const PHRASE = /\s(?:spp?|spec)(?:\.|\s)\s?[^\s.]/i;
const ANY_SPECIES = /\s(?:spp?|spec|indet)\.?$/i;

/** Undefined if the row has none. If its authors stand apart, they are not looked for in the name. */
export function nameOf(row: TableRow, isApart = false): TaxonName | undefined {
  const written = row.value('scientificName') || fromParts(row) || row.value('canonicalName');
  return written === '' ? undefined : readName(written, row.value('scientificNameAuthorship'), isApart);
}

export function readName(written: string, givenAuthorship = '', isApart = false): TaxonName {
  const whole = oneLine(written);
  const given = oneLine(givenAuthorship);
  const alone = !isApart && given !== '' ? withoutEnd(whole, ` ${given}`) : whole;
  const isPhrase = PHRASE.test(alone);
  const parsed = isPhrase ? undefined : parseScientificName(alone);
  const isOne = parsed !== undefined && !parsed.isFormula && !parsed.isNarrower && parsed.also === undefined;
  const splits = !isApart && isOne && AUTHORS.test(parsed.authorship);
  const name = splits ? nameBefore(alone, parsed.authorship) : alone;
  const authorship = given || (splits ? parsed.authorship : '');
  return {
    name,
    authorship,
    whole: given === '' || whole.includes(given) ? whole : `${whole} ${given}`,
    key: isOne ? canonicalName(parsed) : name.toLowerCase(),
    rankByForm: parsed && rankOfForm(parsed, alone),
    isMisapplied: MISAPPLIED.test(authorship) || MISAPPLIED.test(alone),
    isPhrase,
  };
}

/** As it was written if the authors stand at its end; authors in its midst are taken out. */
function nameBefore(whole: string, authorship: string): string {
  const before = withoutEnd(whole, authorship);
  const isName = before !== whole && before !== '' && parseScientificName(before)?.authorship === '';
  return isName ? before : (parseScientificName(whole)?.name ?? whole);
}

function withoutEnd(text: string, end: string): string {
  return text.endsWith(end) ? text.slice(0, -end.length).trimEnd() : text;
}

function rankOfForm(parsed: NonNullable<ReturnType<typeof parseScientificName>>, written: string): Rank {
  if (parsed.infraspecific !== undefined) return { name: 'infraspecific', kind: 'below' };
  if (parsed.isNarrower) return { name: 'cultivar', kind: 'below' };
  if (parsed.epithet !== undefined || parsed.isFormula) return SPECIES;
  return { name: ANY_SPECIES.test(written) ? 'genus' : 'unranked', kind: 'above' };
}

function fromParts(row: TableRow): string {
  const genus = row.value('genus') || row.value('genericName');
  const epithet = row.value('specificEpithet');
  return genus && epithet ? [genus, epithet, row.value('infraspecificEpithet')].filter(Boolean).join(' ') : '';
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
