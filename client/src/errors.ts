// In charge of what can go wrong: one class for each cause, with the service's own problem inside where it sent one.

import type { Fault, Problem } from './types.ts';

interface Circumstances {
  /** What was asked for. */
  address?: string | undefined;
  problem?: Problem | undefined;
  status?: number;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

export class SylvaError extends Error {
  override name = 'SylvaError';
  /** What the service said; undefined where it said nothing, or nothing of its own. */
  readonly problem: Problem | undefined;
  readonly status: number | undefined;
  /** What was asked for; undefined where nothing was. */
  readonly address: string | undefined;
  /** How long to wait before another try, where the service said so, or its limit does. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, given: Circumstances = {}) {
    super(
      given.address === undefined ? message : `${message} (${given.address})`,
      'cause' in given ? { cause: given.cause } : undefined,
    );
    this.problem = given.problem;
    this.status = given.status;
    this.address = given.address;
    this.retryAfterSeconds = given.retryAfterSeconds;
  }

  /** What the maintainers find the request by. */
  get requestId(): string | undefined {
    return this.problem?.requestId;
  }
}

/** 400: one or more parameters are wrong; `errors` names them all. */
export class InvalidParameterError extends SylvaError {
  override name = 'InvalidParameterError';

  get errors(): Fault[] {
    return this.problem?.errors ?? [];
  }
}

/** 401: neither a valid key nor an allowlisted address. */
export class UnauthorizedError extends SylvaError {
  override name = 'UnauthorizedError';
}

/** 404: no such tree, or no such address. */
export class NotFoundError extends SylvaError {
  override name = 'NotFoundError';
}

/** Any other 4xx. */
export class RefusedError extends SylvaError {
  override name = 'RefusedError';
}

/** 429: the limit is used up, and waiting for it would take longer than `maxWaitMs`, or was tried often enough. */
export class RateLimitedError extends SylvaError {
  override name = 'RateLimitedError';
}

/** 5xx: the service, or what stands before it, cannot answer. */
export class ServerError extends SylvaError {
  override name = 'ServerError';
}

/** No answer arrived. `cause` is what `fetch` said. */
export class NetworkError extends SylvaError {
  override name = 'NetworkError';
}

/** No whole answer arrived within `timeoutMs`. */
export class TimeoutError extends SylvaError {
  override name = 'TimeoutError';
}

/** What arrived is no answer of this service. */
export class UnexpectedAnswerError extends SylvaError {
  override name = 'UnexpectedAnswerError';
}

/** The catalogue was published anew while it was read. */
export class CatalogueChangedError extends SylvaError {
  override name = 'CatalogueChangedError';
  readonly before: string;
  readonly after: string;

  constructor(before: string, after: string) {
    super(`The catalogue changed from ${before} to ${after} while it was read.`);
    this.before = before;
    this.after = after;
  }
}

const BY_STATUS: Record<number, typeof SylvaError> = {
  401: UnauthorizedError,
  404: NotFoundError,
  429: RateLimitedError,
};

/** The error for an answer that is none of success. */
export function errorOf(
  status: number,
  text: string,
  { address, retryAfterSeconds }: Pick<Circumstances, 'address' | 'retryAfterSeconds'>,
): SylvaError {
  const problem = readProblem(text);
  const message = problem ? `${problem.title}: ${problem.detail}` : `The service answered with status ${status}.`;
  return new (classOf(status, problem))(message, { problem, status, retryAfterSeconds, address });
}

function classOf(status: number, problem: Problem | undefined): typeof SylvaError {
  if (problem?.code === 'invalid-parameter') return InvalidParameterError;
  if (status >= 500) return ServerError;
  return BY_STATUS[status] ?? (status >= 400 ? RefusedError : UnexpectedAnswerError);
}

/** What stands between may answer in its own words. */
function readProblem(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value?.code === 'string' && typeof value.requestId === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}
