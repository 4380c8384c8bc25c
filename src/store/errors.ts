// In charge of what a person is told when the store cannot be used.

/** The store cannot be used, for a reason that its message tells. */
export class StoreError extends Error {
  override name = 'StoreError';
}
