// In charge of what a person is told when the store cannot be used.

/** The store cannot be used, for a reason that its message tells. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** The database was reached, but holds no store, or another one than is meant. */
export class WrongStoreError extends StoreError {
  override name = 'WrongStoreError';
}
