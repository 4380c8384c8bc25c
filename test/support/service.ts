// A real HTTP server over trees made for a test, on a free port.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import pino, { type Logger } from 'pino';
import { hashKey } from '../../src/access/api-key.ts';
import { Callers } from '../../src/access/callers.ts';
import { ConcurrencyLimit, newSharedCounts } from '../../src/access/concurrency-limit.ts';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { MemoryRateLimiter, newWindows } from '../../src/access/rate-limit/memory.ts';
import { UsageCounts } from '../../src/access/usage.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { readSettings } from '../../src/config/settings.ts';
import type { RegionMap } from '../../src/domain/regions/region-map.ts';
import { revisionNumber } from '../../src/domain/revision-id.ts';
import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import { createHttpServer } from '../../src/http/pipeline/server.ts';
import type { Service } from '../../src/http/pipeline/service.ts';
import { MAX_EXPORTS, MAX_EXPORTS_PER_CLIENT } from '../../src/http/response/exports.ts';
import type { Sender } from '../../src/http/sending/contract.ts';
import { ROUTE_LABELS } from '../../src/http/site/pages.ts';
import { parseRange, type Range } from '../../src/net/address.ts';
import { ThreadCounters } from '../../src/observe/counters.ts';
import type { Warning } from '../../src/observe/warnings.ts';
import { VersionHistory } from '../../src/publishing/version-history.ts';
import { ChangeLog, encodeChangeLog } from '../../src/snapshot/change-log.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot, type Snapshot } from '../../src/snapshot/open.ts';
import type { Version } from '../../src/store/tables/tree-versions.ts';
import './held-answers.ts';

export interface TestService {
  origin: string;
  api: string;
  publish(trees: Tree[], revision: string): void;
}

interface Options {
  trees?: Tree[];
  families?: FamilyNames;
  map?: RegionMap | undefined;
  flags?: Record<string, string>;
  keys?: string[];
  /** Who may call without a key; the tests themselves where it is left out. */
  allowlist?: string[];
  log?: Logger;
  writeLogLine?: (line: string) => void;
  codeVersion?: string;
  healthWarnings?: Warning[];
  /** When the store was last read; just now where it is left out. */
  storeReadAt?: number;
  /** How many bytes of answers are kept; none shows what is sent when nothing is. */
  maxCacheBytes?: number;
  /** How answers are sent; as this Node would where it is left out. */
  sender?: Sender;
}

/** Far more than any test sends, unless it says otherwise. */
const GENEROUS = { 'rate-limit': '1000000' };

/** What the HTTP side needs, over trees made for a test. */
export function testService(options: Options = {}): Service & Pick<TestService, 'publish'> {
  const {
    trees,
    families = new Map(),
    map,
    keys = [],
    allowlist = ['127.0.0.1'],
    log = pino({ level: 'silent' }),
    writeLogLine = () => {},
    maxCacheBytes = 1024 * 1024,
  } = options;
  const settings = readSettings({ ...GENEROUS, ...options.flags }, {});
  const history = new VersionHistory();
  const load = (each: Tree[], revision: string) => {
    const catalogue = new Catalogue(openSnapshot(compile({ trees: each, families, map })));
    const number = revisionNumber(revision) as number;
    const changeLog = new ChangeLog(encodeChangeLog(history.add(number, versionsIn(catalogue.snapshot))));
    return { revision, number, publishedAt: '2026-01-11T00:00:00Z', catalogue, changeLog };
  };
  let published = trees && load(trees, 'r1');
  const known = keys.map((key, index) => ({
    id: `key_${index}`,
    name: `Key ${index}`,
    hash: hashKey(key),
    expiresAt: null,
  }));
  const callers = new Callers(
    known,
    allowlist.map((each) => parseRange(each) as Range),
  );
  return {
    settings,
    live: () => settings,
    log,
    writeLogLine,
    published: () => published,
    isDraining: () => false,
    callers: () => callers,
    limiter: new MemoryRateLimiter({
      limit: settings.rateLimit,
      windowSeconds: settings.rateWindow,
      clock: systemClock,
      windows: newWindows(systemClock, 7),
    }),
    connectionLimit: new ConcurrencyLimit({
      max: settings.connections,
      maxPerClient: settings.connectionsPerAddress,
      shared: newSharedCounts(1, 7),
      part: 0,
    }),
    exportLimit: new ConcurrencyLimit({
      max: MAX_EXPORTS,
      maxPerClient: MAX_EXPORTS_PER_CLIENT,
      shared: newSharedCounts(1, 7),
      part: 0,
    }),
    codeVersion: options.codeVersion ?? 'test',
    numbers: new ThreadCounters(ROUTE_LABELS),
    usage: new UsageCounts(),
    warnings: () => options.healthWarnings ?? [],
    maxCacheBytes: () => maxCacheBytes,
    storeReadAt: () => options.storeReadAt ?? Date.now(),
    publish: (each, revision) => {
      published = load(each, revision);
    },
  };
}

export async function startTestService(
  context: Pick<TestContext, 'after'>,
  options: Options = {},
): Promise<TestService> {
  const service = testService(options);
  const { origin } = await serverOver(context, service, options.sender);
  return { origin, api: `${origin}/api/v1`, publish: service.publish };
}

/** A server over parts of a test's own. */
export async function serverOver(
  context: Pick<TestContext, 'after'>,
  service: Service,
  sender?: Sender,
): Promise<{ origin: string }> {
  const { server } = createHttpServer(service, sender);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What each slug leads to. */
function versionsIn(snapshot: Snapshot): Map<string, Version> {
  const { slugs, formerSlugs, trees } = snapshot;
  const versions = new Map<string, Version>();
  for (let index = 0; index < formerSlugs.keys.length; index++) {
    const slug = formerSlugs.keys.get(index);
    versions.set(slug, { slug, hash: null, movedTo: slugs.get(formerSlugs.trees[index]) });
  }
  for (let tree = 0; tree < trees; tree++)
    versions.set(slugs.get(tree), { slug: slugs.get(tree), hash: snapshot.versionHash(tree), movedTo: null });
  return versions;
}
