import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { JsonWriter } from '../../catalogue/json-writer.ts';
import type { View } from '../../domain/fields.ts';
import { revisionNumber } from '../../domain/revision-id.ts';
import { API_PREFIX, type Locale } from '../../domain/vocabulary.ts';
import type { TreeChange } from '../../snapshot/change-log.ts';
import { CHANGE_LIST } from '../openapi/examples.ts';
import { DEFAULT_PAGE_SIZE, VIEW_OR_NONE } from '../query/parameters.ts';
import { retryAfter } from '../response/headers.ts';
import { renderPaging } from '../response/paging.ts';
import type { Problem } from '../response/problems.ts';
import type { JsonOperation } from './operation.ts';

const ROUTE = `${API_PREFIX}/changes`;

/** Instances load a revision within 2 s, or within 10 s if the catalogue is large. */
const RETRY_AFTER_SECONDS = 5;

export const listChanges: JsonOperation = {
  route: ROUTE,
  parameters: ['locale', 'since', 'page', 'pageSize', 'view'],
  variants: { view: VIEW_OR_NONE },
  described: {
    operationId: 'listChanges',
    tag: 'trees',
    summary: 'List changes',
    description:
      'What was added, changed and removed since a revision: one entry a tree, the net of all revisions between, by slug. All pages together make the present catalogue out of a copy of that revision.',
    answer: {
      description: 'A page of changes; none where nothing has changed.',
      shape: 'ChangeList',
      example: CHANGE_LIST,
    },
  },
  answer({ given, published, base, defaultLocale, rateWindow, json }) {
    const { changeLog, revision } = published;
    const present = published.number;
    const asked = given.one('since') as string;
    const since = revisionNumber(asked);
    if (since !== undefined && since > present) return notLoaded(asked, revision, rateWindow);
    if (since === undefined || !changeLog.knows(since)) return expired(asked, base);
    const locale = given.one('locale') ?? defaultLocale;
    const [page, pageSize] = [given.one('page') ?? 1, given.one('pageSize') ?? DEFAULT_PAGE_SIZE];
    const view = (given.one('view') ?? 'record') as View | 'none';
    const changed = changeLog.changed(since, present);
    const paging = { page, pageSize, total: changed.length };
    const { pagination, links, header } = renderPaging(paging, `${base}${ROUTE}`, given);
    const shown = changed.slice((page - 1) * pageSize, page * pageSize);
    json.text('{"data":[');
    for (const [at, index] of shown.entries()) {
      if (at > 0) json.text(',');
      writeChange(json, changeLog.change(index, since, present), published.catalogue, locale, view);
    }
    const meta = { since: `r${since}`, revision, locale };
    json.text(`],"pagination":${pagination},"meta":${JSON.stringify(meta)},"_links":${links}}`);
    return { locale, contentLanguage: locale, pageLinks: header };
  },
};

function writeChange(
  json: JsonWriter,
  { slug, change, revision }: TreeChange,
  catalogue: Catalogue,
  locale: Locale,
  view: View | 'none',
): void {
  json.text(`{"slug":"${slug}","change":"${change}","revision":"r${revision}"`);
  if (view !== 'none') {
    json.text(',"tree":');
    if (change === 'removed') json.text('null');
    else json.trees(catalogue.snapshot.records[locale], [catalogue.find(slug)], view);
  }
  json.text('}');
}

/** Another instance, ahead of this one, answered the client before. */
function notLoaded(since: string, present: string, rateWindow: number): Problem {
  const seconds = Math.min(RETRY_AFTER_SECONDS, rateWindow);
  return {
    code: 'revision-not-loaded',
    detail: `This instance serves ${present} and has not loaded ${since} yet. Try again in ${seconds} s.`,
    headers: retryAfter(seconds),
  };
}

function expired(since: string, base: string): Problem {
  return {
    code: 'revision-expired',
    detail: `What has changed since ${since} is not known: it is too old, or was never published. Fetch the whole catalogue.`,
    links: { export: `${base}${API_PREFIX}/exports/trees` },
  };
}
