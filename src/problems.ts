// In charge of the error codes: one table of what each means. A code, once published, is never reused.

export interface ProblemKind {
  status: number;
  title: string;
  /** For the page behind the problem's `type`: what happened, and what to do about it. */
  explanation: string;
}

export const PROBLEMS = {
  'invalid-parameter': {
    status: 400,
    title: 'Invalid parameter',
    explanation:
      'One or more parameters of the request are unknown, given twice, or have a value that is not allowed. The list “errors” names every one of them, with what would be right. Correct them all and send the request again.',
  },
  'malformed-request': {
    status: 400,
    title: 'Malformed request',
    explanation:
      'What arrived is not a valid HTTP request. A client library or a proxy between you and the service has sent something broken.',
  },
  unauthorized: {
    status: 401,
    title: 'Unauthorized',
    explanation:
      'The request carries no valid API key, and its address is not on the allowlist. Send the key that the maintainers gave you in the header “X-API-Key”, once and unchanged. If it no longer works, ask them for a new one.',
  },
  'tree-not-found': {
    status: 404,
    title: 'Tree not found',
    explanation:
      'No tree of the published catalogue has this slug. Slugs are written in lower case with hyphens; take them from the list of trees rather than making them up.',
  },
  'route-not-found': {
    status: 404,
    title: 'Route not found',
    explanation:
      'There is no such address in this service. The operations are /api/v1/trees, /api/v1/trees/{slug} and /api/v1/families.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    explanation: 'The service only reads: use GET or HEAD. The header “Allow” lists what this address accepts.',
  },
  'request-timeout': {
    status: 408,
    title: 'Request timeout',
    explanation: 'The request did not arrive whole in good time, so the connection was closed. Send it again.',
  },
  'uri-too-long': {
    status: 414,
    title: 'URI too long',
    explanation: 'The address of the request is longer than the service accepts. Ask for fewer values at once.',
  },
  'headers-too-large': {
    status: 431,
    title: 'Request headers too large',
    explanation:
      'The headers of the request are larger than the service accepts. Large cookies are the usual cause; the service needs none.',
  },
  'rate-limited': {
    status: 429,
    title: 'Too many requests',
    explanation:
      'The requests from your address have used up what one window allows. Wait for the seconds that “Retry-After” gives; “X-RateLimit-Remaining” on every answer says how many are left. Conditional requests and larger pages need fewer of them.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    explanation:
      'Something went wrong inside the service. Tell its maintainers the request id; the log holds the rest.',
  },
  'no-catalogue': {
    status: 503,
    title: 'No catalogue',
    explanation:
      'Nothing has been published yet, so there is nothing to answer from. Try again after the time in “Retry-After”.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** One fault of a request. */
export interface Fault {
  parameter: string;
  value?: string;
  message: string;
}
