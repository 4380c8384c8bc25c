// Defines every response header: when it is sent, with what value, and how the OpenAPI document describes it.

import type { Decision } from '../../access/rate-limit/contract.ts';
import type { AllSettings } from '../../config/settings.ts';
import { integer, oneOf, type Schema, string } from '../../domain/fields/schema.ts';
import type { Locale } from '../../domain/vocabulary.ts';
import { KEEP_ALIVE_SECONDS, MAX_HEAD_BYTES } from '../pipeline/limits.ts';
import type { Encoding } from './encoding.ts';

/** The API's responses that have a header: all, successes, successes with a body, files, or those with a status. */
type ResponseKind = 'all' | 'success' | 'body' | 'file' | number;
type On = ResponseKind | number[];

interface Described {
  on: On;
  description: string;
  /** Whether each of these responses has it. */
  required: boolean;
  schema: Schema<unknown>;
  example: Example;
}

type Example = string | number | ((settings: AllSettings) => number);

const always = (on: On, description: string, schema: Schema<unknown>, example: Example): Described => ({
  on,
  description,
  required: true,
  schema,
  example,
});
const sometimes = (...given: Parameters<typeof always>): Described => ({ ...always(...given), required: false });
const text = (pattern: string) => string({ pattern, maxLength: MAX_HEAD_BYTES });
const visible = text('^[ -~]*$');
const whole = (maximum: number) => integer({ minimum: 0, maximum });
const LATEST_SECOND = 2 ** 53 - 1;

/** In the order of the document. */
const DESCRIBED = {
  'X-RateLimit-Limit': always(
    'all',
    'Requests that one client address may make in a window.',
    whole(1_000_000),
    ({ rateLimit }) => rateLimit,
  ),
  'X-RateLimit-Remaining': always(
    'all',
    'What is left of them in this window.',
    whole(1_000_000),
    ({ rateLimit }) => rateLimit - 1,
  ),
  'X-RateLimit-Reset': always(
    'all',
    'When the window ends, as Unix time in seconds.',
    whole(LATEST_SECOND),
    1_767_225_600,
  ),
  'X-Request-Id': always(
    'all',
    'The id that the service’s log knows the request by.',
    text('^[A-Za-z0-9_-]+$'),
    'Zk3xV0aBq1Yt-2s',
  ),
  'X-Content-Type-Options': always('all', 'The body is what Content-Type says.', oneOf(['nosniff']), 'nosniff'),
  'Cache-Control': always(
    'all',
    '`private, no-cache` on success: to be kept by the caller alone, and asked for again; `no-store` on errors.',
    visible,
    'private, no-cache',
  ),
  'Access-Control-Allow-Origin': sometimes(
    'all',
    'For web pages of the origins that are configured, and no others.',
    visible,
    'https://www.example.org',
  ),
  'Access-Control-Expose-Headers': sometimes(
    'all',
    'The headers that such a web page may read.',
    visible,
    'ETag, Link',
  ),
  Vary: sometimes('all', 'What the answer depends on beside its address.', visible, 'Accept-Encoding'),
  ETag: always(
    'success',
    'Send it back in If-None-Match and get 304 while nothing has changed. The same for every caller.',
    text('^"[A-Za-z0-9_.-]+"$'),
    '"3q2nXyTz0pQvK5sWb1cDea"',
  ),
  'Content-Language': always(
    'success',
    'The language of the text: for one tree that of its record, for a list the one asked for, for an export all that it has.',
    text('^[A-Za-z0-9-]+(, [A-Za-z0-9-]+)*$'),
    'en',
  ),
  'Content-Encoding': sometimes('body', 'How the body is compressed: as the caller asked.', visible, 'gzip'),
  'Content-Disposition': always(
    'file',
    'The name of the file, with its revision.',
    visible,
    'attachment; filename="sylva-r12.ndjson"',
  ),
  'Accept-Ranges': sometimes(
    'file',
    'Where the body is not compressed: a part of it can be asked for.',
    visible,
    'bytes',
  ),
  'Content-Range': always(
    [206, 416],
    'Which part of the file it is; on 416 only how long the file is.',
    visible,
    'bytes 1000-1999/2000',
  ),
  'Sylva-Revision': always('success', 'The published revision that answered.', text('^r[0-9]+$'), 'r12'),
  Link: always(
    'success',
    'RFC 8288: the license always; first, prev, next and last on lists, left off where the head would grow over 8 kB (the body has them too).',
    visible,
    '</api/v1/trees?page=2>; rel="next", </usage-policy>; rel="license"',
  ),
  Location: always([301], 'The present address of the tree.', visible, '/api/v1/trees/ceiba-pentandra'),
  'Retry-After': always([429, 503], 'Seconds to wait.', whole(86_400), ({ rateWindow }) => Math.min(rateWindow, 17)),
  'WWW-Authenticate': always([401], 'What is asked for.', visible, 'ApiKey realm="sylva", header="X-API-Key"'),
  Allow: always([405], 'The methods that would do.', visible, 'GET, HEAD'),
};

export function describedHeaders(settings: AllSettings) {
  return Object.fromEntries(
    Object.entries(DESCRIBED).map(([name, { on, example, ...header }]) => [
      name,
      { ...header, example: typeof example === 'function' ? example(settings) : example },
    ]),
  );
}

/** The headers that a response of the API with this status may have. */
export function headerNamesOn(status: number, isFile = false): string[] {
  const kinds: ResponseKind[] = ['all', status];
  if (status < 300 || status === 304) kinds.push('success');
  if (status < 300) kinds.push('body');
  if (status < 300 && isFile) kinds.push('file');
  const described = Object.entries(DESCRIBED);
  return kinds.flatMap((kind) => described.flatMap(([name, { on }]) => ([on].flat().includes(kind) ? name : [])));
}

