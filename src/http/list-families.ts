// In charge of GET /families: every family with the number of its species.

import { FAMILY_MARKS } from '../snapshot/layout.ts';
import type { Answer, Question } from './operation.ts';
import { DETAIL_PARAMETERS } from './parameters.ts';

export const listFamilies = {
  pattern: '/api/v1/families',
  parameters: DETAIL_PARAMETERS,
  answer({ given, published, base, defaultLocale, pieces }: Question): Answer {
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
    const links = { self: `${base}${listFamilies.pattern}${query}`, trees: `${base}/api/v1/trees${query}` };
    pieces
      .text('{"data":[')
      .families(families)
      .text(`],"meta":${JSON.stringify(meta)},"_links":${JSON.stringify(links)}}`);
    return { locale, contentLanguage: locale, pageLinks: '' };
  },
};
