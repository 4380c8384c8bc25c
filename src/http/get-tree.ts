// In charge of GET /trees/{slug}: one tree whole, with its relatives.

import { RECORD_MARKS } from '../snapshot/layout.ts';
import type { Marked } from '../snapshot/open.ts';
import { fold, type Locale } from '../vocabulary.ts';
import type { Answer, Question } from './operation.ts';
import { DETAIL_PARAMETERS } from './parameters.ts';
import type { Problem } from './problem.ts';
import type { Published } from './service.ts';

export const getTree = {
  pattern: '/api/v1/trees/{slug}',
  parameters: DETAIL_PARAMETERS,
  answer({ given, published, base, defaultLocale, pieces, slug }: Question): Answer | Problem {
    const { catalogue, revision } = published;
    const tree = catalogue.find(slug);
    if (tree === -1) return treeNotFound(slug, published);

    const locale = given.one('locale') ?? defaultLocale;
    const records = catalogue.snapshot.records[locale];
    const self = `${base}/api/v1/trees/${slug}${given.toQueryString()}`;
    pieces
      .text('{"data":')
      .detail(records, tree)
      .text(',"related":[')
      .summaries(records, catalogue.related(tree))
      .text(`],"meta":{"locale":"${locale}","revision":"${revision}"},"_links":{"self":"${self}"}}`);
    return { locale, contentLanguage: localeOf(records, tree), pageLinks: '' };
  },
};

function treeNotFound(slug: string, { catalogue }: Published): Problem {
  const meant = fold(slug).replaceAll(' ', '-');
  const hint = catalogue.find(meant) === -1 ? '' : ` Did you mean ${meant}?`;
  return { code: 'tree-not-found', detail: `No tree of the catalogue has this slug.${hint}` };
}

const LOCALE_FIELD = Buffer.from('"locale":"');

/** The language of the text in a record: a name and its quotes like this stand in no other place of its JSON. */
function localeOf({ bytes, marks }: Marked, tree: number): Locale {
  const start = marks[tree * RECORD_MARKS.length + RECORD_MARKS.summaryEnd];
  const at = bytes.indexOf(LOCALE_FIELD, start) + LOCALE_FIELD.length;
  return bytes.toString('latin1', at, at + 2) as Locale;
}
