// The faults that campaigns must notice: what is written in which file instead of what, and the part of the campaign to run.

export interface Fault {
  /** The script of package.json. */
  campaign: string;
  /** For people. */
  what: string;
  file: string;
  before: string;
  after: string;
  /** To be run where the fault is, with the pinned Node. */
  command: string;
}

type Where = Pick<Fault, 'campaign' | 'command'>;
type What = [what: string, file: string, before: string, after: string];

const under = (where: Where, faults: What[]): Fault[] =>
  faults.map(([what, file, before, after]) => ({ ...where, what, file, before, after }));

const tests = (campaign: string, files: string): Where => ({
  campaign,
  command: `node --test --test-timeout=600000 ${files}`,
});

/** The one test that should notice, where others of its file take long. */
const only = (campaign: string, file: string, name: string): Where =>
  tests(campaign, `--test-name-pattern=${JSON.stringify(name)} ${file}`);

/** Chance alone shows it: a short run may not. */
const long = (files: string): Where => ({
  campaign: 'test:models',
  command: `SYLVA_TEST_LONG=1 ${tests('', files).command}`,
});

const MEMORY = 'src/access/rate-limit/memory.ts';
const COUNTER = 'src/access/rate-limit/redis-counter.ts';
const ACCESS = 'src/store/access-store.ts';
const CALLERS = 'src/server/callers-follower.ts';
const CATALOGUE = 'src/server/catalogue-follower.ts';
const SERVER = 'src/http/server.ts';
const HEADERS = 'src/http/headers.ts';
const PAGING = 'src/http/paging.ts';
const FALLBACK = 'src/server/fallback.ts';

