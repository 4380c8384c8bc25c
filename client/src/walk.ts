// In charge of walking every page of a question, and of staying whole when a publish happens in between.

import { CatalogueChangedError } from './errors.ts';
import type { TreeList, TreeOf, View } from './types.ts';

export type OnChange = 'throw' | 'restart';

/** A catalogue that is published faster than it can be read would keep a walk going for ever. */
const MOST_RESTARTS = 10;

/**
 * Pages are numbered anew with each revision: going on would leave trees out or give them twice. So the walk ends with a
 * `CatalogueChangedError`, or begins again and leaves out what it gave before.
 */
export async function* walkPages<V extends View>(
  readPage: (page: number) => Promise<TreeList<V>>,
  onChange: OnChange,
): AsyncGenerator<TreeOf<V>, void, undefined> {
  const given = new Set<string>();
  let revision: string | undefined;
  let restarts = 0;
  for (let page = 1; ; ) {
    const { data, meta, pagination } = await readPage(page);
    const isChanged = revision !== undefined && revision !== meta.revision;
    if (isChanged && (onChange === 'throw' || restarts++ === MOST_RESTARTS)) {
      throw new CatalogueChangedError(revision as string, meta.revision);
    }
    revision = meta.revision;
    if (isChanged && page > 1) page = 1;
    else {
      yield* data.filter(({ slug }) => !given.has(slug));
      for (const { slug } of data) given.add(slug);
      if (!pagination.hasNext) return;
      page++;
    }
  }
}
