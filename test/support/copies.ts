// What a partner's copy must be: every line of the export.

import type { ExportedTree, SylvaClient, SyncOptions, SyncResult } from '../../client/src/index.ts';

/** The present revision as a copy has it. */
export async function presentCopy(api: string): Promise<{ revision: string; text: string }> {
  const answer = await fetch(`${api}/exports/trees`);
  return { revision: answer.headers.get('sylva-revision') as string, text: await answer.text() };
}

/** A copy in memory, kept as the client's README says. */
export class MemoryCopy {
  revision: string | undefined;
  trees = new Map<string, ExportedTree>();
  /** How often it was told to begin. */
  starts = 0;

  async sync(client: SylvaClient, options: Partial<SyncOptions> = {}): Promise<SyncResult> {
    let next = new Map<string, ExportedTree>();
    const result = await client.sync({
      since: this.revision,
      onStart: ({ isWhole }) => {
        this.starts++;
        next = new Map(isWhole ? [] : this.trees);
      },
      onUpsert: (tree) => {
        next.set(tree.slug, tree);
      },
      onRemove: (slug) => {
        if (!next.delete(slug)) throw new Error(`${slug} was not there`);
      },
      ...options,
    });
    this.trees = next;
    this.revision = result.revision;
    return result;
  }

  text(): string {
    const slugs = [...this.trees.keys()].sort();
    return slugs.map((slug) => `${JSON.stringify(this.trees.get(slug))}\n`).join('');
  }
}
