// In charge of what a failure means to the visitor, and whether and when to try again by itself.

import {
  InvalidParameterError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  SylvaError,
  TimeoutError,
  UnauthorizedError,
} from '../../client/src/index.ts';

export type Condition =
  | { kind: 'asking' }
  | { kind: 'answered' }
  /** Neither a valid key nor an allowlisted address. */
  | { kind: 'locked' }
  /** The limit is used up for so long. */
  | { kind: 'limited'; seconds: number }
  | { kind: 'unreachable' }
  /** Nothing has been published yet. */
  | { kind: 'empty' }
  | { kind: 'missing' }
  /** The tree was there before. */
  | { kind: 'removed' }
  /** The revision is older than what the service remembers, or never was. */
  | { kind: 'expired' }
  | { kind: 'refused'; faults: Refusal[] };

/** What of the question the service does not take. */
export interface Refusal {
  parameter: string;
  value: string;
}

const SHORTEST_PAUSE_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 15;

export function conditionOf(error: unknown): Condition {
  if (error instanceof UnauthorizedError) return { kind: 'locked' };
  if (error instanceof NotFoundError) return { kind: 'missing' };
  if (error instanceof RateLimitedError) return { kind: 'limited', seconds: secondsToWait(error) };
  if (error instanceof InvalidParameterError) return { kind: 'refused', faults: faultsOf(error) };
  if (error instanceof SylvaError && error.problem?.code === 'no-catalogue') return { kind: 'empty' };
  if (error instanceof SylvaError && error.problem?.code === 'tree-removed') return { kind: 'removed' };
  if (error instanceof SylvaError && error.problem?.code === 'revision-expired') return { kind: 'expired' };
  if ([NetworkError, TimeoutError, ServerError].some((each) => error instanceof each)) return { kind: 'unreachable' };
  return { kind: 'refused', faults: [] };
}

function secondsToWait({ retryAfterSeconds }: RateLimitedError): number {
  return Math.max(SHORTEST_PAUSE_SECONDS, Math.ceil(retryAfterSeconds ?? LONGEST_PAUSE_SECONDS));
}

function faultsOf({ errors }: InvalidParameterError): Refusal[] {
  return errors.map(({ parameter, value }) => ({ parameter, value: value ?? '' }));
}

/** Undefined where trying again would change nothing. */
export function pauseSeconds(condition: Condition, failures: number): number | undefined {
  if (condition.kind === 'limited') return condition.seconds;
  if (condition.kind !== 'unreachable' && condition.kind !== 'empty') return undefined;
  return Math.min(LONGEST_PAUSE_SECONDS, SHORTEST_PAUSE_SECONDS * 2 ** failures);
}
