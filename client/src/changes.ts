// In charge of gathering what has changed since a revision: all pages, of one revision.

import { CatalogueChangedError } from './errors.ts';
import { checkedRevision } from './revision.ts';
import type { Change, ChangeList, ChangeView } from './types.ts';

/** A catalogue that is published faster than it can be read would keep its readers going for ever. */
export const MOST_RESTARTS = 10;

export interface Changes<V extends ChangeView = 'record'> {
  /** What they lead to. */
  revision: string;
  /** How many there are. */
  total: number;
  /** By slug. */
  changes: Change<V>[];
}

/** Pages are of the newest revision: where it moves on, all begins again. None are read beyond `most` of them. */
export async function gatherChanges<V extends ChangeView>(
  readPage: (page: number) => Promise<ChangeList<V>>,
  most = Number.POSITIVE_INFINITY,
): Promise<Changes<V>> {
  let gathered: Changes<V> | undefined;
  let restarts = 0;
  for (let page = 1; ; page++) {
    const { data, meta, pagination } = await readPage(page);
    const revision = checkedRevision(meta.revision, 'meta.revision');
    if (gathered && gathered.revision !== revision) {
      if (restarts++ === MOST_RESTARTS) throw new CatalogueChangedError(gathered.revision, revision);
      gathered = undefined;
      page = 0;
      continue;
    }
    gathered ??= { revision, total: pagination.total, changes: [] };
    gathered.changes.push(...data);
    if (!pagination.hasNext || gathered.total > most) return gathered;
  }
}
