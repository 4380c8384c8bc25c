// In charge of GET /trees/{slug}: one tree whole, with its relatives.

import type { Answer, Question } from './operation.ts';
import { DETAIL_PARAMETERS } from './parameters.ts';
import type { Problem } from './problem.ts';

export const getTree = {
  pattern: '/api/v1/trees/{slug}',
  parameters: DETAIL_PARAMETERS,
  answer({ given, published, base, defaultLocale, pieces, slug }: Question): Answer | Problem {
    const { catalogue, revision } = published;
    const tree = catalogue.find(slug);
    if (tree === -1) return { code: 'tree-not-found', detail: 'No tree of the catalogue has this slug.' };

    const locale = given.one('locale') ?? defaultLocale;
    const records = catalogue.snapshot.records[locale];
    const self = `${base}/api/v1/trees/${slug}${given.toQueryString()}`;
    pieces
      .text('{"data":')
      .detail(records, tree)
      .text(',"related":[')
      .summaries(records, catalogue.related(tree))
      .text(`],"meta":{"locale":"${locale}","revision":"${revision}"},"_links":{"self":"${self}"}}`);
    return { locale, linkHeader: '' };
  },
};
