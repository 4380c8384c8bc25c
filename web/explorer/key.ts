// In charge of the visitor's key in this browser: kept for the tab's session, or on the device where the visitor wishes it.

const NAME = 'sylva-key';

/** A browser may forbid storage: the key then lasts as long as the page. */
let inMemory: string | undefined;

export function readKey(): string | undefined {
  return stored(() => sessionStorage) ?? stored(() => localStorage) ?? inMemory;
}

/** Undefined forgets it everywhere. */
export function keepKey(key: string | undefined, isForDevice = false): void {
  inMemory = key;
  store(() => sessionStorage, key);
  if (key === undefined || isForDevice) store(() => localStorage, key);
}

function stored(storage: () => Storage): string | undefined {
  try {
    return storage().getItem(NAME) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(storage: () => Storage, key: string | undefined): void {
  try {
    if (key === undefined) storage().removeItem(NAME);
    else storage().setItem(NAME, key);
  } catch {
    // It is in memory all the same.
  }
}

/** What cannot stand in a header cannot be a key, and must not look like a broken connection. */
export function isPossible(key: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(key);
}
