// Brings a store of an older format up to date. It keeps identity, keys, allowlist, history and usage, and drops revisions.

import { write } from '../engines/engine.ts';
import { migrate } from '../migrations/format.ts';
import type { Changes } from '../tables/audit.ts';

/** Returns false if the store is up to date. The changes must be of a store that was opened with `acceptOlder`. */
export async function upgradeStore(changes: Changes): Promise<boolean> {
  const { engine } = changes;
  if (!engine.isOlder) return false;
  return await write(engine, async (change) => {
    if (!(await migrate(change, engine.kind))) return false;
    await engine.notify(change);
    await change
      .updateTable('state')
      .set((is) => ({ version: is('version', '+', 1) }))
      .execute();
    await changes.record(change, { action: 'store upgraded', subject: 'store', detail: 'revisions were dropped' });
    return true;
  });
}
