// Publishing without a process of its own, for tests that publish often.

import { outlineOf } from '../../src/content/model/outline.ts';
import type { RegionMap } from '../../src/domain/regions/region-map.ts';
import type { FamilyNames, Tree } from '../../src/domain/tree.ts';
import { hashText, treeText } from '../../src/domain/tree-hash.ts';
import { newVersions, PreparedCatalogue, type PreparedContent } from '../../src/publishing/prepare.ts';
import { compileRevision } from '../../src/publishing/revision-snapshot.ts';
import { TreeBuilders } from '../../src/publishing/tree-builders.ts';
import { contentIn } from '../../src/snapshot/content-in.ts';
import { openSnapshot } from '../../src/snapshot/open.ts';
import { MovedOnError } from '../../src/store/errors.ts';
import type { Store } from '../../src/store/store.ts';
import type { Revision } from '../../src/store/tables/revisions.ts';
import { makeText, makeTree } from './trees.ts';

export { storeOf } from './stores.ts';

interface ContentToPublish {
  trees: Tree[];
  families?: FamilyNames;
  map?: RegionMap | undefined;
}

export async function catalogueOf({ trees, families = new Map(), map }: ContentToPublish): Promise<PreparedCatalogue> {
  await using builders = new TreeBuilders();
  const read = trees.map((tree) => {
    const text = treeText(tree);
    const hash = hashText(text);
    return { ...outlineOf(tree), hash, built: builders.add(tree, text, hash) };
  });
  const content = { trees: read, families, map } as unknown as PreparedContent;
  return new PreparedCatalogue(content, await builders.finish(), builders.texts, undefined);
}

export async function publishContent(
  { revisions }: Store,
  content: ContentToPublish,
  note: string | null = null,
): Promise<Revision> {
  const [active, catalogue] = [await revisions.active(), await catalogueOf(content)];
  const { hash, trees, families, documents } = catalogue;
  if (active?.hash === hash) return active;
  const before = active ? await revisions.versions(active.number) : new Map();
  const versions = newVersions(before, catalogue);
  return await revisions.publish({ note, hash, trees, families }, active?.number ?? null, versions, documents);
}

export function publishTrees(store: Store, trees: Tree[], note: string | null = null): Promise<Revision> {
  return publishContent(store, { trees }, note);
}

/** Starts over as long as others publish meanwhile. */
export async function publishAmongOthers(store: Store, trees: Tree[]): Promise<Revision> {
  for (;;) {
    try {
      return await publishTrees(store, trees);
    } catch (error) {
      if (!(error instanceof MovedOnError)) throw error;
    }
  }
}

/** What a revision holds, whoever published it. */
export async function contentOf({ revisions }: Store, revision: Revision): Promise<ReturnType<typeof contentIn>> {
  return contentIn(openSnapshot(await compileRevision(revision, revisions)));
}

/** Trees that all say which edition they are of, so that a mixture of two is seen at once. */
export function edition(number: number, count = 30): Tree[] {
  const text = makeText({ title: `Tree`, description: `Edition ${number}.` });
  return Array.from({ length: count }, (_, index) => makeTree({ slug: `tree-${index}`, texts: { en: text } }));
}
