// Reads what happened to each slug since the oldest revision that is remembered.

import type { ChangeLogRows } from '../../snapshot/change-log.ts';
import type { Database } from '../engines/engine.ts';
import { REMEMBERED_REVISIONS, rememberedNumbers } from './revisions.ts';
import { changedSlugs, newest, type Version } from './tree-versions.ts';

export async function readChanges(db: Database, present: number): Promise<ChangeLogRows> {
  const revisions = (await rememberedNumbers(db, present)).slice(0, REMEMBERED_REVISIONS).reverse();
  const [oldest = present] = revisions;
  const changed = changedSlugs(db, oldest, present);
  const rows = await changed.select(['revision', 'hash', 'movedTo']).orderBy('slug').orderBy('revision').execute();
  const slugs: ChangeLogRows['slugs'] = [];
  for (const row of rows) {
    if (slugs.at(-1)?.slug !== row.slug) slugs.push({ slug: row.slug, before: null, events: [] });
    slugs.at(-1)?.events.push({ revision: row.revision, state: stateOf(row) });
  }
  const before = newest(db, { at: oldest, slugs: changed });
  const states = new Map((await before.execute()).map((row) => [row.slug, stateOf(row)]));
  for (const each of slugs) each.before = states.get(each.slug) ?? null;
  return { revisions, slugs };
}

/** The hash of a tree, `>` and the slug it moved to, or null for nothing. */
function stateOf({ hash, movedTo }: Omit<Version, 'slug'>): string | null {
  return movedTo === null ? hash : `>${movedTo}`;
}
