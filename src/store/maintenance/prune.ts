// Removes content that no kept revision has: records first, then versions that no remembered revision needs.

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Change, type Engine, write } from '../engines/engine.ts';
import { REMEMBERED_REVISIONS } from '../tables/revisions.ts';
import { slices } from '../tables/tree-versions.ts';

/** Works in short transactions. After a failure, the next call continues. */
export async function prune(engine: Engine, keep: number): Promise<void> {
  const { oldestKept, oldestRemembered } = await write(engine, (change) => markRevisions(change, keep));
  const withRecords = await supersededSlugs(engine, oldestKept, 'with records');
  await eachSlice(engine, withRecords, (change, slugs) => dropRecords(change, slugs, oldestKept));
  if (oldestRemembered === undefined) return;
  const withVersions = await supersededSlugs(engine, oldestRemembered, 'all');
  await eachSlice(engine, withVersions, (change, slugs) => dropVersions(change, slugs, oldestRemembered));
}

interface Bounds {
  oldestKept: number;
  /** Undefined while all revisions are remembered. */
  oldestRemembered: number | undefined;
}

/** Marks revisions before their content goes, so that readers know. At least one revision must be published. */
async function markRevisions(change: Change, keep: number): Promise<Bounds> {
  const newestFirst = change.selectFrom('revisions').select(['number', 'state']).orderBy('number', 'desc');
  const known = await newestFirst.where('state', 'in', ['published', 'pruned']).execute();
  const kept = known.filter(({ state }) => state === 'published').slice(0, keep + 1);
  const oldestKept = kept[kept.length - 1].number;
  const older = change.updateTable('revisions').set({ state: 'pruned' }).where('number', '<', oldestKept);
  await older.where('state', '=', 'published').execute();
  await change
    .deleteFrom('documents')
    .where(isSuperseded('documents', 'name', oldestKept))
    .execute();
  const oldestRemembered = known[Math.max(REMEMBERED_REVISIONS, kept.length) - 1]?.number;
  if (oldestRemembered === undefined) return { oldestKept, oldestRemembered };
  await change.deleteFrom('revisions').where('state', '=', 'pruned').where('number', '<', oldestRemembered).execute();
  return { oldestKept, oldestRemembered };
}

/** Slugs with versions that a newer one superseded at a revision or before. */
async function supersededSlugs({ db }: Engine, at: number, which: 'with records' | 'all'): Promise<string[]> {
  const several = db
    .selectFrom('treeVersions')
    .select(({ fn }) => ['slug', fn.max('revision').as('newest')])
    .where('revision', '<=', at)
    .groupBy('slug')
    .having(({ fn }) => fn.countAll(), '>', 1);
  const rows = db
    .selectFrom(several.as('several'))
    .innerJoin('treeVersions as old', (join) =>
      join.onRef('old.slug', '=', 'several.slug').onRef('old.revision', '<', 'several.newest'),
    )
    .select('old.slug')
    .distinct();
  const wanted = which === 'all' ? rows : rows.where('old.record', 'is not', null);
  return (await wanted.execute()).map(({ slug }) => slug);
}

async function eachSlice(
  engine: Engine,
  slugs: string[],
  work: (change: Change, slugs: string[]) => Promise<unknown>,
): Promise<void> {
  for (const slice of slices(slugs)) await write(engine, (change) => work(change, slice));
}

async function dropRecords(change: Change, slugs: string[], at: number): Promise<void> {
  const versions = change.updateTable('treeVersions').set({ record: null }).where('slug', 'in', slugs);
  await versions
    .where('record', 'is not', null)
    .where(isSuperseded('treeVersions', 'slug', at))
    .execute();
}

/** Drops removals too: every removal follows a version of its slug. */
async function dropVersions(change: Change, slugs: string[], at: number): Promise<void> {
  const versions = change.deleteFrom('treeVersions').where('slug', 'in', slugs);
  await versions.where(isSuperseded('treeVersions', 'slug', at)).execute();
  const removals = change.deleteFrom('treeVersions').where('slug', 'in', slugs).where('revision', '<=', at);
  await removals.where('hash', 'is', null).where('movedTo', 'is', null).execute();
}

/** Whether a row has a newer version at a revision or before. */
function isSuperseded(table: 'treeVersions' | 'documents', key: string, at: number): RawBuilder<SqlBool> {
  const [own, newer] = [sql.ref(`${table}.${key}`), sql.ref(`newer.${key}`)];
  const newest = sql`select max(newer.revision) from ${sql.table(table)} as newer where ${newer} = ${own} and newer.revision <= ${at}`;
  return sql`${sql.ref(`${table}.revision`)} < (${newest})`;
}
