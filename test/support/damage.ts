// Damages the rows of a store, as a failing disk or a hand in the database would.

import { sql } from 'kysely';
import type { Database } from '../../src/store/engines/engine.ts';

/** Each damages the rows of an active revision r1 that has the tree `oak` and names of families. */
export const DAMAGES: Record<string, (db: Database) => Promise<unknown>> = {
  'a lost record': (db) => db.updateTable('treeVersions').set({ record: null }).where('slug', '=', 'oak').execute(),
  'a truncated record': (db) =>
    db
      .updateTable('treeVersions')
      .set({ record: sql<string>`substr(record, 1, 20)` })
      .where('slug', '=', 'oak')
      .execute(),
  'a record that says something else': (db) =>
    db
      .updateTable('treeVersions')
      .set({ record: sql<string>`replace(record, 'A tree.', 'A shrub.')` })
      .where('slug', '=', 'oak')
      .execute(),
  'a lost row': (db) => db.deleteFrom('treeVersions').where('slug', '=', 'oak').execute(),
  'a row too many': (db) =>
    db
      .insertInto('treeVersions')
      .values({ slug: 'yew', revision: 1, hash: '0'.repeat(32), movedTo: null, record: '{}' })
      .execute(),
  'lost names of families': (db) => db.deleteFrom('documents').where('name', '=', 'families').execute(),
  'altered names of families': (db) =>
    db
      .updateTable('documents')
      .set({ content: sql<string>`replace(content, 'Beeches', 'Elms')` })
      .where('name', '=', 'families')
      .execute(),
};

export async function loseRecords(db: Database, ...slugs: string[]): Promise<void> {
  await db.updateTable('treeVersions').set({ record: null }).where('slug', 'in', slugs).execute();
}
