// Stores revisions of the catalogue: numbered, immutable, one of them active.

import type { ChangeLogRows } from '../../snapshot/change-log.ts';
import type { Database, Engine } from '../engines/engine.ts';
import { DamagedError, MovedOnError } from '../errors.ts';
import { prune } from '../maintenance/prune.ts';
import type { Changes } from '../tables/audit.ts';
import { readChanges } from '../tables/change-log.ts';
import { type Documents, readDocuments } from '../tables/documents.ts';
import { findRevision, keptRevision, published, type Revision, readActive, toRevision } from '../tables/revisions.ts';
import { isSame, type NewVersion, slices, type Version, versionsAt } from '../tables/tree-versions.ts';
import { type LoadedRows, loadRows, type StoredTree, storedTrees } from './load.ts';
import { type Publication, type PublishHooks, publishRevision, type RevisionInfo } from './publication.ts';
import { repairRevision } from './repair.ts';

const MAX_TRIES = 5;
/** A record can have megabytes; so many are held in memory. */
const MAX_COPIED_ROWS = 200;

export class RevisionStore {
  readonly #engine: Engine;
  readonly #changes: Changes;
  readonly #keep: number;

  /** `keep` is how many revisions are kept besides the active one. */
  constructor(changes: Changes, keep: number) {
    this.#engine = changes.engine;
    this.#changes = changes;
    this.#keep = keep;
  }

  async active(): Promise<Revision | undefined> {
    return await readActive(this.#engine.db);
  }

  async find(id: string): Promise<Revision | undefined> {
    return await findRevision(this.#engine.db, id);
  }

  async list(): Promise<Revision[]> {
    return (await published(this.#engine.db).execute()).map(toRevision);
  }

  /** Of every slug that leads somewhere at a revision. */
  async versions(number: number): Promise<Map<string, Version>> {
    return await this.#readKept(number, (db) => versionsAt(db, number));
  }

  /**
   * Calls back with each tree of a revision, by slug; given an earlier revision that is remembered, only with trees that are
   * new or changed since. Fails with a MovedOnError if the revision is not kept, with a DamagedError if content is missing.
   */
  async load(
    number: number,
    onTree: (tree: StoredTree) => void,
    since?: Pick<Revision, 'number' | 'hash'>,
  ): Promise<LoadedRows> {
    return await this.#engine.read((db) => loadRows(db, number, onTree, since));
  }

  /** The records of those of the slugs that have a tree at a revision. */
  async records(number: number, slugs: readonly string[]): Promise<Map<string, string>> {
    return await this.#readKept(number, async (db) => {
      const records = new Map<string, string>();
      for (const slice of slices(slugs))
        for (const { slug, record } of await storedTrees(db, number, slice)) records.set(slug, record);
      return records;
    });
  }

  /** For `/changes`. */
  async changes(present: number): Promise<ChangeLogRows> {
    return await this.#engine.read((db) => readChanges(db, present));
  }

  /**
   * Publishes what differs from the active revision `base` as the next revision. Fails with a MovedOnError if another revision
   * was published meanwhile.
   */
  async publish(
    info: RevisionInfo,
    base: number | null,
    versions: Iterable<NewVersion>,
    documents: Documents,
    hooks: PublishHooks = {},
  ): Promise<Revision> {
    return await this.#publish({
      info,
      base,
      versions,
      documents,
      eventOf: (id) => ({ action: 'published', subject: id, detail: info.note }),
      ...hooks,
    });
  }

  /**
   * Publishes the content of an earlier revision again: for readers, numbers only grow. Leaves the active revision as it is.
   * Undefined if the revision is not kept.
   */
  async activate(id: string): Promise<{ revision: Revision; isNew: boolean } | undefined> {
    for (let tries = 1; ; tries++) {
      const [wanted, active] = [await this.find(id), await this.active()];
      if (!wanted || !active) return undefined;
      if (wanted.number === active.number) return { revision: active, isNew: false };
      try {
        return { revision: await this.#publishAgain(wanted, active.number), isNew: true };
      } catch (error) {
        if (!(error instanceof MovedOnError) || tries === MAX_TRIES) throw error;
      }
    }
  }

  /** Rewrites rows of the active revision that are not as they should be. Returns how many. */
  async repair(number: number, versions: Iterable<NewVersion>, documents: Documents): Promise<number> {
    return await repairRevision(this.#changes, number, versions, documents);
  }

  async #publishAgain(wanted: Revision, base: number): Promise<Revision> {
    const { versions, documents } = await this.#readKept(wanted.number, (db) => differenceTo(db, wanted, base));
    const { hash, trees, families } = wanted;
    return await this.#publish({
      info: { note: `${wanted.id} again`, hash, trees, families },
      base,
      versions: this.#withRecords(wanted.number, versions),
      documents,
      eventOf: (id) => ({ action: 'activated', subject: wanted.id, detail: `as ${id}` }),
    });
  }

  async *#withRecords(number: number, versions: Version[]): AsyncGenerator<NewVersion> {
    for (const slice of slices(versions, MAX_COPIED_ROWS)) {
      const slugs = slice.filter(({ hash }) => hash !== null).map(({ slug }) => slug);
      const records = await this.records(number, slugs);
      for (const version of slice) yield { ...version, record: records.get(version.slug) ?? null };
    }
  }

  async #publish(publication: Publication): Promise<Revision> {
    const revision = await publishRevision(this.#changes, publication);
    // The revision is published whether or not this succeeds: the next publish prunes again.
    await prune(this.#engine, this.#keep).catch(() => {});
    return revision;
  }

  /** The names of families and the catalogue's own map at a revision. */
  async documents(number: number): Promise<Documents> {
    return await this.#readKept(number, (db) => readDocuments(db, number));
  }

  async #readKept<T>(number: number, work: (db: Database) => Promise<T>): Promise<T> {
    return await this.#engine.read(async (db) => {
      await keptRevision(db, number);
      return await work(db);
    });
  }
}

/** What must change in the revision `base` to get the content of another. */
async function differenceTo(db: Database, wanted: Revision, base: number) {
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
