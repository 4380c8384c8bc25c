// Finds what must change in one revision to get the content of another.

import type { Database } from '../engines/engine.ts';
import { DamagedError } from '../errors.ts';
import { type Documents, readDocuments } from '../tables/documents.ts';
import { keptRevision, type Revision } from '../tables/revisions.ts';
import { isSame, type Version, versionsAt } from '../tables/tree-versions.ts';

export async function differenceTo(
  db: Database,
  wanted: Revision,
  base: number,
): Promise<{ versions: Version[]; documents: Documents }> {
  await keptRevision(db, wanted.number);
  const [versions, present] = [await versionsAt(db, wanted.number), await versionsAt(db, base)];
  const trees = [...versions.values()].filter(({ hash }) => hash !== null);
  if (trees.length !== wanted.trees) throw new DamagedError(`${wanted.id} does not have all of its trees`);
  const slugs = [...new Set([...versions.keys(), ...present.keys()])];
  const differing = slugs.filter((slug) => !isSame(versions.get(slug), present.get(slug)));
  return {
    versions: differing.map((slug) => versions.get(slug) ?? { slug, hash: null, movedTo: null }),
    documents: await readDocuments(db, wanted.number),
  };
}