export const FAULTS: Fault[] = [
  ...under(tests('test:models', 'test/models/limiter-memory.test.ts'), [
    ['a window lasts a moment longer', MEMORY, 'if (this.#ends[slot] <= elapsed)', 'if (this.#ends[slot] < elapsed)'],
    ['two families of addresses are one', MEMORY, ' && (this.#counts[slot] & 1) === familyBit', ''],
    ['a place is given away while its window lasts', MEMORY, 'end <= elapsed) free', 'end <= elapsed + 1000) free'],
    ['the wall clock is always believed', MEMORY, '> CLOCK_STEP_MILLISECONDS', '> 0'],
    ['who shares a window leaves it early', MEMORY, ' || this.#ends[shared] > elapsed', ''],
  ]),
  ...under(long('test/models/limiter-memory.test.ts'), [
    ['threads do not wait for each other', MEMORY, '    this.#lock.acquire();\n', ''],
  ]),
  ...under(tests('test:models', 'test/models/limiter-redis.test.ts'), [
    ['what Redis counts is not remembered', MEMORY, 'if (slot < SLOTS && !isOver) {', 'if (false as boolean) {'],
    ['a counter in Redis without an end has none', COUNTER, 'if left < 0 then', 'if left < -1 then'],
    ['a Redis that forgot the script is left alone', COUNTER, "startsWith('NOSCRIPT')", "startsWith('NOSCRIPTS')"],
    [
      'a lost Redis is never tried again',
      COUNTER,
      'if (!this.#isClosed) this.#retry',
      'if (this.#isClosed) this.#retry',
    ],
  ]),
  ...under(tests('test:models', 'test/models/key-life.test.ts'), [
    ['a revoked key works on', CALLERS, 'revokedAt === null', 'revokedAt !== undefined'],
    ['a key works at the moment of its end', 'src/access/callers.ts', 'expiresAt > now', 'expiresAt >= now'],
    ['a rotated key lives as long as before', ACCESS, '<= Date.parse(end)) return', '>= Date.parse(end)) return'],
    ['a key is rotated twice', ACCESS, "    .where('replaces', '=', id)\n", "    .where('replaces', '=', '')\n"],
    ['a connection knows a key for ever', 'src/http/connection.ts', ' || callers !== this.#callers', ''],
    ['a successor never ends', 'src/cli/keys.ts', 'expiresAt: expiresAt?.toISOString() ?? null', 'expiresAt: null'],
  ]),
  ...under(tests('test:models', 'test/models/follower.test.ts'), [
    [
      'callers are read once',
      CALLERS,
      'store === this.#read?.store && isSameMoment(state, this.#read.state)',
      'this.#read && state.version > 0',
    ],
    ['the catalogue is loaded once', CATALOGUE, '!isSame(revision, this.#served)', '!this.#served'],
    ['another store is believed', FALLBACK, '    throw new WrongStoreError(', '    console.log('],
    ['what was read is not kept on disk', FALLBACK, 'this.#keepState({ ...before, store', 'void ({ ...before, store'],
    ['callers of an earlier run are forgotten', CALLERS, 'if (this.#read || !earlier)', 'if (this.#read || earlier)'],
  ]),
  ...under(long('test/models/follower.test.ts'), [
    [
      'a damaged snapshot on disk stands in the way',
      'src/server/snapshots.ts',
      '      this.#cache.forgetSnapshot(hash);\n      return undefined;',
      '      throw error;',
    ],
  ]),
  ...under(tests('test:slow', 'test/campaigns/slow-connections.test.ts'), [
    ['slow requests are waited for', SERVER, 'PATIENCE_MILLISECONDS = 8_000', 'PATIENCE_MILLISECONDS = 40_000'],
  ]),
  ...under(only('test:slow', 'test/campaigns/slow-connections.test.ts', 'never became a request'), [
    ['what never became a request is counted', SERVER, 'if (isPartial) return', 'if (isPartial && target) return'],
  ]),
  ...under(tests('test:slow', 'test/campaigns/slow-exports.test.ts'), [
    ['who stops taking an export is waited for', SERVER, 'now() - PATIENCE', 'now() - 50 * PATIENCE'],
  ]),
  ...under(only('test:hostile', 'test/campaigns/hostile/resets.test.ts', 'one thread'), [
    ['a reset of a tunnel ends the thread', 'src/http/connection.ts', "    socket.on('error', () => {});\n", ''],
  ]),
  ...under(tests('test:hostile', 'test/campaigns/hostile/mutated.test.ts'), [
    ['a revoked key works on', CALLERS, 'revokedAt === null', 'revokedAt !== undefined'],
    [
      'a header is dropped',
      HEADERS,
      "['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff']",
      "['X-Request-Id', requestId]",
    ],
  ]),
  ...under({ campaign: 'fuzz:http', command: 'node test/fuzz/http.ts --seconds 30' }, [
    [
      'a header is dropped',
      HEADERS,
      "['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff']",
      "['X-Request-Id', requestId]",
    ],
    ['a wrong key is taken for a right one', 'src/http/api.ts', "outcome === 'allowlist' ?", "outcome !== 'missing' ?"],
  ]),
  ...under({ campaign: 'fuzz:content', command: 'node test/fuzz/content.ts --seconds 30' }, [
    [
      'a row that is no object is dropped without a word',
      'src/content/formats/json.ts',
      "  context.findings.error('wrong-type', placeIn(unit), `This is",
      '  void (`This is',
    ],
    [
      'a file without front matter is dropped without a word',
      'src/content/formats/markdown.ts',
      "    context.findings.error('no-front-matter', placeIn(unit), parts);\n",
      '',
    ],
  ]),
  ...under(only('test:faults', 'test/campaigns/publish-faults.test.ts', 'made to fail in turn'), [
    [
      'a publish is not one transaction',
      'src/store/change.ts',
      'this.#engine.db.transaction().execute(async (change) => {',
      '(async (work2: any) => await work2(this.#engine.db))(async (change: any) => {',
    ],
  ]),
  ...under(tests('test:docs', 'test/campaigns/recipes.test.ts'), [
    ['a page is lost at the end of a list', PAGING, 'page < totalPages(paging);', 'page < totalPages(paging) - 1;'],
  ]),
  ...under(tests('test:docs', 'test/campaigns/consumers.test.ts'), [
    ['a whole number is none', PAGING, '(total / pageSize);', '(total / pageSize) + 0.5;'],
  ]),
  ...under(tests('test:regexes', 'test/campaigns/regexes.test.ts'), [
    [
      'an expression takes quadratic time',
      'src/content/formats/markdown.ts',
      '/^---[ \\t]*\\r?\\n/',
      '/[ \\t]*\\r?\\n---/',
    ],
  ]),
  ...under(only('test:browser', 'test/campaigns/explorer.test.ts', 'from an allowlisted address'), [
    ['the page may not run its script', 'src/http/site/html.ts', "script-src 'self'", "script-src 'none'"],
  ]),
  ...under(only('test:browser', 'test/campaigns/docs-page.test.ts', 'is read and tried'), [
    ['the page of the docs may not ask the API', 'src/http/site/html.ts', "connect-src 'self'", "connect-src 'none'"],
  ]),
  ...under(tests('test:walk', 'test/campaigns/client-walk.test.ts'), [
    ['a tree is lost', 'src/catalogue/catalogue.ts', 'rank < end && this.#ranks', 'rank < end - 1 && this.#ranks'],
  ]),
  ...under(tests('test:walk', 'test/campaigns/client-sync.test.ts'), [
    [
      'the end of a copy is not written',
      'client/src/command/folder-copy.ts',
      '    await this.#flush();\n    await this.#file.sync();',
      '    await this.#file.sync();',
    ],
  ]),
  ...under(only('test:cluster', 'test/campaigns/cluster-changes.test.ts', 'a revoked key is refused by all'), [
    ['a revocation is forgotten', CALLERS, 'revokedAt === null', 'revokedAt !== undefined'],
  ]),
  ...under(only('test:cluster', 'test/campaigns/cluster-limit.test.ts', '150 requests at once'), [
    [
      'each instance counts by itself',
      'src/access/rate-limit/redis.ts',
      'if (!this.#counter.isUp)',
      'if (this.#counter.isUp)',
    ],
  ]),
  ...under(tests('test:cluster', 'test/campaigns/cluster-outage.test.ts'), [
    [
      'a store that is gone takes its callers with it',
      'src/server/poller.ts',
      '    this.#options.onFailure(error);\n',
      '    this.#options.onFailure(error);\n    process.exit(1);\n',
    ],
  ]),
  ...under(tests('test:cluster', 'test/campaigns/cluster-rolling.test.ts'), [
    [
      'who is about to stop refuses what still comes',
      'src/server/thread.ts',
      '    isDraining = true;\n',
      '    isDraining = true;\n    published = undefined;\n',
    ],
  ]),
  ...under(tests('test:endurance', 'test/campaigns/endurance.test.ts'), [
    [
      'every request leaves something behind',
      SERVER,
      '    exchange.isOver = true;\n',
      '    exchange.isOver = true;\n    ((globalThis as any).left ??= []).push(new Array(500).fill(exchange.id));\n',
    ],
  ]),
  ...under(tests('test:proxies', 'test/campaigns/proxies.test.ts'), [
    ['anybody may say whose request it is', 'src/net/address.ts', ' && this.isTrusted(client); hops', '; hops'],
  ]),
  ...under(only('test:container', 'test/campaigns/container.test.ts', 'publishes and serves'), [
    ['the health check asks for what is not there', 'deploy/Containerfile', "'/healthz')", "'/health')"],
  ]),
];
