import { EXPORT_FORMATS } from '../../catalogue/export/export.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
import { NARROWING_PARAMETERS } from '../query/parameters.ts';
import { toTreesQuery } from '../query/parsed-query.ts';
import type { ExportOperation } from './operation.ts';

export const exportTrees: ExportOperation = {
  route: `${API_PREFIX}/exports/trees`,
  parameters: ['locale', ...NARROWING_PARAMETERS, 'format'],
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
    const format = given.one('format') ?? 'ndjson';
    return { ...toTreesQuery(given, defaultLocale), format, only: given.one('locale') };
  },
};
