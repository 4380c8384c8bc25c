// Compares the rows of a revision with what they should be, and rewrites those that differ.

import { type Change, write } from '../engines/engine.ts';
import { MovedOnError } from '../errors.ts';
import type { Changes } from '../tables/audit.ts';
import { type Documents, repairDocuments } from '../tables/documents.ts';
import { keptRevision, readActive } from '../tables/revisions.ts';
import { batchesOf, isSame, type NewVersion, newest, slices, versionsAt } from '../tables/tree-versions.ts';

/** `versions` are all that lead somewhere. Returns how many rows were rewritten. */
export async function repairRevision(
  changes: Changes,
  number: number,
  versions: Iterable<NewVersion>,
  documents: Documents,
): Promise<number> {
  const { engine } = changes;
  const { id } = await keptRevision(engine.db, number);
  const stale = new Set((await engine.read((db) => versionsAt(db, number))).keys());
  let repaired = 0;
  const repair = async (wanted: NewVersion[]) => {
    repaired += await write(engine, (change) => repairVersions(change, number, wanted));
  };
  for await (const batch of batchesOf(versions)) {
    for (const { slug } of batch) stale.delete(slug);
    await repair(batch);
  }
  for (const slugs of slices([...stale]))
    await repair(slugs.map((slug) => ({ slug, hash: null, movedTo: null, record: null })));
  return await changes.make(async (change) => {
    repaired += await repairDocuments(change, number, documents);
    return { result: repaired, event: { action: 'mended', subject: id } };
  });
}

async function repairVersions(change: Change, number: number, versions: NewVersion[]): Promise<number> {
  if ((await readActive(change))?.number !== number) throw new MovedOnError();
  const slugs = versions.map(({ slug }) => slug);
  const rows = await newest(change, { at: number, slugs }).select('version.record').execute();
  const stored = new Map(rows.map((row) => [row.slug, row]));
  let repaired = 0;
  for (const { slug, hash, movedTo, record } of versions) {
    const found = stored.get(slug);
    const isRight = isSame(found, { slug, hash, movedTo });
    if (isRight && (found?.record ?? null) === record) continue;
    // Earlier revisions share a row whose hash is right.
    const revision = found && isRight ? found.revision : number;
    await change
      .insertInto('treeVersions')
      .values({ slug, revision, hash, movedTo, record })
      .onConflict((conflict) => conflict.columns(['slug', 'revision']).doUpdateSet({ hash, movedTo, record }))
      .execute();
    repaired++;
  }
  return repaired;
}
