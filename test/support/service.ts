// A real HTTP server over trees made for a test, on a free port.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import pino, { type Logger } from 'pino';
import { parseRange, type Range } from '../../src/access/address.ts';
import { hashKey } from '../../src/access/api-key.ts';
import { Callers } from '../../src/access/callers.ts';
import { MemoryRateLimiter, newWindows } from '../../src/access/memory-rate-limit.ts';
import { systemClock } from '../../src/access/rate-limit.ts';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { readSettings } from '../../src/config.ts';
import type { FamilyNames } from '../../src/content/families.ts';
import { createHttpServer } from '../../src/http/server.ts';
import { compile } from '../../src/snapshot/compile.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import type { Tree } from '../../src/tree.ts';

export interface TestService {
  origin: string;
  api: string;
  publish(trees: Tree[], revision: string): void;
}

interface Options {
  trees?: Tree[];
  families?: FamilyNames;
  flags?: Record<string, string>;
  keys?: string[];
  /** Who may call without a key; the tests themselves where it is left out. */
  allowlist?: string[];
  log?: Logger;
}

/** Far more than any test sends, unless it says otherwise. */
const GENEROUS = { 'rate-limit': '1000000' };

export async function startTestService(
  context: Pick<TestContext, 'after'>,
  options: Options = {},
): Promise<TestService> {
  const {
    trees,
    families = new Map(),
    keys = [],
    allowlist = ['127.0.0.1'],
    log = pino({ level: 'silent' }),
  } = options;
  const settings = readSettings({ ...GENEROUS, ...options.flags }, {});
  const load = (each: Tree[], revision: string) => ({
    revision,
    publishedAt: '2026-01-11T00:00:00Z',
    catalogue: new Catalogue(openSnapshot(compile({ trees: each, families }))),
  });
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
  const { server } = createHttpServer({
    settings,
    log,
    published: () => published,
    callers: () => callers,
    limiter: new MemoryRateLimiter({
      limit: settings.rateLimit,
      windowSeconds: settings.rateWindow,
      clock: systemClock,
      windows: newWindows(systemClock, 7),
    }),
    markUsed: () => {},
    storeReadAt: () => Date.now(),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    api: `${origin}/api/v1`,
    publish: (each, revision) => {
      published = load(each, revision);
    },
  };
}
