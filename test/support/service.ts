// A real HTTP server over trees made for a test, on a free port.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import pino from 'pino';
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
}

export async function startTestService(
  context: Pick<TestContext, 'after'>,
  options: Options = {},
): Promise<TestService> {
  const { trees, families = new Map(), flags = {} } = options;
  const load = (each: Tree[], revision: string) => ({
    revision,
    publishedAt: '2026-01-11T00:00:00Z',
    catalogue: new Catalogue(openSnapshot(compile({ trees: each, families }))),
  });
  let current = trees && load(trees, 'r1');
  const server = createHttpServer({
    settings: readSettings(flags, {}),
    log: pino({ level: 'silent' }),
    current: () => current,
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
      current = load(each, revision);
    },
  };
}
