// What a copy of an earlier revision needs to become the present one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Tree } from '../../src/domain/tree.ts';
import type { Published } from '../../src/http/pipeline/service.ts';
import { histories, SLUGS } from '../support/histories.ts';
import { often } from '../support/often.ts';
import { serverOver, startTestService, type TestService, testService } from '../support/service.ts';
import { makeText, makeTree } from '../support/trees.ts';

const tree = (slug: string, title = slug) => makeTree({ slug, texts: { en: makeText({ title }), es: makeText() } });
const FIRST = [tree('elm'), tree('oak'), tree('yew')];
const SECOND = [tree('ash'), tree('elm', 'Elm'), tree('yew')];

async function ask({ api }: Pick<TestService, 'api'>, path: string) {
  const response = await fetch(`${api}${path}`);
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

async function published(t: Parameters<typeof startTestService>[0], flags?: Record<string, string>) {
  const service = await startTestService(t, { trees: FIRST, ...(flags && { flags }) });
  service.publish(SECOND, 'r2');
  return service;
}

test('one entry a tree, by slug, with the tree as it is now', async (t) => {
  const service = await published(t);
  const { status, headers, body } = await ask(service, '/changes?since=r1');
  assert.equal(status, 200);
  assert.deepEqual(
    body.data.map(({ slug, change, revision, tree }: any) => [slug, change, revision, tree?.title ?? null]),
    [
      ['ash', 'added', 'r2', 'ash'],
      ['elm', 'changed', 'r2', 'Elm'],
      ['oak', 'removed', 'r2', null],
    ],
  );
  assert.deepEqual(body.meta, { since: 'r1', revision: 'r2', locale: 'en' });
  assert.deepEqual(body.pagination, { page: 1, pageSize: 20, total: 3, totalPages: 1, hasNext: false, hasPrev: false });
  assert.equal(body._links.self, '/api/v1/changes?since=r1');
  assert.deepEqual([headers.get('sylva-revision'), headers.get('content-language')], ['r2', 'en']);
  const again = await fetch(`${service.api}/changes?since=r1`, {
    headers: { 'if-none-match': headers.get('etag') as string },
  });
  assert.equal(again.status, 304);
});

test('trees are those of the list and the detail in every view and language, and left out with none', async (t) => {
  const service = await published(t);
  for (const locale of ['en', 'es']) {
    for (const view of ['summary', 'record', 'detail']) {
      const list = await ask(service, `/trees?slug=ash&view=${view}&locale=${locale}`);
      const changes = await ask(service, `/changes?since=r1&view=${view}&locale=${locale}`);
      assert.deepEqual(changes.body.data[0].tree, list.body.data[0]);
    }
  }
  const { body } = await ask(service, '/changes?since=r1&view=none');
  assert.deepEqual(body.data[2], { slug: 'oak', change: 'removed', revision: 'r2' });
  assert.deepEqual(Object.keys(body.data[0]), ['slug', 'change', 'revision']);
  assert.equal((await ask(service, '/trees?view=none')).status, 400);
});

test('pages are walked by their links', async (t) => {
  const service = await published(t);
  const slugs: string[] = [];
  let next = '/changes?since=r1&pageSize=1&view=none';
  for (; next; ) {
    const { body } = await ask(service, next);
    slugs.push(...body.data.map(({ slug }: any) => slug));
    next = (body._links.next ?? '').replace('/api/v1', '');
  }
  assert.deepEqual(slugs, ['ash', 'elm', 'oak']);
  const beyond = await ask(service, '/changes?since=r1&page=9');
  assert.deepEqual([beyond.status, beyond.body.data, beyond.body.pagination.total], [200, [], 3]);
});

test('the present revision has no changes, and one that is not known is gone', async (t) => {
  const service = await published(t, { 'public-url': 'https://trees.example.org' });
  const { body } = await ask(service, '/changes?since=r2');
  assert.deepEqual([body.data, body.pagination.totalPages], [[], 0]);
  for (const since of ['r0', 'r99999999999999999999', `r${'9'.repeat(199)}`]) {
    const gone = await ask(service, `/changes?since=${since}`);
    assert.deepEqual([gone.status, gone.body.code], [410, 'revision-expired']);
    assert.ok(gone.body.detail.includes(` ${since} `), gone.body.detail);
    assert.equal(gone.body._links.export, 'https://trees.example.org/api/v1/exports/trees');
  }
});

test('answers 503 for a revision newer than its own, also one that the change log has already', async (t) => {
  const service = testService({ trees: FIRST, flags: { 'rate-window': '3' } });
  service.publish(SECOND, 'r2');
  const second = service.published() as Published;
  service.publish(FIRST, 'r3');
  const { changeLog } = service.published() as Published;
  const { origin } = await serverOver(t, { ...service, published: () => ({ ...second, changeLog }) });
  const api = `${origin}/api/v1`;
  for (const since of ['r3', 'r4', 'r999999999']) {
    const { status, headers, body } = await ask({ api }, `/changes?since=${since}`);
    assert.deepEqual([status, body.code, headers.get('retry-after')], [503, 'revision-not-loaded', '3'], since);
    assert.equal(body.detail, `This instance serves r2 and has not loaded ${since} yet. Try again in 3 s.`);
  }
  assert.deepEqual((await ask({ api }, '/changes?since=r2')).body.data, []);
});

test('since must be given, and be a revision', async (t) => {
  const service = await published(t);
  for (const [query, message] of [
    ['', 'must be given'],
    ['?since=', 'must be given'],
    ['?since=12', 'must be a revision, such as r12; did you mean r12?'],
    ['?since=R012', 'must be a revision, such as r12; did you mean r12?'],
    ['?since=r00', 'must be a revision, such as r12'],
    ['?since=r-1', 'must be a revision, such as r12'],
    ['?since=yesterday', 'must be a revision, such as r12'],
    ['?since=r1&since=r2', 'must be given only once'],
    ['?since=%zz', 'is not valid percent-encoded UTF-8'],
  ]) {
    const { status, body } = await ask(service, `/changes${query}`);
    assert.deepEqual([status, body.errors.map((each: any) => each.message)], [400, [message]], query);
  }
  assert.equal((await ask(service, '/changes?since=r1&search=oak')).status, 400);
  assert.equal((await ask(service, '/trees?since=r1')).status, 400);
});

test('a tree that was removed is gone, one that came back is there, one that never was is not found', async (t) => {
  const service = await published(t);
  const { status, body } = await ask(service, '/trees/oak');
  assert.deepEqual(
    [status, body.code, body.detail],
    [410, 'tree-removed', 'This slug led to a tree until revision r2 removed it.'],
  );
  assert.equal((await ask(service, '/trees/fir')).status, 404);
  service.publish(FIRST, 'r3');
  assert.equal((await ask(service, '/trees/oak')).status, 200);
  assert.equal((await ask(service, '/trees/ash')).status, 410);
});

test('a slug that was removed and is a former one now leads to its tree', async (t) => {
  const service = await published(t);
  service.publish([...SECOND, makeTree({ slug: 'quercus-robur', formerSlugs: ['oak'] })], 'r3');
  const { headers, status } = await fetch(`${service.api}/trees/oak`, { redirect: 'manual' });
  assert.deepEqual([status, headers.get('location')], [301, '/api/v1/trees/quercus-robur']);
});

/** The catalogue in both languages, as a partner who fetched everything has it. */
type Copy = Map<string, string>;

async function fetchAll(service: TestService): Promise<Copy> {
  const copy: Copy = new Map();
  for (const locale of ['en', 'es']) {
    const { body } = await ask(service, `/trees?view=detail&pageSize=100&locale=${locale}`);
    for (const each of body.data) copy.set(`${locale} ${each.slug}`, JSON.stringify(each));
  }
  return copy;
}

/** Starts over where a page is of another revision than the first, as docs/api.md says. */
async function bringUpToDate(service: TestService, copy: Copy, since: string, onPage: () => void): Promise<string> {
  const changed: Copy = new Map(copy);
  let revision: string | undefined;
  for (const locale of ['en', 'es']) {
    let next = `/changes?since=${since}&view=detail&pageSize=2&locale=${locale}`;
    while (next) {
      const { body } = await ask(service, next);
      revision ??= body.meta.revision as string;
      if (body.meta.revision !== revision) return await bringUpToDate(service, copy, since, onPage);
      for (const { slug, change, tree } of body.data) {
        if (change === 'removed') changed.delete(`${locale} ${slug}`);
        else changed.set(`${locale} ${slug}`, JSON.stringify(tree));
      }
      next = (body._links.next ?? '').replace('/api/v1', '');
      onPage();
    }
  }
  copy.clear();
  for (const [key, value] of changed) copy.set(key, value);
  return revision as string;
}

test('for random histories: all pages applied to any older copy give the present one, to the letter', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(12), async (editions, pagesBefore) => {
      const service = await startTestService(t, { trees: editions[0] });
      const copies: Copy[] = [];
      for (const [index, trees] of editions.entries()) {
        if (index > 0) service.publish(trees, `r${index + 1}`);
        copies.push(await fetchAll(service));
      }
      const present = copies.at(-1) as Copy;
      for (const [index, old] of copies.entries()) {
        const copy = new Map(old);
        assert.equal(await bringUpToDate(service, copy, `r${index + 1}`, () => {}), `r${editions.length}`);
        assert.deepEqual([...copy].sort(), [...present].sort());
      }
      let pages = 0;
      const copy = new Map(copies[0]);
      const next: Tree[] = [...editions[0].slice(1), tree('zelkova')];
      const revision = await bringUpToDate(service, copy, 'r1', () => {
        if (pages++ === pagesBefore) service.publish(next, `r${editions.length + 1}`);
      });
      const isLater = revision !== `r${editions.length}`;
      assert.deepEqual([...copy].sort(), [...(isLater ? await fetchAll(service) : present)].sort());
    }),
    { numRuns: often(10) },
  );
});

