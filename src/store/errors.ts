// In charge of what a person is told when the store cannot be used.

/** The store cannot be used, for a reason that its message tells. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The store that is meant is not there: something else is in its place, or nothing. */
export class WrongStoreError extends StoreError {
  override name = 'WrongStoreError';
}

/** Nothing is there, so that one could be made. */
export class NoStoreError extends WrongStoreError {
  override name = 'NoStoreError';
}
