// Defines the core of an archive: a row for each tree, and one for each synonym, which refers to its tree.

import { parseScientificName } from '../../../domain/names/scientific-name.ts';
import { slugLike } from '../../../domain/slugs.ts';
import type { TreeDetail } from '../../../domain/tree.ts';
import { type Table, taxonId } from './table.ts';

export const taxa: Table = {
  file: 'taxon.csv',
  rowType: 'dwc:Taxon',
  terms: [
    'dwc:acceptedNameUsageID',
    'dwc:acceptedNameUsage',
    'dwc:taxonomicStatus',
    'dwc:scientificName',
    'dwc:scientificNameAuthorship',
    'dwc:taxonRank',
    'dwc:family',
    'dcterms:modified',
  ],
  rowsOf([tree]) {
    const { scientificName: name, scientificNameAuthorship: authors, family, updatedAt } = tree;
    const accepted = [taxonId(tree), '', '', 'accepted', name, authors ?? '', rankOf(name), family, updatedAt ?? ''];
    const synonyms = synonymsOf(tree).map(({ id, synonym }) => {
      return [id, taxonId(tree), name, 'synonym', synonym, '', rankOf(synonym), family, ''];
    });
    return [accepted, ...synonyms];
  },
};

/** The identifiers are stable as long as the name is, and no tree can have one. */
function synonymsOf(tree: TreeDetail): { id: string; synonym: string }[] {
  const taken = new Map<string, number>();
  return tree.synonyms.map((synonym) => {
    const id = `${taxonId(tree)}#${slugLike(synonym)}`;
    const number = (taken.get(id) ?? 0) + 1;
    taken.set(id, number);
    return { id: number === 1 ? id : `${id}#${number}`, synonym };
  });
}

const RANKS: [string, string[]][] = [
  ['subspecies', ['subsp', 'ssp', 'nothosubsp']],
  ['variety', ['var', 'nothovar']],
  ['form', ['f', 'fo', 'forma']],
];

/** Empty if the form of the name does not tell. */
function rankOf(name: string): string {
  const parsed = parseScientificName(name);
  if (!parsed || parsed.isFormula || parsed.isNarrower || parsed.isDoubtful || parsed.also !== undefined) return '';
  const { epithet, infraspecific, rank = '' } = parsed;
  if (infraspecific !== undefined) return RANKS.find(([, spellings]) => spellings.includes(rank))?.[0] ?? '';
  return epithet === undefined ? '' : 'species';
}
