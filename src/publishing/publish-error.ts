/** A publish failed for a reason that the operator can act on. */
export class PublishError extends Error {
  override name = 'PublishError';
}
