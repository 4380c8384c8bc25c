// Maps the tables of a Catalogue of Life Data Package (ColDP) to Darwin Core: file names to kinds of tables, columns to terms.

import { fold } from '../../../../domain/vocabulary.ts';
import type { TableRow } from '../tables/row.ts';
import { isYes, statusOf } from '../taxa/words.ts';

/** Terms by column. Other columns are called like their terms. */
type Terms = Record<string, string>;

export interface Entity {
  terms: Terms;
  /** The column without which it is no such table; the identifier of a row if not given. */
  needs?: string;
  /** The kind of an extension. */
  rowType?: string;
  /** Translates values of a row. */
  adapt?: (row: TableRow) => TableRow[];
  /** Columns that only `adapt` reads. */
  alsoRead?: string[];
}

const OF_NAMES: Terms = { authorship: 'scientificNameAuthorship', rank: 'taxonRank' };
const OF_TAXA: Terms = { ID: 'taxonID', parentID: 'parentNameUsageID', link: 'references' };

export const ENTITIES = {
  NameUsage: { terms: { ...OF_NAMES, ...OF_TAXA, status: 'taxonomicStatus' }, adapt: ofUsage },
  Name: { terms: OF_NAMES },
  Taxon: { terms: OF_TAXA, adapt: ofTaxon },
  Synonym: {
    terms: { ID: 'synonymID', taxonID: 'acceptedNameUsageID', status: 'taxonomicStatus' },
    needs: 'taxonID',
  },
  VernacularName: {
    rowType: 'VernacularName',
    terms: { name: 'vernacularName', preferred: 'isPreferredName' },
  },
  Distribution: {
    rowType: 'Distribution',
    terms: { area: 'locality', areaID: 'locationID', status: 'occurrenceStatus', year: 'eventDate' },
    alsoRead: ['gazetteer'],
    adapt: ofDistribution,
  },
  Media: { rowType: 'Multimedia', terms: { url: 'identifier', link: 'references' } },
  TaxonProperty: {
    rowType: 'MeasurementOrFact',
    terms: { property: 'measurementType', value: 'measurementValue' },
  },
} satisfies Record<string, Entity>;

export type EntityName = keyof typeof ENTITIES;

/** The column that identifies a row, or in an extension its taxon. */
export function idColumnOf({ rowType }: Entity): string {
  return rowType ? 'taxonID' : 'ID';
}

const TABLE_FILE = /(?:^|\/)([^/]+)\.(?:csv|tsv|tab|txt)$/i;
const byFileName = new Map(Object.keys(ENTITIES).map((name) => [name.toLowerCase(), name as EntityName]));

/** The kind of table that a file is by its name: `data/vernacular-name.tsv` is VernacularName. */
export function entityOf(file: string): EntityName | undefined {
  const name = TABLE_FILE.exec(file)?.[1] ?? '';
  return byFileName.get(name.toLowerCase().replace(/[-_ ]/g, ''));
}

/** The parent of a synonym is its accepted name. */
function ofUsage(row: TableRow): TableRow[] {
  const status = statusOf(row.value('taxonomicStatus'));
  if (status !== 'synonym' && status !== 'misapplied') return [row];
  const names = {
    acceptedNameUsageID: row.value('parentNameUsageID'),
    parentNameUsageID: '',
    scientificNameAuthorship: withPhrase(row.value('scientificNameAuthorship'), row),
  };
  return [row.with(names)];
}

function ofTaxon(row: TableRow): TableRow[] {
  return [row.with({ taxonomicStatus: isYes(row.value('provisional')) ? 'provisionally accepted' : 'accepted' })];
}

/** Such as “auct. non L.”, which says that a name was misapplied. */
export function withPhrase(authorship: string, row: TableRow): string {
  return [authorship, row.value('namePhrase')].filter(Boolean).join(' ');
}

/** By gazetteer, the prefix of its codes in Darwin Core. */
const SCHEMES: Record<string, string> = { tdwg: 'TDWG:', iso: 'ISO:' };
const CODE = /^(?:\d{1,2}|[A-Z]{2,3})$/;

/** The code of a place may stand in areaID, or in area itself. */
function ofDistribution(row: TableRow): TableRow[] {
  const scheme = SCHEMES[fold(row.value('gazetteer'))] ?? '';
  const [area, areaId, status] = ['locality', 'locationID', 'occurrenceStatus'].map((term) => row.value(term));
  const isCode = scheme !== '' && areaId === '' && CODE.test(area);
  const code = isCode ? area : areaId;
  const place = {
    locality: isCode ? '' : area,
    locationID: code === '' || code.includes(':') ? code : scheme + code,
    establishmentMeans: row.value('establishmentMeans') || (fold(status) === 'domesticated' ? 'cultivated' : status),
  };
  return [row.with(place)];
}
