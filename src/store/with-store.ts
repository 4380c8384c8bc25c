import { locationOf, storeCreated } from '../config/location.ts';
import type { Settings } from '../config/settings.ts';
import { cacheOf } from './cache.ts';
import { explain } from './engines/sqlite-errors.ts';
import { NoStoreError } from './errors.ts';
import { openStore, type Store } from './store.ts';

/** Opens the store for as long as the work takes. If there is none, creates it if the work `mayCreate` one, and calls `tell`. */
export async function withStore<T>(
  settings: Settings,
  work: (store: Store) => Promise<T>,
  { mayCreate = false, tell = (_news: string): void => {} } = {},
): Promise<T> {
  const store = await (mayCreate ? openOrCreate(settings) : openStore(settings, { mustExist: true }));
  if (store.engine.isNew) tell(storeCreated(locationOf(settings)));
  try {
    return await work(store);
  } catch (error) {
    throw explain(error);
  } finally {
    await store.close();
  }
}

/** If a server has served a store from here before, a new one would hide its loss. */
async function openOrCreate(settings: Settings): Promise<Store> {
  const cache = cacheOf(settings);
  const mustExist = cache.state() !== undefined;
  return await openStore(settings, { mustExist }).catch((error) => {
    if (!mustExist || !(error instanceof NoStoreError)) throw error;
    throw new NoStoreError(
      `${error.message} One was served from here: restore a backup, or remove ${cache.folder} to begin with a new one.`,
    );
  });
}