/** Names and values alternate. */
export type HeaderList = readonly string[];

export function toHeaderLines(headers: HeaderList): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

/** Of every response; with the rate limit if it applies. */
export function commonHeaders(requestId: string, limit: Decision | undefined): HeaderList {
  const headers = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff'];
  if (!limit) return headers;
  return [
    ...headers,
    ...['X-RateLimit-Limit', String(limit.limit), 'X-RateLimit-Remaining', String(limit.remaining)],
    ...['X-RateLimit-Reset', String(limit.resetAt)],
  ];
}

/** Node adds the others. */
export function framingHeaders(length: number | undefined, isLast: boolean): HeaderList {
  const headers = length === undefined ? [] : ['Content-Length', String(length)];
  return isLast ? [...headers, 'Connection', 'close'] : headers;
}

/** The same as `commonHeaders` and those that Node adds, for prepared responses, which bypass Node. */
export function preparedHeaderLines(requestId: string, limit: Decision, isLast: boolean): string {
  return (
    `X-Request-Id: ${requestId}\r\nX-RateLimit-Limit: ${limit.limit}\r\nX-RateLimit-Remaining: ${limit.remaining}\r\n` +
    `X-RateLimit-Reset: ${limit.resetAt}\r\n${isLast ? CLOSE : KEEP_ALIVE}${linesOfThisSecond()}`
  );
}

const CLOSE = toHeaderLines(['Connection', 'close']);
const KEEP_ALIVE = toHeaderLines(['Connection', 'keep-alive', 'Keep-Alive', `timeout=${KEEP_ALIVE_SECONDS}`]);

let cachedSecond = 0;
let cachedLines = '';

function linesOfThisSecond(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== cachedSecond) {
    cachedSecond = second;
    cachedLines = toHeaderLines(['X-Content-Type-Options', 'nosniff', 'Date', new Date(now).toUTCString()]);
  }
  return cachedLines;
}

/** Of a success with or without a body. */
export function successHeaders(languages: readonly Locale[], revision: string, links: string): HeaderList {
  return [
    ...['Cache-Control', 'private, no-cache', 'Content-Language', languages.join(', '), 'Sylva-Revision', revision],
    ...['Vary', 'Accept-Encoding', 'Link', links],
  ];
}

export function etagHeaders(etag: string): HeaderList {
  return ['ETag', etag];
}

export function bodyHeaders(type: string, encoding: Encoding): HeaderList {
  return ['Content-Type', type, ...(encoding === 'identity' ? [] : ['Content-Encoding', encoding])];
}

/** Of an export's body or a part of it. */
export function exportHeaders(type: string, name: string, encoding: Encoding): HeaderList {
  const headers = [...bodyHeaders(type, encoding), 'Content-Disposition', `attachment; filename="${name}"`];
  return encoding === 'identity' ? [...headers, 'Accept-Ranges', 'bytes'] : headers;
}

/** `end` is exclusive. */
export function rangeHeaders(start: number, end: number, length: number): HeaderList {
  return ['Content-Range', `bytes ${start}-${end - 1}/${length}`];
}

export function unsatisfiableRangeHeaders(length: number): HeaderList {
  return ['Content-Range', `bytes */${length}`];
}

export const PROBLEM_HEADERS: HeaderList = ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'];

export const CHALLENGE_HEADERS: HeaderList = ['WWW-Authenticate', 'ApiKey realm="sylva", header="X-API-Key"'];

export function redirectHeaders(location: string): HeaderList {
  return ['Cache-Control', 'private, no-cache', 'Location', location];
}

export function retryAfter(seconds: number): HeaderList {
  return ['Retry-After', String(seconds)];
}

export function allow(methods: string): HeaderList {
  return ['Allow', methods];
}

/** Of a response to OPTIONS that is no preflight. */
export function methodsHeaders(methods: string): HeaderList {
  return ['Cache-Control', 'no-store', ...allow(methods)];
}

export const PREFLIGHT_HEADERS: HeaderList = [
  ...['Cache-Control', 'no-store', 'Access-Control-Allow-Methods', 'GET, HEAD'],
  ...['Access-Control-Allow-Headers', 'X-API-Key, If-None-Match, If-Range, Range', 'Access-Control-Max-Age', '600'],
];

const EXPOSED =
  'Content-Disposition, Content-Range, ETag, Link, Retry-After, Sylva-Revision, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

/** Empty if no origins are allowed. */
export function corsHeaders(origin: string | undefined, allowed: readonly string[]): HeaderList {
  if (allowed.length === 0) return NONE;
  if (origin === undefined || !allowed.includes(origin)) return ['Vary', 'Origin'];
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
}

const NONE: HeaderList = [];

/** Of a public file, and of a 304 for it. */
export function fileHeaders(etag: string, policy: string | undefined): HeaderList {
  const headers = ['Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding', 'ETag', etag];
  return policy === undefined ? headers : [...headers, 'Content-Security-Policy', policy];
}

/** Of health and readiness. */
export const STATE_HEADERS: HeaderList = ['Content-Type', 'application/json', 'Cache-Control', 'no-store'];

/** Of a page rendered for one request. */
export function pageHeaders(type: string, policy: string): HeaderList {
  return ['Content-Type', type, 'Cache-Control', 'no-store', 'Content-Security-Policy', policy];
}

export const VARY_ACCEPT: HeaderList = ['Vary', 'Accept'];
