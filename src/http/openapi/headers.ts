// In charge of the answers' headers, as the document describes them.

import type { Settings } from '../../config.ts';
import { integer, oneOf, type Schema, string } from '../../schema.ts';
import { LocaleCode } from '../../tree.ts';

interface Header {
  description: string;
  /** Whether every answer that may carry it does. */
  required: boolean;
  schema: Schema<unknown>;
  example: string | number;
}

const LONGEST_HEADER = 16_384;
const LATEST_SECOND = 2 ** 53 - 1;

const always = (description: string, schema: Schema<unknown>, example: string | number): Header => ({
  description,
  required: true,
  schema,
  example,
});
const sometimes = (...given: Parameters<typeof always>): Header => ({ ...always(...given), required: false });
const text = (pattern: string) => string({ pattern, maxLength: LONGEST_HEADER });
const visible = text('^[ -~]*$');
const whole = (maximum: number) => integer({ minimum: 0, maximum });

export function headersOf({ rateLimit, rateWindow }: Settings) {
  return {
    'X-RateLimit-Limit': always('Requests that one client address may make in a window.', whole(1_000_000), rateLimit),
    'X-RateLimit-Remaining': always('What is left of them in this window.', whole(1_000_000), rateLimit - 1),
    'X-RateLimit-Reset': always('When the window ends, as Unix time in seconds.', whole(LATEST_SECOND), 1_767_225_600),
    'X-Request-Id': always(
      'The id that the service’s log knows the request by.',
      text('^[A-Za-z0-9_-]+$'),
      'Zk3xV0aBq1Yt-2s',
    ),
    'X-Content-Type-Options': always('The body is what Content-Type says.', oneOf(['nosniff']), 'nosniff'),
    'Cache-Control': always(
      '`private, no-cache` on success: to be kept by the caller alone, and asked for again; `no-store` on errors.',
      visible,
      'private, no-cache',
    ),
    'Access-Control-Allow-Origin': sometimes(
      'For web pages of the origins that are configured, and no others.',
      visible,
      'https://www.example.org',
    ),
    'Access-Control-Expose-Headers': sometimes('The headers that such a web page may read.', visible, 'ETag, Link'),
    Vary: sometimes('What the answer depends on beside its address.', visible, 'Accept-Encoding'),
    ETag: always(
      'Send it back in If-None-Match and get 304 while nothing has changed. The same for every caller.',
      text('^"[A-Za-z0-9_.-]+"$'),
      '"3q2nXyTz0pQvK5sWb1cDea"',
    ),
    'Content-Language': always(
      'The language of the text: for one tree that of its record, for a list the one asked for.',
      LocaleCode,
      'en',
    ),
    'Content-Encoding': sometimes('How the body is compressed: as the caller asked.', visible, 'gzip'),
    'Sylva-Revision': always('The published revision that answered.', text('^r[0-9]+$'), 'r12'),
    Link: always(
      'RFC 8288: the license always; first, prev, next and last on lists, left off where the head would grow over 8 kB (the body has them too).',
      visible,
      '</api/v1/trees?page=2>; rel="next", </usage-policy>; rel="license"',
    ),
    'Retry-After': always('Seconds to wait.', whole(86_400), Math.min(rateWindow, 17)),
    'WWW-Authenticate': always('What is asked for.', visible, 'ApiKey realm="sylva", header="X-API-Key"'),
    Allow: always('The methods that would do.', visible, 'GET, HEAD'),
  };
}

export type HeaderName = keyof ReturnType<typeof headersOf>;

export const ON_ALL: HeaderName[] = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'X-Content-Type-Options',
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Vary',
];
export const ON_SUCCESS: HeaderName[] = [...ON_ALL, 'ETag', 'Content-Language', 'Sylva-Revision', 'Link'];
