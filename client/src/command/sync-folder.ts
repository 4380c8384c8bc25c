// In charge of bringing the copy in a folder up to the present revision.

import type { SylvaClient } from '../client.ts';
import type { SyncResult } from '../sync.ts';
import type { ExportedTree } from '../types.ts';
import { type Draft, FolderCopy } from './folder-copy.ts';

/** By slug; undefined where it was removed. */
type Changed = Map<string, ExportedTree | undefined>;

export interface FolderResult extends SyncResult {
  /** Where the copy is. */
  file: string;
  /** Whether it is another than before. */
  isNew: boolean;
}

export async function syncFolder(client: SylvaClient, folder: string): Promise<FolderResult> {
  const copy = new FolderCopy(folder);
  const since = await copy.open();
  const { result, draft } = await fetchDraft(client, copy, since);
  if (draft) await copy.put(draft, result.revision);
  return { ...result, file: copy.fileOf(result.revision), isNew: draft !== undefined };
}

/** None where the copy is of the present revision already. */
async function fetchDraft(
  client: SylvaClient,
  copy: FolderCopy,
  since: string | undefined,
): Promise<{ result: SyncResult; draft: Draft | undefined }> {
  let draft: Draft | undefined;
  let changed: Changed = new Map();
  try {
    const result = await client.sync({
      since,
      onStart: async ({ isWhole }) => {
        await draft?.discard();
        draft = isWhole ? await copy.begin() : undefined;
        changed = new Map();
      },
      onUpsert: async (tree) => {
        if (draft) await draft.write(JSON.stringify(tree));
        else changed.set(tree.slug, tree);
      },
      onRemove: (slug) => {
        changed.set(slug, undefined);
      },
    });
    if (since !== undefined && !draft && result.revision !== since) {
      draft = await copy.begin();
      for await (const line of copy.merged(since, changed)) await draft.write(line);
    }
    return { result, draft };
  } catch (error) {
    await draft?.discard();
    throw error;
  }
}
