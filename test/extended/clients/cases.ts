// What every client does, whatever its language: one table. clients/README.md tells the same in words, under the same names.

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Stage, slugOf, TREES, word } from './stage.ts';

/** What a client is asked to do, in a form that the driver of each language understands. */
export interface Call {
  does: 'page' | 'walk' | 'tree' | 'families' | 'match' | 'changes' | 'export' | 'sync';
  baseUrl?: string;
  apiKey?: string;
  /** Set before the client is made, which is then given neither address nor key. */
  env?: { SYLVA_URL: string; SYLVA_KEY: string };
  timeoutSeconds?: number;
  maxRetries?: number;
  maxWaitSeconds?: number;
  /** A folder. */
  cache?: string;
  /** One that was used before, with what it learned of the limit. */
  query?: Record<string, string | number | string[]>;
  slug?: string;
  names?: string[];
  since?: string;
  folder?: string;
  onChange?: 'restart';
}

interface Failure {
  /** The class, by its name in TypeScript. */
  kind: string;
  message: string;
  status: number | null;
  code: string | null;
  retryAfterSeconds: number | null;
}

export type Outcome = { value: any; error?: undefined } | { value?: undefined; error: Failure };

export interface Scene {
  stage: Stage;
  call(what: Call): Promise<Outcome>;
}

export interface Case {
  name: string;
  plays(scene: Scene): Promise<void>;
}

const slugs = (from = 0) => Array.from({ length: TREES }, (_, index) => slugOf(index + from)).sort();
const isSorted = (given: string[]) => [...given].sort();
/** The counts of a family or genus. */
const countsOf = ({ speciesCount, assessedCount, threatenedCount }: any) => ({
  speciesCount,
  assessedCount,
  threatenedCount,
});
const now = { 'retry-after': '0' };

