import { API_PREFIX, fold, type Locale } from '../../domain/vocabulary.ts';
import { RECORD_MARKS } from '../../snapshot/layout.ts';
import type { MarkedBytes } from '../../snapshot/open.ts';
import { TREE } from '../openapi/examples.ts';
import type { Published } from '../pipeline/service.ts';
import type { Problem } from '../response/problems.ts';
import { mapLink } from './get-map.ts';
import type { JsonOperation } from './operation.ts';

export const getTree: JsonOperation = {
  route: `${API_PREFIX}/trees/{slug}`,
  parameters: ['locale'],
  described: {
    operationId: 'getTree',
    tag: 'trees',
    summary: 'Get a tree',
    description: 'One tree whole, with up to five related trees.',
    answer: { description: 'The tree.', shape: 'TreeAnswer', example: TREE },
    redirect: 'The tree had this slug before: it is at another address now.',
  },
  answer({ given, published, base, defaultLocale, json, slug }) {
    const { catalogue, revision } = published;
    const tree = catalogue.find(slug);
    if (tree === -1) {
      const present = catalogue.presentSlug(slug);
      const location = `${base}${API_PREFIX}/trees/${present}${given.toQueryString()}`;
      return present === undefined ? treeNotFound(slug, published) : { location };
    }
    const locale = given.one('locale') ?? defaultLocale;
    const records = catalogue.snapshot.records[locale];
    const self = `${base}${API_PREFIX}/trees/${slug}${given.toQueryString()}`;
    json
      .text('{"data":')
      .trees(records, [tree], 'detail')
      .text(',"related":[')
      .trees(records, catalogue.related(tree), 'summary')
      .text(
        `],"meta":{"locale":"${locale}","revision":"${revision}"},"_links":{"self":"${self}"${mapLink(published, base)}}}`,
      );
    return { locale, contentLanguage: localeOf(records, tree), pageLinks: '' };
  },
};

function treeNotFound(slug: string, { catalogue, changeLog, number }: Published): Problem {
  const removedBy = changeLog.removedBy(slug, number);
  if (removedBy !== undefined)
    return { code: 'tree-removed', detail: `This slug led to a tree until revision r${removedBy} removed it.` };
  const meant = fold(slug).replaceAll(' ', '-');
  const hint = catalogue.find(meant) === -1 ? '' : ` Did you mean ${meant}?`;
  return { code: 'tree-not-found', detail: `No tree of the catalogue has this slug.${hint}` };
}

const LOCALE_FIELD = Buffer.from('"locale":"');

/** The language of the text in a record. Quotes in its texts are escaped, so that the field is found once. */
function localeOf({ bytes, marks }: MarkedBytes, tree: number): Locale {
  const start = marks[tree * RECORD_MARKS.length + RECORD_MARKS.summaryEnd];
  const at = bytes.indexOf(LOCALE_FIELD, start) + LOCALE_FIELD.length;
  return bytes.toString('latin1', at, at + 2) as Locale;
}
