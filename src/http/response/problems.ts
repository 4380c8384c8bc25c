// Defines all problems of the API (RFC 9457). A published code is never reused.

import { withoutKeys } from '../../access/api-key.ts';
import { MAX_TARGET_BYTES } from '../pipeline/limits.ts';
import { allow, type HeaderList } from './headers.ts';

interface ProblemKind {
  status: number;
  title: string;
  /** Shown on the page that `type` leads to, like `remedy`. */
  meaning: string;
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
    remedy:
      'Look at what stands between: a client library or a proxy has sent something broken. Letters beyond ASCII in an address are to be percent-encoded.',
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
    remedy:
      'The operations are /api/v1/trees, /api/v1/trees/{slug}, /api/v1/families, /api/v1/map, /api/v1/names/match, /api/v1/changes and /api/v1/exports/trees.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The service only reads.',
    remedy: 'Use GET or HEAD. The header “Allow” lists what this address accepts.',
  },
  'tree-removed': {
    status: 410,
    title: 'Tree removed',
    meaning: 'A tree had this slug, and a later revision of the catalogue removed it.',
    remedy: 'Remove it from your copy as well. It may come back: a later revision may have it again.',
  },
  'revision-expired': {
    status: 410,
    title: 'Revision expired',
    meaning:
      'What has changed since this revision is not known any more, or never was: the last hundred revisions are remembered.',
    remedy:
      'Fetch the whole catalogue again: “_links.export” leads to it. Ask for changes since its revision from then on.',
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
  'range-not-satisfiable': {
    status: 416,
    title: 'Range not satisfiable',
    meaning: 'The part that was asked for begins behind the last byte of the export.',
    remedy: 'Compare what you have with the length in “Content-Range”: if it is the same, your copy is whole.',
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
      'Wait for the seconds that “Retry-After” gives; “X-RateLimit-Remaining” on every answer says how many are left. Larger pages and a copy of your own need fewer of them.',
  },
  'too-many-exports': {
    status: 429,
    title: 'Too many exports',
    meaning: 'As many exports as one address may have at once are running already.',
    remedy:
      'Wait until one of them is done, or for the seconds that “Retry-After” gives. One export has the whole catalogue.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'Something went wrong inside the service.',
    remedy: 'Tell its maintainers the request id; the log holds the rest.',
  },
  'exports-busy': {
    status: 503,
    title: 'Exports are busy',
    meaning:
      'As many exports as the service takes on at once are running already, for others; or it takes long to find where the part of a large one ends. Everything else is answered.',
    remedy: 'Try again after the time in “Retry-After”.',
  },
  'revision-not-loaded': {
    status: 503,
    title: 'Revision not loaded',
    meaning:
      'The instance that answered serves an older revision than the one asked for. It loads a new revision a few seconds after others.',
    remedy:
      'Try again after the time in “Retry-After”. If the answer stays the same, ask the maintainers: a service that was restored from a backup may have lost this revision, and your copy must be fetched again.',
  },
  'no-catalogue': {
    status: 503,
    title: 'No catalogue',
    meaning: 'Nothing has been published yet, so there is nothing to answer from.',
    remedy: 'Try again after the time in “Retry-After”.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof PROBLEMS;

export interface Fault {
  parameter: string;
  value?: string;
  message: string;
}

export interface Problem {
  code: ProblemCode;
  detail: string;
  errors?: Fault[];
  /** By relation. */
  links?: Record<string, string>;
  headers?: HeaderList;
  /** Whether the connection closes after it. */
  isLast?: boolean;
}

export const INTERNAL: Problem = { code: 'internal', detail: 'The service could not answer.' };

export const URI_TOO_LONG: Problem = {
  code: 'uri-too-long',
  detail: `The address is ${MAX_TARGET_BYTES} bytes long or longer.`,
  isLast: true,
};

export function methodNotAllowed(methods = 'GET, HEAD'): Problem {
  return { code: 'method-not-allowed', detail: `Use ${methods}.`, headers: allow(methods) };
}

export function invalidParameters(faults: Fault[]): Problem {
  const [first, ...others] = faults;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return { code: 'invalid-parameter', detail: sentence(first, more), errors: faults };
}

function sentence({ parameter, message }: Fault, more: string): string {
  const verb = message.startsWith('unknown') ? 'is an ' : '';
  const text = `${parameter || 'A parameter'} ${verb}${message}`;
  return text.endsWith('?') && more === '' ? text : `${text}${more}.`;
}

/** Never repeats a key of the request. */
export function problemBody({ code, detail, errors, links }: Problem, requestId: string, publicUrl: string): Buffer {
  const { status, title } = PROBLEMS[code];
  const type = `${publicUrl}/problems/${code}`;
  const problem = { type, title, status, code, detail, requestId, errors, _links: links };
  return Buffer.from(withoutKeys(JSON.stringify(problem)));
}
