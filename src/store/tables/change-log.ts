// Reads what happened to each slug since the oldest revision that is remembered.

import type { ChangeLogRows } from '../../snapshot/change-log.ts';
import type { Database } from '../engines/engine.ts';
import { REMEMBERED_REVISIONS, remembered } from './revisions.ts';
import { changedSlugs, newest, stateOf } from './tree-versions.ts';

export async function readChanges(db: Database, present: number): Promise<ChangeLogRows> {
  const newestFirst = await remembered(db, present).limit(REMEMBERED_REVISIONS).execute();
  const revisions = newestFirst.map(({ number }) => number).reverse();
  const [oldest = present] = revisions;
  const changed = changedSlugs(db, oldest, present);
  const rows = await changed.select(['revision', 'hash', 'movedTo']).orderBy('slug').orderBy('revision').execute();
  const before = await newest(db, { at: oldest, slugs: changed }).execute();
  const states = new Map(before.map((row) => [row.slug, stateOf(row)]));
  const slugs = Array.from(
    Map.groupBy(rows, ({ slug }) => slug),
    ([slug, events]) => ({
      slug,
      before: states.get(slug) ?? null,
      events: events.map((row) => ({ revision: row.revision, state: stateOf(row) })),
    }),
  );
  return { revisions, slugs };
}
