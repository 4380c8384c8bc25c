// In charge of the error codes: one table of what each means. A code, once published, is never reused.

export interface ProblemKind {
  status: number;
  title: string;
  /** For the page behind the problem's `type`: what happened. */
  meaning: string;
  /** What to do about it. */
  remedy: string;
}

export const PROBLEMS = {
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    meaning:
      'One or more parameters of the request are unknown, given twice, or have a value that is not allowed. The list “errors” names every one of them, with what would be right.',
    remedy: 'Correct them all and send the request again.',
  },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    meaning: 'What arrived is not a valid HTTP request.',
    remedy: 'Look at what stands between: a client library or a proxy has sent something broken.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    meaning: 'The request carries no valid API key, and its address is not on the allowlist.',
    remedy:
      'Send the key that the maintainers gave you in the header “X-API-Key”, once and unchanged. If it no longer works, ask them for a new one.',
  },
  'tree-not-found': {
    status: 404,
    title: 'Tree not found',
    meaning: 'No tree of the published catalogue has this slug.',
    remedy:
      'Slugs are written in lower case with hyphens; take them from the list of trees rather than making them up.',
  },
  'route-not-found': {
    status: 404,
    title: 'Route not found',
    meaning: 'There is no such address in this service.',
    remedy: 'The operations are /api/v1/trees, /api/v1/trees/{slug} and /api/v1/families.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The service only reads.',
    remedy: 'Use GET or HEAD. The header “Allow” lists what this address accepts.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request did not arrive whole in good time, so the connection was closed.',
    remedy: 'Send it again.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    meaning: 'The address of the request is longer than the service accepts.',
    remedy: 'Ask for fewer values at once.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    meaning: 'The headers of the request are larger than the service accepts.',
    remedy: 'Send fewer. Large cookies are the usual cause; the service needs none.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    meaning: 'The requests from your address have used up what one window allows.',
    remedy:
      'Wait for the seconds that “Retry-After” gives; “X-RateLimit-Remaining” on every answer says how many are left. Conditional requests and larger pages need fewer of them.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'Something went wrong inside the service.',
    remedy: 'Tell its maintainers the request id; the log holds the rest.',
  },
  'no-catalogue': {
    status: 503,
    title: 'No catalogue',
    meaning: 'Nothing has been published yet, so there is nothing to answer from.',
    remedy: 'Try again after the time in “Retry-After”.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

/** One fault of a request. */
export interface Fault {
  parameter: string;
  value?: string;
  message: string;
}
