// In charge of the headers of answers: their names, when each is sent and with what value, and what the OpenAPI document
// says of it. Whoever sends one takes it from here.

import type { Decision } from '../../access/rate-limit/contract.ts';
import type { AllSettings } from '../../config/settings.ts';
import { integer, oneOf, type Schema, string } from '../../domain/schema.ts';
import type { Locale } from '../../domain/vocabulary.ts';
import { KEEP_ALIVE_SECONDS, LONGEST_HEAD } from '../pipeline/limits.ts';
import type { Encoding } from './encoding.ts';

/** The answers of the API that have a header: all, successes, those of them with a body, files, or those of some statuses. */
type AnswerKind = 'all' | 'success' | 'body' | 'file' | number;
type On = AnswerKind | number[];

interface Described {
  on: On;
  description: string;
  /** Whether each of these answers has it. */
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
const text = (pattern: string) => string({ pattern, maxLength: LONGEST_HEAD });
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

/** For the document, by name. */
export function describedHeaders(settings: AllSettings) {
  return Object.fromEntries(
    Object.entries(DESCRIBED).map(([name, { on, example, ...header }]) => [
      name,
      { ...header, example: typeof example === 'function' ? example(settings) : example },
    ]),
  );
}

/** The names of those that an answer of the API may have, by its status. */
export function headerNamesOn(status: number, isFile = false): string[] {
  const kinds: AnswerKind[] = ['all', status];
  if (status < 300 || status === 304) kinds.push('success');
  if (status < 300) kinds.push('body');
  if (status < 300 && isFile) kinds.push('file');
  const described = Object.entries(DESCRIBED);
  return kinds.flatMap((kind) => described.flatMap(([name, { on }]) => ([on].flat().includes(kind) ? name : [])));
}

/** Names and values in turn. */
export type HeaderList = readonly string[];

/** As lines of a head. */
export function linesOf(headers: HeaderList): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

/** Of every answer, and of every answer under the limit. */
export function ofAnswer(requestId: string, limit: Decision | undefined): HeaderList {
  const headers = ['X-Request-Id', requestId, 'X-Content-Type-Options', 'nosniff'];
  if (!limit) return headers;
  return [
    ...headers,
    ...['X-RateLimit-Limit', String(limit.limit), 'X-RateLimit-Remaining', String(limit.remaining)],
    ...['X-RateLimit-Reset', String(limit.resetAt)],
  ];
}

/** Of an answer that goes Node's way, which adds the date, and what else is to be said of the connection. */
export function ofEnd(length: number | undefined, isLast: boolean): HeaderList {
  const headers = length === undefined ? [] : ['Content-Length', String(length)];
  return isLast ? [...headers, 'Connection', 'close'] : headers;
}

/** Of a prepared answer: those of `ofAnswer` and what Node adds, as lines at once, since most answers are such. */
export function linesOfAnswer(requestId: string, limit: Decision, isLast: boolean): string {
  return (
    `X-Request-Id: ${requestId}\r\nX-RateLimit-Limit: ${limit.limit}\r\nX-RateLimit-Remaining: ${limit.remaining}\r\n` +
    `X-RateLimit-Reset: ${limit.resetAt}\r\n${isLast ? LAST : NOT_LAST}${linesOfNow()}`
  );
}

const LAST = linesOf(['Connection', 'close']);
const NOT_LAST = linesOf(['Connection', 'keep-alive', 'Keep-Alive', `timeout=${KEEP_ALIVE_SECONDS}`]);

let shownSecond = 0;
let shownLines = '';

/** What all answers of one second have. */
function linesOfNow(): string {
  const now = Date.now();
  const second = Math.floor(now / 1000);
  if (second !== shownSecond) {
    shownSecond = second;
    shownLines = linesOf(['X-Content-Type-Options', 'nosniff', 'Date', new Date(now).toUTCString()]);
  }
  return shownLines;
}

/** Of a success, whether it has a body or not. */
export function linesOfSuccess(contentLanguage: Locale, revision: string, links: string): string {
  return (
    `Cache-Control: private, no-cache\r\nContent-Language: ${contentLanguage}\r\nSylva-Revision: ${revision}\r\n` +
    `Vary: Accept-Encoding\r\nLink: ${links}\r\n`
  );
}

/** The same of one that goes Node's way. */
export function ofSuccess(languages: readonly Locale[], revision: string, links: string): HeaderList {
  return [
    ...['Cache-Control', 'private, no-cache', 'Content-Language', languages.join(', '), 'Sylva-Revision', revision],
    ...['Vary', 'Accept-Encoding', 'Link', links],
  ];
}

export function ofTag(etag: string): HeaderList {
  return ['ETag', etag];
}

/** Of an export's body, or of a part of it. */
export function ofExport(type: string, name: string, encoding: Encoding): HeaderList {
  const headers = ['Content-Type', type, 'Content-Disposition', `attachment; filename="${name}"`];
  return [...headers, ...(encoding === 'identity' ? ['Accept-Ranges', 'bytes'] : ['Content-Encoding', encoding])];
}

/** Of the part from one byte to before another. */
export function ofRange(start: number, end: number, length: number): HeaderList {
  return ['Content-Range', `bytes ${start}-${end - 1}/${length}`];
}

/** Of a part that would begin beyond the end. */
export function ofUnsatisfiableRange(length: number): HeaderList {
  return ['Content-Range', `bytes */${length}`];
}

export function lineOfTag(etag: string): string {
  return `ETag: ${etag}\r\n`;
}

/** Of a success with a body. */
export function linesOfBody(encoding: Encoding, length: number): string {
  const encoded = encoding === 'identity' ? '' : `Content-Encoding: ${encoding}\r\n`;
  return `${encoded}Content-Type: application/json; charset=utf-8\r\nContent-Length: ${length}\r\n`;
}

export const OF_PROBLEM: HeaderList = ['Content-Type', 'application/problem+json', 'Cache-Control', 'no-store'];

export const ASK_FOR_KEY: HeaderList = ['WWW-Authenticate', 'ApiKey realm="sylva", header="X-API-Key"'];

/** Of an answer that leads elsewhere. */
export function ofRedirect(location: string): HeaderList {
  return ['Cache-Control', 'private, no-cache', 'Location', location];
}

export function retryAfter(seconds: number): HeaderList {
  return ['Retry-After', String(seconds)];
}

export function allow(methods: string): HeaderList {
  return ['Allow', methods];
}

/** Of an answer to OPTIONS. */
export function ofMethods(methods: string): HeaderList {
  return ['Cache-Control', 'no-store', ...allow(methods)];
}

export const OF_PREFLIGHT: HeaderList = [
  ...['Cache-Control', 'no-store'],
  ...[
    'Access-Control-Allow-Methods',
    'GET, HEAD',
    'Access-Control-Allow-Headers',
    'X-API-Key, If-None-Match, If-Range, Range',
  ],
  ...['Access-Control-Max-Age', '600'],
];

const EXPOSED =
  'Content-Disposition, Content-Range, ETag, Link, Retry-After, Sylva-Revision, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id';

/** For web pages of other origins: nothing where none is configured. */
export function ofOrigin(origin: string | undefined, allowed: readonly string[]): HeaderList {
  if (allowed.length === 0) return NONE;
  if (origin === undefined || !allowed.includes(origin)) return ['Vary', 'Origin'];
  return ['Vary', 'Origin', 'Access-Control-Allow-Origin', origin, 'Access-Control-Expose-Headers', EXPOSED];
}

const NONE: HeaderList = [];

/** Of a file for browsers and tools, whether it is sent or known already. */
export function ofFile(etag: string, policy: string | undefined): HeaderList {
  const headers = ['Cache-Control', 'public, no-cache', 'Vary', 'Accept-Encoding', 'ETag', etag];
  return policy === undefined ? headers : [...headers, 'Content-Security-Policy', policy];
}

export function ofFileBody(type: string, encoding: Encoding): HeaderList {
  const headers = ['Content-Type', type];
  return encoding === 'identity' ? headers : [...headers, 'Content-Encoding', encoding];
}

/** Of health and readiness. */
export const OF_STATE: HeaderList = ['Content-Type', 'application/json', 'Cache-Control', 'no-store'];

/** Of a page that is made for one request, such as a refusal as people see it. */
export function ofOwnPage(type: string, policy: string): HeaderList {
  return ['Content-Type', type, 'Cache-Control', 'no-store', 'Content-Security-Policy', policy];
}

/** Of a refusal that is a page or a problem, as the client likes it. */
export const BY_ACCEPT: HeaderList = ['Vary', 'Accept'];
