// A real HTTP server over trees made for a test, on a free port.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import pino, { type Logger } from 'pino';
import { hashKey } from '../../src/access/api-key.ts';
import { Callers } from '../../src/access/callers.ts';
import { ConnectionLimit, newConnections } from '../../src/access/connection-limit.ts';
import { ExportLimit, newExports } from '../../src/access/export-limit.ts';
import { systemClock } from '../../src/access/rate-limit/contract.ts';
import { MemoryRateLimiter, newWindows } from '../../src/access/rate-limit/memory.ts';
import { UsageCounts } from '../../src/access/usage.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { readSettings } from '../../src/config/settings.ts';
import type { RegionMap } from '../../src/domain/region-map.ts';
import { revisionNumber } from '../../src/domain/revision-id.ts';
import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import type { Sender } from '../../src/http/sending/contract.ts';
import { createHttpServer } from '../../src/http/server.ts';
import type { Service } from '../../src/http/service.ts';
import { ROUTE_LABELS } from '../../src/http/site/pages.ts';
import { parseRange, type Range } from '../../src/net/address.ts';
import { ThreadCounters } from '../../src/observe/counters.ts';
import type { Warning } from '../../src/observe/warnings.ts';
import { Chronicle } from '../../src/snapshot/chronicle.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { emptyChronicle, statesOf, writeChronicle } from '../../src/snapshot/write-chronicle.ts';
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
  mostKeptBytes?: number;
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
    mostKeptBytes = 1024 * 1024,
  } = options;
  const settings = readSettings({ ...GENEROUS, ...options.flags }, {});
  let chronicle = new Chronicle(emptyChronicle());
  const load = (each: Tree[], revision: string) => ({
    revision,
    ...told(each, revisionNumber(revision) as number),
    publishedAt: '2026-01-11T00:00:00Z',
    catalogue: new Catalogue(openSnapshot(compile({ trees: each, families, map }))),
  });
  const told = (each: Tree[], number: number) => {
    chronicle = new Chronicle(writeChronicle(chronicle, number, { states: statesOf({ trees: each, families }) }));
    return { number, chronicle };
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
    connectionLimit: new ConnectionLimit({
      most: settings.connections,
      mostOfOne: settings.connectionsPerAddress,
      shared: newConnections(1, 7),
      part: 0,
    }),
    exportLimit: new ExportLimit(newExports(1, 7), 0),
    codeVersion: options.codeVersion ?? 'test',
    numbers: new ThreadCounters(ROUTE_LABELS),
    usage: new UsageCounts(),
    warnings: () => options.healthWarnings ?? [],
    mostKeptBytes: () => mostKeptBytes,
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
