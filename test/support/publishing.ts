// Publishing without a process of its own, for tests that publish often.

import type { TestContext } from 'node:test';
import { readSettings } from '../../src/config/settings.ts';
import type { Tree } from '../../src/domain/tree.ts';
import { openRevision } from '../../src/server/snapshots.ts';
import { type CompiledContent, compile } from '../../src/snapshot/compile.ts';
import { contentIn } from '../../src/snapshot/content-in.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { Packing } from '../../src/store/packing.ts';
import { openEngine, Store } from '../../src/store/store.ts';
import type { Revision } from '../../src/store/tables/revisions.ts';
import { makeText, makeTree } from './trees.ts';

/** The store of a data folder, opened beside whatever else has it open. */
export async function storeOf(
  t: Pick<TestContext, 'after'>,
  data: string,
  flags: Record<string, string> = {},
  now = () => new Date(),
): Promise<Store> {
  const settings = readSettings({ data, ...flags }, {});
  const store = new Store(await openEngine(settings), settings, now);
  t.after(() => store.close());
  return store;
}

export async function publishTrees(
  { revisions }: Store,
  trees: Tree[],
  note: string | null = null,
  isMending = false,
): Promise<Revision> {
  const content = { trees, families: new Map() };
  const snapshot = compile(content);
  const { hash } = openSnapshot(snapshot);
  const about = { note, hash, trees: trees.length, families: 1 };
  const { revision } = await revisions.publish(new Packing(snapshot), about, { isMending });
  return revision;
}

/** What a revision holds, whoever published it. */
export async function contentOf(store: Store, revision: Revision): Promise<CompiledContent> {
  return contentIn(await openRevision(store, revision));
}

/** Trees that all say which edition they are of, so that a mixture of two is seen at once. */
export function edition(number: number, count = 30): Tree[] {
  const text = makeText({ title: `Tree`, description: `Edition ${number}.` });
  return Array.from({ length: count }, (_, index) => makeTree({ slug: `tree-${index}`, texts: { en: text } }));
}
