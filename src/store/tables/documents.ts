// Reads and writes what a catalogue has besides trees: the names of families, and its own map.

import { hash } from 'node:crypto';
import type { RegionMap } from '../../domain/regions/region-map.ts';
import type { FamilyNames } from '../../domain/tree.ts';
import type { Change, Database } from '../engines/engine.ts';
import { DamagedError } from '../errors.ts';
import type { Tables } from './schema.ts';

export interface Documents {
  families: FamilyNames;
  map: RegionMap | undefined;
}

type Row = Tables['documents'];
type Name = Row['name'];

/** Fails with a DamagedError if one of them is missing or was altered. */
export async function readDocuments(db: Database, at: number): Promise<Documents> {
  const rows = await newestDocuments(db, at);
  const [families, map] = [contentOf(rows, 'families'), contentOf(rows, 'map')];
  if (families === null) throw new DamagedError('it lacks the names of families');
  return { families: new Map(JSON.parse(families)), map: map === null ? undefined : JSON.parse(map) };
}

/** Inserts the documents that differ from those of the base revision. */
export async function insertDocuments(
  change: Change,
  revision: number,
  base: number | null,
  documents: Documents,
): Promise<void> {
  const present = base === null ? [] : await newestDocuments(change, base);
  const rows = changedRows(present, documents, revision);
  if (rows.length > 0) await change.insertInto('documents').values(rows).execute();
}

/** Rewrites the documents of a revision that are not as they should be. Returns how many. */
export async function repairDocuments(change: Change, revision: number, documents: Documents): Promise<number> {
  const present = await newestDocuments(change, revision);
  const rows = changedRows(present, documents, revision);
  for (const { name, hash, content } of rows) {
    // Earlier revisions share a row whose hash is right.
    const shared = present.find((each) => each.name === name && each.hash === hash)?.revision ?? revision;
    await change
      .insertInto('documents')
      .values({ name, revision: shared, hash, content })
      .onConflict((conflict) => conflict.columns(['name', 'revision']).doUpdateSet({ hash, content }))
      .execute();
  }
  return rows.length;
}

async function newestDocuments(db: Database, at: number): Promise<Row[]> {
  const rows = await db.selectFrom('documents').selectAll().where('revision', '<=', at).orderBy('revision').execute();
  return [...new Map(rows.map((row) => [row.name, row])).values()];
}

function contentOf(rows: Row[], name: Name): string | null {
  const row = rows.find((each) => each.name === name);
  if (!row) return null;
  if (row.hash !== hashOf(row.content)) throw new DamagedError(`the document “${name}” was altered`);
  return row.content;
}

/** The rows of documents that are not present as they should be. */
function changedRows(present: Row[], { families, map }: Documents, revision: number): Row[] {
  const sorted = [...families].sort(([a], [b]) => (a < b ? -1 : 1));
  const contents: [Name, string | null][] = [
    ['families', JSON.stringify(sorted)],
    ['map', map ? JSON.stringify(map) : null],
  ];
  const rows = contents.map(([name, content]) => ({ name, revision, hash: hashOf(content), content }));
  const isPresent = (row: Row) =>
    present.some(({ name, hash, content }) => name === row.name && hash === row.hash && content === row.content);
  return rows.filter((row) => !isPresent(row));
}

function hashOf(content: string | null): string | null {
  return content === null ? null : hash('sha256', content);
}
