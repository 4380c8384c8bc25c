/** The arguments of a command are wrong: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command could not do its work, for a reason that a person can act on: exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
}
