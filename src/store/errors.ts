export class StoreError extends Error {
  override name = 'StoreError';
}

/** Something else, or nothing, is in the place of the store. */
export class WrongStoreError extends StoreError {
  override name = 'WrongStoreError';
}

/** Nothing is in the place of the store, so a new one can be created there. */
export class NoStoreError extends WrongStoreError {
  override name = 'NoStoreError';
}

/** Another process published or pruned a revision that this work is based on. The caller can start over. */
export class MovedOnError extends StoreError {
  override name = 'MovedOnError';

  constructor(message = 'Something else was published meanwhile.') {
    super(message);
  }
}

/** The store lacks content of a revision, or the content was altered. */
export class DamagedError extends StoreError {
  override name = 'DamagedError';
  constructor(what: string) {
    super(`The store is damaged: ${what}. Publish its source again with --mend, or restore a backup.`);
  }
}
