// Runs a test over every database that a store can be in.

import { type TestContext, test } from 'node:test';
import type { Store } from '../../src/store/store.ts';
import { privatePostgres, withoutPostgres } from './engines.ts';
import { temporaryFolder } from './folders.ts';
import { storeOf } from './stores.ts';

type Flags = Record<string, string>;

/** The flags of a new, empty store. */
const DATABASES: Record<string, { skip: string | false; create(t: TestContext): Promise<Flags & { data: string }> }> = {
  sqlite: { skip: false, create: async (t) => ({ data: temporaryFolder(t) }) },
  postgres: {
    skip: withoutPostgres,
    create: async (t) => ({ data: temporaryFolder(t), database: await (await privatePostgres()).database() }),
  },
};

export interface Subject {
  flags: Flags & { data: string };
  /** Opens the store; the second time with a client of its own. */
  open(more?: Flags, now?: () => Date): Promise<Store>;
}

export function contract(name: string, work: (t: TestContext, subject: Subject) => Promise<void>): void {
  for (const [database, { skip, create }] of Object.entries(DATABASES)) {
    test(`${database}: ${name}`, { skip }, async (t) => {
      const flags = await create(t);
      const { data, ...where } = flags;
      await work(t, { flags, open: (more = {}, now) => storeOf(t, data, { ...where, ...more }, now) });
    });
  }
}
