// Defines the extensions of an archive: the facts and texts of trees, one file per kind.

import { isObject, type Json } from '../../../domain/fields/field-types.ts';
import { findRegion } from '../../../domain/regions/regions.ts';
import type { TreeDetail } from '../../../domain/tree.ts';
import { isLocale, type Month, monthIn } from '../../../domain/vocabulary.ts';
import { plain, type Table, taxonId } from './table.ts';

const vernacularNames: Table = {
  file: 'vernacularname.csv',
  rowType: 'gbif:VernacularName',
  terms: ['dwc:vernacularName', 'dcterms:language', 'gbif:isPreferredName'],
  rowsOf(records) {
    const [tree] = records;
    return [
      ...records.map(({ title, locale }) => [taxonId(tree), title, locale, 'true']),
      ...tree.commonNames.map(({ name, language }) => [taxonId(tree), name, language, 'false']),
    ];
  },
};

/** A conservation status is about the world, or about a part of it that has no name. */
const distributions: Table = {
  file: 'distribution.csv',
  rowType: 'gbif:Distribution',
  terms: [
    'dwc:locationID',
    'dwc:locality',
    'dwc:occurrenceStatus',
    'iucn:threatStatus',
    'dwc:eventDate',
    'dwc:occurrenceRemarks',
  ],
  rowsOf([tree]) {
    const { distribution, conservationStatus, conservationAssessment } = tree;
    const rows = distribution.map((place) => [taxonId(tree), locationId(place), place, 'present', '', '', '']);
    if (conservationStatus === null) return rows;
    const { year, criteria, scope } = conservationAssessment ?? { year: null, criteria: null, scope: null };
    const world = scope === 'global' ? 'Global' : '';
    return [...rows, [taxonId(tree), '', world, '', conservationStatus, plain(year), plain(criteria)]];
  },
};

function locationId(place: string): string {
  const region = findRegion(place);
  return region ? `WGSRPD:${region.code}` : '';
}

/** Kinds of text, named by the vocabulary of GBIF if it has a word, and their places in a record. */
const KINDS: [string, (record: TreeDetail) => Json[]][] = [
  ['general', ({ description }) => [description]],
  ['body', ({ body }) => [body]],
  ['distribution', ({ nativeRegion }) => [nativeRegion]],
  ['use', ({ uses }) => uses],
  ['max height', ({ maxHeight }) => [maxHeight]],
  ['elevation', ({ elevation }) => [elevation]],
  ['toxicity level', ({ toxicityLevel }) => [toxicityLevel]],
  ['toxic parts', ({ toxicParts }) => toxicParts],
  ['skin contact risk', ({ skinContactRisk }) => [skinContactRisk]],
  ['allergen risk', ({ allergenRisk }) => [allergenRisk]],
  ['flowering', ({ floweringSeason, locale }) => [monthsIn(floweringSeason, locale)]],
  ['fruiting', ({ fruitingSeason, locale }) => [monthsIn(fruitingSeason, locale)]],
];

const descriptions: Table = {
  file: 'description.csv',
  rowType: 'gbif:Description',
  terms: ['dcterms:description', 'dcterms:type', 'dcterms:language'],
  rowsOf(records) {
    return records.flatMap((record) =>
      KINDS.flatMap(([kind, textsIn]) => {
        const texts = textsIn(record).map(inWords).filter(Boolean);
        return texts.map((text) => [taxonId(record), text, kind, record.locale]);
      }),
    );
  },
};

function inWords(value: Json): string {
  return typeof value === 'boolean' ? String(value) : plain(value);
}

function monthsIn(months: readonly string[], locale: string): string {
  return (months as Month[]).map((month) => (isLocale(locale) ? monthIn(month, locale) : month)).join(', ');
}

const METRES = /^([0-9]{1,3}(?:\.[0-9]{1,3})?) ?m$/;

const speciesProfiles: Table = {
  file: 'speciesprofile.csv',
  rowType: 'gbif:SpeciesProfile',
  terms: ['gbif:isExtinct', 'gbif:lifeForm', 'gbif:sizeInMillimeter'],
  rowsOf([tree]) {
    const { conservationStatus, maxHeight } = tree;
    const isExtinct = conservationStatus === null ? '' : String(conservationStatus === 'EX');
    const metres = METRES.exec(plain(maxHeight))?.[1];
    return [[taxonId(tree), isExtinct, 'tree', metres ? String(Math.round(Number(metres) * 1000)) : '']];
  },
};

/** For each column, the names that authors give it in an image. */
const PARTS_OF_IMAGE = [
  ['url', 'src', 'href', 'identifier', 'address'],
  ['title', 'caption', 'alt', 'description'],
  ['creator', 'author', 'photographer', 'credit'],
  ['license', 'licence', 'rights'],
  ['source', 'references'],
];

/** Each image once, with the most details. */
const multimedia: Table = {
  file: 'multimedia.csv',
  rowType: 'gbif:Multimedia',
  terms: [
    'dcterms:type',
    'dcterms:identifier',
    'dcterms:title',
    'dcterms:creator',
    'dcterms:license',
    'dcterms:source',
  ],
  rowsOf([tree]) {
    const byAddress = new Map<string, string[]>();
    for (const parts of [tree.featuredImage, ...tree.images].map(imageParts)) {
      const [address] = parts;
      const earlier = byAddress.get(address);
      const saysMore = !earlier || parts.filter(Boolean).length > earlier.filter(Boolean).length;
      if (address !== '' && saysMore) byAddress.set(address, parts);
    }
    return Array.from(byAddress.values(), (parts) => [taxonId(tree), 'StillImage', ...parts]);
  },
};

function imageParts(image: Json): string[] {
  if (!isObject(image)) return PARTS_OF_IMAGE.map((_, at) => (at === 0 ? plain(image) : ''));
  return PARTS_OF_IMAGE.map((names) => names.map((name) => plain(image[name])).find(Boolean) ?? '');
}

const identifiers: Table = {
  file: 'identifier.csv',
  rowType: 'gbif:Identifier',
  terms: ['dcterms:identifier', 'dcterms:title'],
  rowsOf([tree]) {
    const given = Object.entries(tree.identifiers);
    return given.flatMap(([register, id]) => (id === null ? [] : [[taxonId(tree), id, register]]));
  },
};

/** The names that authors and readers of archives give to literature. */
const LITERATURE = ['bibliography', 'references', 'literature', 'sources'];

const references: Table = {
  file: 'reference.csv',
  rowType: 'gbif:Reference',
  terms: ['dcterms:bibliographicCitation'],
  rowsOf(records) {
    const given = records.flatMap(({ attributes }) => LITERATURE.flatMap((name) => attributes[name] ?? []));
    const citations = new Set(given.map(plain).filter(Boolean));
    return Array.from(citations, (citation) => [taxonId(records[0]), citation]);
  },
};

/** At most eight: one byte notes which of them have rows of a tree. */
export const EXTENSIONS: readonly Table[] = [
  vernacularNames,
  distributions,
  descriptions,
  speciesProfiles,
  multimedia,
  identifiers,
  references,
];
