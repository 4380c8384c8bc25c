// Errors of a publish that a person can act on.

export class PublishError extends Error {
  override name = 'PublishError';
}

/** The source changed again and again while it was read. */
export class UnstableSourceError extends PublishError {}
