// In charge of GET /families: every family with the number of its species.

import { API_PREFIX } from '../../domain/vocabulary.ts';
import { FAMILY_MARKS } from '../../snapshot/layout.ts';
import { FAMILY_LIST } from '../openapi/examples.ts';
import type { JsonOperation } from '../operation.ts';
import { DETAIL_PARAMETERS } from '../parameters.ts';

const ROUTE = `${API_PREFIX}/families`;

export const listFamilies: JsonOperation = {
  route: ROUTE,
  parameters: DETAIL_PARAMETERS,
  described: {
    operationId: 'listFamilies',
    tag: 'families',
    summary: 'List families',
    description: 'Every botanical family of the catalogue with the number of its species, by name.',
    answer: { description: 'The families.', shape: 'FamilyList', example: FAMILY_LIST },
  },
  answer({ given, published, base, defaultLocale, json }) {
    const { catalogue, revision } = published;
    const { snapshot } = catalogue;
    const locale = given.one('locale') ?? defaultLocale;
    const families = snapshot.families[locale];
    const meta = {
      totalFamilies: (families.marks.length - 1) / FAMILY_MARKS.length,
      totalSpecies: snapshot.trees,
      locale,
      revision,
    };
    const query = given.toQueryString();
    const links = { self: `${base}${ROUTE}${query}`, trees: `${base}${API_PREFIX}/trees${query}` };
    json
      .text('{"data":[')
      .families(families)
      .text(`],"meta":${JSON.stringify(meta)},"_links":${JSON.stringify(links)}}`);
    return { locale, contentLanguage: locale, pageLinks: '' };
  },
};
