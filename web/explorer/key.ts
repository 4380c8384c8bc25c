// In charge of the visitor's key: kept for this tab's session, and nowhere else.

const NAME = 'sylva-key';

/** A browser may forbid storage: the key then lasts as long as the page. */
let inMemory: string | undefined;

export function readKey(): string | undefined {
  try {
    return sessionStorage.getItem(NAME) ?? inMemory;
  } catch {
    return inMemory;
  }
}

export function keepKey(key: string | undefined): void {
  inMemory = key;
  try {
    if (key === undefined) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, key);
  } catch {
    // It is in memory all the same.
  }
}

/** What cannot stand in a header cannot be a key, and must not look like a broken connection. */
export function isPossible(key: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(key);
}
