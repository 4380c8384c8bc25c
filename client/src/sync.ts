// In charge of keeping a copy: everything the first time, later what has changed, always up to one whole revision.

import { type Changes, gatherChanges, MOST_RESTARTS } from './changes.ts';
import { CatalogueChangedError, RefusedError, UnexpectedAnswerError } from './errors.ts';
import type { TreeExport } from './exports.ts';
import { groupsOf } from './groups.ts';
import type { ChangeList, ExportedTree, ExportTreesQuery } from './types.ts';

export interface SyncStart {
  /** The revision that the copy will be of. */
  revision: string;
  /** Whether every tree is given, so that the copy begins empty; else only what has changed since the copy's. */
  isWhole: boolean;
}

export interface SyncOptions {
  /** The revision of the copy; left out where there is none yet. */
  since?: string | undefined;
  /** Called before anything is given, and again where it begins anew: what was given until then is to be undone. */
  onStart?: ((start: SyncStart) => void | Promise<void>) | undefined;
  /** A tree that is to be put into the copy, in the place of the one with its slug. */
  onUpsert: (tree: ExportedTree) => void | Promise<void>;
  /** A tree that is to be taken out of the copy. */
  onRemove: (slug: string) => void | Promise<void>;
  signal?: AbortSignal | undefined;
}

export interface SyncResult extends SyncStart {
  upserted: number;
  removed: number;
}

/** What a sync asks the service for. */
export interface Source {
  readChanges(since: string, page: number): Promise<ChangeList<'none'>>;
  exportTrees(query: ExportTreesQuery): Promise<TreeExport>;
}

/** With more changes than this, everything in one answer is less work for both sides. */
const MOST_CHANGES = 2000;

interface Update extends SyncStart {
  removed: string[];
  trees: AsyncIterable<ExportedTree> | Iterable<ExportedTree>;
}

export async function sync(source: Source, options: SyncOptions): Promise<SyncResult> {
  for (let restarts = 0; ; restarts++) {
    try {
      return await give(await updateSince(source, options.since), options);
    } catch (error) {
      if (!(error instanceof CatalogueChangedError) || restarts === MOST_RESTARTS) throw error;
    }
  }
}

async function give({ revision, isWhole, removed, trees }: Update, options: SyncOptions): Promise<SyncResult> {
  await options.onStart?.({ revision, isWhole });
  for (const slug of removed) await options.onRemove(slug);
  let upserted = 0;
  for await (const tree of trees) {
    await options.onUpsert(tree);
    upserted++;
  }
  return { revision, isWhole, upserted, removed: removed.length };
}

async function updateSince(source: Source, since: string | undefined): Promise<Update> {
  const known = since === undefined ? undefined : await changesSince(source, since);
  if (!known || known.total > MOST_CHANGES) {
    return { isWhole: true, removed: [], ...(await source.exportTrees({})) };
  }
  const { revision, changes } = known;
  const slugsOf = (isRemoved: boolean) =>
    changes.filter(({ change }) => (change === 'removed') === isRemoved).map(({ slug }) => slug);
  return {
    revision,
    isWhole: false,
    removed: slugsOf(true),
    trees: await fetchTrees(source, revision, slugsOf(false)),
  };
}

/** Undefined where the service does not know them any more. */
async function changesSince(source: Source, since: string): Promise<Changes<'none'> | undefined> {
  try {
    return await gatherChanges((page) => source.readChanges(since, page), MOST_CHANGES);
  } catch (error) {
    if (error instanceof RefusedError && error.problem?.code === 'revision-expired') return undefined;
    throw error;
  }
}

/** All of them before the first is given: what fails on the way then leaves nothing to be undone. */
async function fetchTrees(source: Source, revision: string, slugs: string[]): Promise<ExportedTree[]> {
  const fetched: ExportedTree[] = [];
  for (const group of groupsOf(slugs)) {
    const part = await source.exportTrees({ slug: group });
    for await (const tree of part.trees) fetched.push(tree);
    if (part.revision !== revision) throw new CatalogueChangedError(revision, part.revision);
  }
  if (fetched.length !== slugs.length) {
    throw new UnexpectedAnswerError(`${fetched.length} of ${slugs.length} changed trees came.`, { status: 200 });
  }
  return fetched;
}
