// Brings a store of an older format up to date. It keeps identity, keys, allowlist, history and usage, and drops revisions.

import { migrate } from '../migrations/format.ts';
import type { Changes } from '../tables/audit.ts';

/** Returns false if the store is up to date. The changes must be of a store that was opened with `acceptOlder`. */
export async function upgradeStore(changes: Changes): Promise<boolean> {
  const { engine } = changes;
  if (!engine.isOlder) return false;
  return await changes.make(async (change) => {
    const result = await migrate(change, engine.kind);
    const event = { action: 'store upgraded', subject: 'store', detail: 'revisions were dropped' };
    return { result, event: result ? event : null };
  });
}
