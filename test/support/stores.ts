// Stores for tests, and catalogues of rows to publish in them.

import type { TestContext } from 'node:test';
import { readSettings } from '../../src/config/settings.ts';
import { openEngine, Store } from '../../src/store/store.ts';
import type { Documents } from '../../src/store/tables/documents.ts';
import type { Revision } from '../../src/store/tables/revisions.ts';
import { isSame, type NewVersion } from '../../src/store/tables/tree-versions.ts';

/** The store of a data folder, opened alongside whatever else has it open. */
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

/** By slug: the content of a tree, or `>` and the slug that it moved to. */
export type Rows = Record<string, string>;

export const NO_DOCUMENTS: Documents = { families: new Map(), map: undefined };

export function versionsOf(rows: Rows): NewVersion[] {
  return Object.entries(rows).map(([slug, text]) => {
    if (text.startsWith('>')) return { slug, hash: null, movedTo: text.slice(1), record: null };
    return { slug, hash: `hash of ${text}`, movedTo: null, record: JSON.stringify({ slug, text }) };
  });
}

export function infoOf(rows: Rows, note: string | null = null) {
  const trees = Object.values(rows).filter((text) => !text.startsWith('>')).length;
  return { note, hash: JSON.stringify(Object.entries(rows).sort()), trees, families: 1 };
}

/** What differs from the active revision, as a publish writes it. */
export async function differenceOf({ revisions }: Store, rows: Rows, base?: Revision): Promise<NewVersion[]> {
  const before = base ? await revisions.versions(base.number) : new Map();
  const changed = versionsOf(rows).filter((version) => !isSame(version, before.get(version.slug)));
  const removed = [...before.keys()].filter((slug) => !Object.hasOwn(rows, slug));
  return [...changed, ...removed.map((slug) => ({ slug, hash: null, movedTo: null, record: null }))];
}

export async function publishRows(
  store: Store,
  rows: Rows,
  note: string | null = null,
  documents = NO_DOCUMENTS,
): Promise<Revision> {
  const base = await store.revisions.active();
  const versions = await differenceOf(store, rows, base);
  return await store.revisions.publish(infoOf(rows, note), base?.number ?? null, versions, documents);
}

/** The trees of a revision by slug, in the order in which they are loaded. */
export async function rowsAt({ revisions }: Store, number: number): Promise<Rows> {
  const rows: Rows = {};
  await revisions.load(number, ({ slug, record }) => {
    rows[slug] = JSON.parse(record).text;
  });
  return rows;
}

/** Rows that all tell which edition they are of, so that a mixture of two is seen at once. */
export function editionRows(number: number, count = 30): Rows {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`tree-${index}`, `edition ${number}`]));
}

/** The rows of tree versions as they are stored: all, or those of one revision. */
export async function tableOf({ engine }: Store, revision?: number) {
  const rows = engine.db.selectFrom('treeVersions').selectAll().orderBy('slug').orderBy('revision');
  return await (revision === undefined ? rows : rows.where('revision', '=', revision)).execute();
}