export const CASES: readonly Case[] = [
  {
    name: 'a page comes as the API sends it',
    async plays({ stage, call }) {
      const { value } = await call({ does: 'page', query: { pageSize: 7, page: 2, facets: ['family'], locale: 'es' } });
      assert.equal(value.data.length, 7);
      assert.deepEqual([value.pagination.page, value.pagination.total, value.meta.locale], [2, TREES, 'es']);
      assert.deepEqual(value.facets.family, [
        { value: 'Fagaceae', count: 115 },
        { value: 'Malvaceae', count: 115 },
      ]);
      const nothing = await call({ does: 'page', query: { search: 'arbr' } });
      assert.deepEqual(nothing.value.data, []);
      assert.ok(nothing.value.suggestions.includes('arbor'), JSON.stringify(nothing.value));
      assert.equal(value.meta.revision, stage.revision);
    },
  },
  {
    name: 'a walk gives every tree of a question once',
    async plays({ stage, call }) {
      const front = await stage.front();
      const all = await call({ does: 'walk', baseUrl: front.url });
      assert.deepEqual(isSorted(all.value), slugs());
      assert.equal(front.seen.length, 3, 'pages are as large as they may be');
      const some = await call({ does: 'walk', query: { family: ['Fagaceae', 'Nothing'] } });
      assert.equal(some.value.length, TREES / 2);
    },
  },
  {
    name: 'one tree comes whole, in the language asked for, also by a slug that it had before',
    async plays({ call }) {
      for (const slug of [slugOf(7), 'old-tree']) {
        const { value } = await call({ does: 'tree', slug, query: { locale: 'es' } });
        assert.deepEqual([value.data.slug, value.data.title], [slugOf(7), 'Árbol 7']);
        assert.deepEqual(value.data.synonyms, ['Lignum vetus']);
        assert.equal(value.related.length, 5);
      }
    },
  },
  {
    name: 'families come with their counts',
    async plays({ call }) {
      const { value } = await call({ does: 'families' });
      assert.deepEqual(
        value.map((each: any) => [each.name, each.speciesCount]),
        [
          ['Fagaceae', TREES / 2],
          ['Malvaceae', TREES / 2],
        ],
      );
    },
  },
  {
    name: 'families of some trees come with how threatened these are, and with their genera where they are named',
    async plays({ call }) {
      const counted = { speciesCount: 1, assessedCount: 1, threatenedCount: 0 };
      const [tree] = slugs();
      const some = await call({ does: 'families', query: { view: 'detail', slug: [tree] } });
      assert.deepEqual(some.value.map(countsOf), [counted]);
      const named = await call({
        does: 'families',
        query: { view: 'detail', slug: [tree], family: ['Fagaceae', 'Malvaceae'] },
      });
      assert.deepEqual(named.value[0].genera.map(countsOf), [counted]);
      assert.equal(named.value[0].genera[0].name, 'Arbor');
      const { error } = await call({ does: 'families', query: { family: 'Fagaceae' } });
      assert.equal(error?.kind, 'InvalidParameterError');
    },
  },
  {
    name: 'any number of names is matched, in their order',
    async plays({ stage, call }) {
      const names = Array.from({ length: 150 }, (_, index) => `ARBOR ${word(index)} L.`);
      names.push('lignum vetus', 'Ñandú & co.');
      const front = await stage.front();
      const { value } = await call({ does: 'match', baseUrl: front.url, names });
      assert.deepEqual(
        value.map((each: any) => each.name),
        names,
      );
      const told = [0, 149, 150, 151].map((at) => [value[at].status, value[at].tree?.slug ?? null]);
      assert.deepEqual(told, [
        ['accepted', slugOf(0)],
        ['accepted', slugOf(149)],
        ['synonym', slugOf(7)],
        ['none', null],
      ]);
      assert.equal(front.seen.length, 2);
    },
  },
  {
    name: 'the base address may have /api/v1 and slashes at its end, and without a scheme a sentence says so',
    async plays({ stage, call }) {
      for (const end of ['/', '/api/v1', '/api/v1/']) {
        const { value } = await call({ does: 'families', baseUrl: stage.origin + end });
        assert.equal(value.length, 2, end);
      }
      const { error } = await call({ does: 'families', baseUrl: 'trees.example.org' });
      assert.match(error?.message ?? '', /must begin with https:\/\/ or http:\/\/.*it is trees\.example\.org\./);
    },
  },
  {
    name: 'what is refused is said once, with host and slug',
    async plays({ stage, call }) {
      const front = await stage.front();
      const missing = await call({ does: 'tree', baseUrl: front.url, slug: 'no-such-tree' });
      assert.deepEqual([missing.error?.kind, missing.error?.status], ['NotFoundError', 404]);
      assert.equal(missing.error?.code, 'tree-not-found');
      assert.ok(missing.error?.message.includes(`${front.url}/api/v1/trees/no-such-tree`), missing.error?.message);
      const wrong = await call({ does: 'page', baseUrl: front.url, query: { pageSize: 500, famly: 'x' } });
      assert.deepEqual([wrong.error?.kind, wrong.error?.status], ['InvalidParameterError', 400]);
      assert.match(wrong.error?.message ?? '', /pageSize/);
      const strange = await call({ does: 'families', baseUrl: front.url, apiKey: 'sylva_wrong' });
      assert.deepEqual([strange.error?.kind, strange.error?.status], ['UnauthorizedError', 401]);
      assert.equal(front.seen.length, 3);
    },
  },
  {
    name: 'what fails in passing is tried again',
    async plays({ stage, call }) {
      const faults = [{ status: 502, headers: now }, { status: 503, headers: now }, { cutAfter: 0 }, { cutAfter: 60 }];
      const front = await stage.front((number) => faults[number - 1]);
      const { value } = await call({ does: 'families', baseUrl: front.url });
      assert.equal(value.length, 2);
      assert.equal(front.seen.length, 5);
    },
  },
  {
    name: 'after the last try the error is said',
    async plays({ stage, call }) {
      const front = await stage.front(() => ({ status: 503, headers: now, body: '<html>' }));
      const { error } = await call({ does: 'families', baseUrl: front.url, maxRetries: 2 });
      assert.deepEqual([error?.kind, error?.status, error?.code], ['ServerError', 503, null]);
      assert.equal(front.seen.length, 3);
    },
  },
  {
    name: 'Retry-After is waited for, and one that is too long is an error at once',
    async plays({ stage, call }) {
      const busy = await stage.front((number) =>
        number === 1 ? { status: 429, headers: { 'retry-after': '1' } } : undefined,
      );
      assert.equal((await call({ does: 'families', baseUrl: busy.url })).value.length, 2);
      assert.ok(busy.seen[1].at - busy.seen[0].at > 900);
      const long = await stage.front(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
      const { error } = await call({ does: 'families', baseUrl: long.url });
      assert.deepEqual([error?.kind, error?.retryAfterSeconds], ['RateLimitedError', 3600]);
      assert.equal(long.seen.length, 1);
    },
  },
  {
    name: 'the limit is not gone beyond: nobody is refused',
    async plays({ stage, call }) {
      const front = await stage.front(undefined, await stage.strict(5, 2));
      const { value } = await call({ does: 'walk', baseUrl: front.url, query: { pageSize: 20 } });
      assert.deepEqual(isSorted(value), slugs());
      assert.deepEqual([...new Set(front.seen.map(({ status }) => status))], [200]);
      assert.equal(front.seen.length, 12);
    },
  },
  {
    name: 'no answer in time is an error',
    async plays({ stage, call }) {
      const front = await stage.front(() => ({ silent: true }));
      const { error } = await call({ does: 'families', baseUrl: front.url, timeoutSeconds: 1, maxRetries: 1 });
      assert.equal(error?.kind, 'TimeoutError');
      assert.equal(front.seen.length, 2);
    },
  },
  {
    name: 'nobody there is an error that names the host',
    async plays({ call }) {
      const { error } = await call({ does: 'families', baseUrl: 'http://localhost:9', maxRetries: 0 });
      assert.equal(error?.kind, 'NetworkError');
      assert.match(error?.message ?? '', /localhost:9/);
    },
  },
  {
    name: 'what is no answer of this service is said',
    async plays({ stage, call }) {
      const html = await stage.front(() => ({ status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }));
      assert.equal((await call({ does: 'families', baseUrl: html.url })).error?.kind, 'UnexpectedAnswerError');
      assert.equal(html.seen.length, 1);
    },
  },
  {
    name: 'the key goes to no other service',
    async plays({ stage, call }) {
      const other = await stage.front();
      const front = await stage.front(() => ({ status: 302, headers: { location: `${other.url}/api/v1/families` } }));
      const { error } = await call({ does: 'families', baseUrl: front.url });
      assert.equal(error?.kind, 'UnexpectedAnswerError');
      assert.deepEqual([front.seen.length, other.seen.length], [1, 0]);
    },
  },
  {
    name: 'answers that are kept are asked for conditionally',
    async plays({ stage, call }) {
      const cache = stage.folder();
      const front = await stage.front();
      const ask = () => call({ does: 'tree', baseUrl: front.url, slug: slugOf(3), cache });
      assert.deepEqual(await ask(), await ask());
      assert.deepEqual(
        front.seen.map(({ status }) => status),
        [200, 304],
      );
    },
  },
  {
    name: 'an export gives every tree whole, in both languages',
    async plays({ call }) {
      const { value } = await call({ does: 'export' });
      assert.deepEqual(
        value.trees.map((tree: any) => tree.slug),
        slugs(),
      );
      assert.deepEqual([value.trees[7]['title.en'], value.trees[7]['title.es']], ['Tree 7', 'Árbol 7']);
      const some = await call({ does: 'export', query: { slug: [slugOf(3), slugOf(1)] } });
      assert.equal(some.value.trees.length, 2);
    },
  },
  {
    name: 'an export goes on after cuts, and gives no tree twice',
    async plays({ stage, call }) {
      const cuts = [2_000, 0, 90_000, 50_000, 1];
      const isContinued = async () => {
        const front = await stage.front((number) =>
          number <= cuts.length ? { cutAfter: cuts[number - 1] } : undefined,
        );
        const { value, error } = await call({ does: 'export', baseUrl: front.url });
        assert.equal(error, undefined);
        assert.deepEqual(
          value.trees.map((tree: any) => tree.slug),
          slugs(),
        );
        assert.equal(front.seen.length, cuts.length + 1);
        return front.seen.some(({ status, headers }) => status === 206 && headers['if-range']);
      };
      // A stream that fails may drop what came before and was not read yet; then there is nothing to go on from.
      for (let tries = 1; !(await isContinued()); tries++) assert.ok(tries < 10, 'never goes on where it was');
    },
  },
  {
    name: 'a copy in a folder is a whole revision; what changed brings it up; a cut leaves it as it was',
    async plays({ stage, call }) {
      const folder = stage.folder();
      const first = await call({ does: 'sync', folder });
      assert.deepEqual(first.value, { revision: stage.revision, isWhole: true, upserted: TREES, removed: 0 });
      const expected = async () => {
        const answer = await fetch(`${stage.origin}/api/v1/exports/trees`, { headers: { 'x-api-key': stage.key } });
        return (await answer.text())
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line));
      };
      const copied = () => {
        const [file, ...others] = readdirSync(folder);
        assert.deepEqual([file, others], [`trees-${stage.revision}.ndjson`, []]);
        return readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line));
      };
      assert.deepEqual(copied(), await expected());
      const again = await call({ does: 'sync', folder });
      assert.deepEqual([again.value.upserted, again.value.isWhole], [0, false]);
      const before = readFileSync(join(folder, `trees-${stage.revision}.ndjson`), 'utf8');
      const was = stage.revision;
      await stage.publish();
      const cut = await stage.front((number) => (number > 1 ? { cutAfter: 0 } : undefined));
      const failed = await call({ does: 'sync', folder, baseUrl: cut.url, maxRetries: 1 });
      assert.equal(failed.error?.kind, 'NetworkError');
      assert.equal(readFileSync(join(folder, `trees-${was}.ndjson`), 'utf8'), before);
      const second = await call({ does: 'sync', folder });
      assert.deepEqual(second.value, { revision: stage.revision, isWhole: false, upserted: 11, removed: 1 });
      assert.deepEqual(copied(), await expected());
      const changes = await call({ does: 'changes', since: was, query: { view: 'none' } });
      assert.equal(changes.value.length, 12);
    },
  },
  {
    name: 'a copy that is too old is fetched anew',
    async plays({ stage, call }) {
      const problem = { code: 'revision-expired', requestId: '1', title: 'Expired', detail: 'Too old.' };
      const headers = { 'content-type': 'application/problem+json' };
      const expired = { status: 410, headers, body: JSON.stringify(problem) };
      const front = await stage.front((number) =>
        front.seen[number - 1].path.includes('since=r900') ? expired : undefined,
      );
      const folder = stage.folder();
      writeFileSync(join(folder, 'trees-r900.ndjson'), '');
      const { value } = await call({ does: 'sync', folder, baseUrl: front.url });
      assert.deepEqual(value, { revision: stage.revision, isWhole: true, upserted: TREES, removed: 0 });
      assert.deepEqual(readdirSync(folder), [`trees-${stage.revision}.ndjson`]);
      const { error } = await call({ does: 'changes', since: 'r900', baseUrl: front.url });
      assert.deepEqual([error?.kind, error?.code, error?.status], ['RefusedError', 'revision-expired', 410]);
    },
  },
  {
    name: 'a publish in the middle of a walk ends it, or begins it again',
    async plays({ stage, call }) {
      const publishing = () => stage.front(async (number) => void (number === 2 && (await stage.publish())));
      const ended = await call({ does: 'walk', baseUrl: (await publishing()).url, timeoutSeconds: 60 });
      assert.equal(ended.error?.kind, 'CatalogueChangedError');
      const again = await call({
        does: 'walk',
        baseUrl: (await publishing()).url,
        timeoutSeconds: 60,
        onChange: 'restart',
      });
      assert.deepEqual(isSorted(again.value), slugs(1));
    },
  },
  {
    name: 'an export of which only the end was missing is whole',
    async plays({ stage, call }) {
      const headers = { 'x-api-key': stage.key, 'accept-encoding': 'identity' };
      const answer = await fetch(`${stage.origin}/api/v1/exports/trees`, { headers });
      const { byteLength } = await answer.arrayBuffer();
      const front = await stage.front((number) => {
        if (number === 1) return { cutAfter: 4_000 };
        const [, start = 0] = /^bytes=(\d+)-$/.exec(front.seen[1].headers.range ?? '') ?? [];
        return number === 2 ? { cutAfter: byteLength - Number(start) } : undefined;
      });
      const { value, error } = await call({ does: 'export', baseUrl: front.url });
      assert.equal(error, undefined);
      assert.equal(value.trees.length, TREES);
    },
  },
  {
    name: 'a publish before the rest of a cut export is said',
    async plays({ stage, call }) {
      const front = await stage.front(async (number) => {
        if (number === 1) return { cutAfter: 2_000 };
        await stage.publish();
        return undefined;
      });
      const { error } = await call({ does: 'export', baseUrl: front.url, timeoutSeconds: 60 });
      assert.equal(error?.kind, 'CatalogueChangedError');
    },
  },
  {
    name: 'a restart of the service in the middle of a walk is not noticed',
    async plays({ stage, call }) {
      let restarted: Promise<void> | undefined;
      const front = await stage.front((number) => {
        if (number === 3) restarted = stage.restart();
        return undefined;
      });
      const { value, error } = await call({
        does: 'walk',
        baseUrl: front.url,
        query: { pageSize: 50 },
        maxRetries: 12,
        timeoutSeconds: 60,
      });
      await restarted;
      assert.equal(error, undefined);
      assert.equal(value.length, TREES);
    },
  },
  {
    name: 'SYLVA_URL and SYLVA_KEY stand in for address and key, and the User-Agent names client and version',
    async plays({ stage, call }) {
      const front = await stage.front();
      const env = { SYLVA_URL: front.url, SYLVA_KEY: stage.key };
      assert.equal((await call({ does: 'families', env })).value.length, 2);
      assert.match(front.seen[0].headers['user-agent'] ?? '', /^sylva-(client|python|r)\/\d+\.\d+\.\d+$/);
    },
  },
  {
    name: 'no names match nothing, and a name that is empty or too long leaves the others matched',
    async plays({ stage, call }) {
      const front = await stage.front();
      assert.deepEqual((await call({ does: 'match', baseUrl: front.url, names: [] })).value, []);
      assert.equal(front.seen.length, 0);
      const names = [`Arbor ${word(0)}`, '', 'x'.repeat(201), 'y'.repeat(200), `Arbor ${word(1)}`];
      const { value } = await call({ does: 'match', baseUrl: front.url, names });
      assert.deepEqual(
        value.map((each: any) => [each.name, each.status === 'none']),
        names.map((name, index) => [name, index > 0 && index < 4]),
      );
      assert.equal(front.seen.length, 1);
    },
  },
  {
    name: 'an export is given up after twenty requests, whatever each of them brought',
    async plays({ stage, call }) {
      const front = await stage.front(() => ({ cutAfter: 4_000 }));
      const { error } = await call({ does: 'export', baseUrl: front.url });
      assert.equal(error?.kind, 'NetworkError');
      assert.ok(front.seen.length <= 20, String(front.seen.length));
      const nothing = await stage.front(() => ({ cutAfter: 0 }));
      assert.equal((await call({ does: 'export', baseUrl: nothing.url })).error?.kind, 'NetworkError');
      assert.equal(nothing.seen.length, 5);
    },
  },
  {
    name: 'a revision that is none is refused, and the copy in the folder stays',
    async plays({ stage, call }) {
      for (const revision of ['../../outside', 'r1/../../x', '/tmp/x', 'r0']) {
        const outer = stage.folder();
        const folder = join(outer, 'a', 'copy');
        mkdirSync(folder, { recursive: true });
        // So many digits that a floating-point number would show them as 1e+05.
        writeFileSync(join(folder, 'trees-r100000.ndjson'), '{"slug":"kept"}\n');
        const told = { 'content-type': 'application/json', 'sylva-revision': revision };
        const problem = { code: 'revision-expired', requestId: '1', title: 'Expired', detail: 'Too old.' };
        const pagination = { page: 1, pageSize: 100, total: 0, totalPages: 0, hasNext: false, hasPrev: false };
        const changes = { data: [], pagination, meta: { since: 'r100000', revision, locale: 'en' }, _links: {} };
        const fronts = [
          await stage.front((number) =>
            number === 1
              ? { status: 410, headers: told, body: JSON.stringify(problem) }
              : { status: 200, headers: told, body: '{"slug":"strange"}\n' },
          ),
          await stage.front(() => ({ status: 200, headers: told, body: JSON.stringify(changes) })),
        ];
        for (const front of fronts) {
          const { error } = await call({ does: 'sync', baseUrl: front.url, folder });
          assert.ok(error);
          assert.equal(error.kind, 'UnexpectedAnswerError', error.message);
          assert.ok(error.message.includes(revision), error.message);
          const left = readdirSync(outer, { recursive: true });
          assert.deepEqual(left.sort(), ['a', 'a/copy', 'a/copy/trees-r100000.ndjson']);
          assert.equal(readFileSync(join(folder, 'trees-r100000.ndjson'), 'utf8'), '{"slug":"kept"}\n');
          assert.match(front.seen[0].path, /since=r100000&/);
        }
      }
    },
  },
];
