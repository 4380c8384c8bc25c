// In charge of GET /exports/trees: the whole catalogue, or what filters and search leave of it, in one answer.

import { EXPORT_FORMATS } from '../../catalogue/export/export.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { EXPORT_PARAMETERS } from '../query/parameters.ts';
import { toTreesQuery } from '../query/parsed-query.ts';
import type { ExportOperation } from './operation.ts';

export const exportTrees: ExportOperation = {
  route: `${API_PREFIX}/exports/trees`,
  parameters: EXPORT_PARAMETERS,
  described: {
    operationId: 'exportTrees',
    tag: 'trees',
    summary: 'Export trees',
    description:
      'Every tree, or what filters and search leave, in one answer, by slug: all that authors wrote, in both languages unless `locale` chooses one, in a form that can be published again; a Darwin Core Archive has what there are terms for. All of it is of one revision. A cut download can be continued: `Range` with `If-Range`, on what is not compressed on the way.',
    answer: {
      description: 'The trees as a file.',
      types: Object.values(EXPORT_FORMATS).map(({ mediaType, example }) => ({ mediaType, example })),
    },
  },
  export(given, defaultLocale) {
    return {
      ...toTreesQuery(given, defaultLocale),
      format: given.one('format') ?? 'ndjson',
      only: given.one('locale'),
    };
  },
};