/** What is at the address of each slug when the last of these catalogues is served. */
function expectedAt(slug: string, editions: Tree[][]): string {
  const leadsTo = (trees: Tree[]) => trees.find((each) => each.slug === slug || each.formerSlugs.includes(slug))?.slug;
  const present = leadsTo(editions.at(-1) as Tree[]);
  if (present !== undefined) return present === slug ? '200' : `301 /api/v1/trees/${present}`;
  const last = editions.findLastIndex((trees) => leadsTo(trees) !== undefined);
  return last === -1 ? '404' : `410 This slug led to a tree until revision r${last + 2} removed it.`;
}

async function foundAt({ api }: TestService, slug: string): Promise<string> {
  const response = await fetch(`${api}/trees/${slug}`, { redirect: 'manual' });
  const body = await response.text();
  if (response.status === 301) return `301 ${response.headers.get('location')}`;
  return response.status === 410 ? `410 ${JSON.parse(body).detail}` : String(response.status);
}

test('for random histories: every slug that ever led to a tree leads to it, or says which revision removed it', async (t) => {
  await fc.assert(
    fc.asyncProperty(histories, async (editions) => {
      const service = await startTestService(t, { trees: editions[0] });
      for (const [index, trees] of editions.entries()) {
        if (index > 0) service.publish(trees, `r${index + 1}`);
        for (const slug of SLUGS)
          assert.equal(await foundAt(service, slug), expectedAt(slug, editions.slice(0, index + 1)), slug);
      }
    }),
    { numRuns: often(10) },
  );
});
