import type { View } from '../../domain/fields/fields.ts';
import { revisionNumber } from '../../domain/revision-id.ts';
import { API_PREFIX } from '../../domain/vocabulary.ts';
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
    const { catalogue, changeLog, revision } = published;
    const present = published.number;
    const asked = given.one('since') as string;
    const since = revisionNumber(asked);
    if (since !== undefined && since > present) return notLoaded(asked, revision, rateWindow);
    if (since === undefined || !changeLog.knows(since)) return expired(asked, base);
    const locale = given.one('locale') ?? defaultLocale;
    const [page, pageSize] = [given.one('page') ?? 1, given.one('pageSize') ?? DEFAULT_PAGE_SIZE];
    const records = catalogue.snapshot.records[locale];
    const view = (given.one('view') ?? 'record') as View | 'none';
    const changed = changeLog.changed(since, present);
    const paging = { page, pageSize, total: changed.length };
    const { pagination, links, header } = renderPaging(paging, `${base}${ROUTE}`, given);
    const shown = changed.slice((page - 1) * pageSize, page * pageSize);
    json.text('{"data":[');
    for (const [at, index] of shown.entries()) {
      const { slug, change, revision: changedBy } = changeLog.change(index, since, present);
      json.text(`${at > 0 ? ',' : ''}{"slug":"${slug}","change":"${change}","revision":"r${changedBy}"`);
      if (view !== 'none' && change === 'removed') json.text(',"tree":null');
      else if (view !== 'none') json.text(',"tree":').trees(records, [catalogue.find(slug)], view);
      json.text('}');
    }
    const meta = { since: `r${since}`, revision, locale };
    json.text(`],"pagination":${pagination},"meta":${JSON.stringify(meta)},"_links":${links}}`);
    return { locale, contentLanguage: locale, pageLinks: header };
  },
};

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
